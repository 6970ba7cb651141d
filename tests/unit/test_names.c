/* test_names.c - display names (R7.12, R3.40, R14.23).

   Demangling is libbfd's, which wants an image: the test's own program.  */

#include "config.h"

#include "output/names.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"

static const char symbols[] = "T 1000 main dir/main.c:7\n"
                              "T 1010 _ZN5queue3popEv dir/queue.cc:42\n"
                              "T 1020 _Zbroken\n"
                              "T 1030 start\n"
                              "end 1040";

static struct image *image;

struct example
{
  struct symtab_text table;
  struct options options;
  struct names names;
};

static void
start (struct example *e, struct options options)
{
  *e = (struct example){ .options = options };
  symtab_text_build (&e->table, symbols);
  names_start (&e->names, image, &e->options, &e->table.symtab,
               &e->table.sources);
}

static void
release (struct example *e)
{
  names_release (&e->names);
  symtab_text_release (&e->table);
}

static void
check (struct options options, const char *plain, const char *mangled,
       const char *what)
{
  struct example e;
  start (&e, options);
  is_text (names_of (&e.names, 0), plain, "%s: a plain name", what);
  is_text (names_of (&e.names, 1), mangled, "%s: a mangled name", what);
  release (&e);
}

static void
test_styles (void)
{
  check ((struct options){ .demangle = true }, "main", "queue::pop()",
         "by default");
  check ((struct options){ 0 }, "main", "_ZN5queue3popEv", "--no-demangle");
  check ((struct options){ .demangle = true, .traditional = true }, "main",
         "_ZN5queue3popEv", "-T");
  check ((struct options){ .demangle = true, .demangle_style = -1 }, "main",
         "_ZN5queue3popEv", "--demangle=none");
}

static void
test_places (void)
{
  check ((struct options){ .demangle = true, .inline_file_names = true },
         "main (main.c:7)", "queue::pop() (queue.cc:42)",
         "--inline-file-names");
  check ((struct options){ .inline_file_names = true, .print_path = true },
         "main (dir/main.c:7)", "_ZN5queue3popEv (dir/queue.cc:42)",
         "with -L and --no-demangle");
  check ((struct options){ .inline_file_names = true, .traditional = true },
         "main (main.c:7)", "_ZN5queue3popEv (queue.cc:42)", "in -T style");
}

static void
test_unknown (void)
{
  struct example e;
  start (&e, (struct options){ .demangle = true, .inline_file_names = true });
  is_text (names_of (&e.names, 2), "_Zbroken",
           "what cannot be demangled stays as it is");
  is_text (names_of (&e.names, 3), "start",
           "a symbol without known file has no place");
  release (&e);
}

static void
test_composed_once (void)
{
  struct example e;
  start (&e, (struct options){ .demangle = true });
  const char *const first = names_of (&e.names, 1);
  ok (names_of (&e.names, 1) == first, "a name is composed once");
  ok (names_of (&e.names, 0) == e.table.symtab.name[0],
      "a name that stays as it is needs no copy");
  release (&e);
}

/* NAME demangled, where the result may have MOST bytes.  */
static char *
demangled (const char *name, bool d_names_stay, size_t most)
{
  enum
  {
    GROWTH = 32 /* what a name adds to the budget, for each of its bytes */
  };
  struct demangler demangler;
  demangler_start (&demangler, image, 0,
                   &(struct quirks){ .d_names_stay = d_names_stay });
  demangler.budget = most - GROWTH * strlen (name);
  return demangler_make (&demangler, name, true);
}

/* A type that refers COUNT times, each time twice, to the one before: what it
   stands for doubles (Itanium C++ ABI, 5.1.10).  A, A<A,A> and so on; S1_ is
   the template, later types are S2_, S3_ ...  */
static void
write_doubling (char *text, unsigned count)
{
  text += sprintf (text, "_Z1f1a1bIS_S_E");
  for (unsigned i = 0; i < count; i++)
    {
      /* Numbers are to the base 36; the template has number 0, the type behind
         it number 1.  */
      static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
      const char previous = digits[i + 1];
      text += sprintf (text, "S0_IS%c_S%c_E", previous, previous);
    }
}

static void
test_out_of_proportion (void)
{
  char name[600];
  write_doubling (name, 3);
  char *text = demangled (name, false, SIZE_MAX);
  /* b<x, x> around two of the one before.  */
  ok (text != NULL && strstr (text, "b<b<b<a, a>, b<a, a> >") != NULL,
      "a name that doubles three times");
  free (text);
  write_doubling (name, 30);
  ok (demangled (name, false, SIZE_MAX) == NULL,
      "one that doubles thirty times stays mangled");
  text = demangled ("_ZN5queue3popEv", false, strlen ("queue::pop()"));
  is_text (text, "queue::pop()", "a name for which there is just room");
  free (text);
  ok (demangled ("_ZN5queue3popEv", false, strlen ("queue::pop()") - 1)
          == NULL,
      "and one for which there is not");
}

static void
test_d (void)
{
  const size_t room = strlen ("odd.func(int)");
  char name[120];
  char *text = demangled ("_D3odd4funcFiZv", false, room);
  is_text (text, "odd.func(int)", "a name of D");
  free (text);
  ok (demangled ("_D3odd4funcFiZv", false, room - 1) == NULL,
      "one for which there is no room");
  ok (demangled ("_D3odd4funcFiZv", true, room) == NULL,
      "for --gnu-compat it is none");
  ok (demangled ("_D3oddx", false, SIZE_MAX) == NULL, "what begins like one");
  for (int letter = 'Q'; letter <= 'R'; letter++)
    {
      memset (name, letter, sizeof name);
      memcpy (name, "_D100", 5);
      strcpy (name + 5 + 100, "FZv");
      text = demangled (name, false, SIZE_MAX);
      is_u64 (text == NULL, letter == 'Q',
              "a name that may be full of references: %c", letter);
      free (text);
    }
}

/* R14.23.  */
static void
test_fortran (void)
{
  static const struct
  {
    struct options options;
    bool stays; /* as in listings of GNU gprof */
    const char *shown;
  } rows[] = {
    { { .demangle = true }, false, "solver::step.part.0" },
    { { .demangle = true }, true, "__solver_MOD_step.part.0" },
    { { .demangle = true, .quirks = { .fortran_names_stay = true } },
      false,
      "__solver_MOD_step.part.0" },
    { { .demangle = false }, false, "__solver_MOD_step.part.0" },
    { { .demangle = true, .traditional = true },
      false,
      "__solver_MOD_step.part.0" },
    { { .demangle = true, .demangle_style = DMGL_RUST },
      false,
      "__solver_MOD_step.part.0" },
    { { .demangle = true, .demangle_style = DMGL_AUTO },
      false,
      "solver::step.part.0" },
    { { .demangle = true, .name_form = NAMES_NO_ARGS },
      false,
      "solver::step.part.0" },
    { { .demangle = true, .name_form = NAMES_SHORT }, false, "step*" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      struct example e;
      start (&e, rows[i].options);
      e.names.demangler.fortran_names_stay |= rows[i].stays;
      e.table.symtab.name[3] = "__solver_MOD_step.part.0";
      is_text (names_of (&e.names, 3), rows[i].shown,
               "a procedure of Fortran, %zu", i);
      release (&e);
    }
}

/* R14.20.  */
static void
test_forms (void)
{
  static const struct
  {
    const char *name, *no_args, *no_templates, *shortened;
  } rows[] = {
    { "_ZN5StackIiE4pushERKi", "Stack<int>::push", "Stack::push", "push" },
    { "_ZN5StackIiE4pushERKi.part.0", "Stack<int>::push [clone .part.0]",
      "Stack::push [clone .part.0]", "push*" },
    { "_ZN1AcvSsEv", "A::operator std::string", "A::operator std::string",
      "operator std::string" },
    { "work.isra.0", "work.isra.0", "work.isra.0", "work*" },
    { "work", "work", "work", "work" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int form = NAMES_NO_ARGS; form <= NAMES_SHORT; form++)
      {
        const char *const expected[]
            = { rows[i].no_args, rows[i].no_templates, rows[i].shortened };
        struct example e;
        start (&e, (struct options){ .demangle = true,
                                     .name_form = (enum name_form)form });
        e.table.symtab.name[3] = rows[i].name;
        is_text (names_of (&e.names, 3), expected[form - NAMES_NO_ARGS],
                 "%s in form %d", rows[i].name, form);
        release (&e);
      }
  check ((struct options){ .demangle = true,
                           .name_form = NAMES_SHORT,
                           .inline_file_names = true },
         "main (main.c:7)", "pop (queue.cc:42)", "short with places");
  check ((struct options){ .traditional = true, .name_form = NAMES_SHORT },
         "main", "_ZN5queue3popEv", "short with -T");
}

static void
test_for_terminal (void)
{
  struct example e;
  start (&e, (struct options){ .inline_file_names = true });
  e.names.escapes = true;
  e.table.symtab.name[3] = "st\033[1m\nart";
  is_text (names_of (&e.names, 3), "st\\033[1m\\012art",
           "control characters are escaped for a terminal");
  is_text (names_of (&e.names, 0), "main (main.c:7)",
           "and all else is as it was");
  release (&e);
}

static void
test_sources (void)
{
  struct example e;
  start (&e, (struct options){ 0 });
  is_text (names_of_source (&e.names, 1), "queue.cc", "a file's base name");
  release (&e);
  start (&e, (struct options){ .print_path = true });
  is_text (names_of_source (&e.names, 1), "dir/queue.cc",
           "or all of it with -L");
  release (&e);
}

int
main (int argc, char **argv)
{
  struct diag diag = { .stream = stderr };
  if (argc < 1
      || image_open (&image, argv[0], "test_names", &diag) != STATUS_OK)
    helper_failed ("image_open", diag.text);
  test_styles ();
  test_places ();
  test_unknown ();
  test_composed_once ();
  test_out_of_proportion ();
  test_d ();
  test_fortran ();
  test_forms ();
  test_for_terminal ();
  test_sources ();
  image_close (image);
  return done ();
}
