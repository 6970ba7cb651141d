/* test_names.c - display names (R7.12, R3.40).

   Demangling is libbfd's, which wants an image: the test's own program.  */

#include "config.h"

#include "names.h"

#include <stdlib.h>
#include <string.h>

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
  struct diag diag = { 0 };
  *e = (struct example){ .options = options };
  symtab_text_build (&e->table, symbols);
  is_u64 (names_start (&e->names, image, &e->options, &e->table.symtab,
                       &e->table.sources, &diag),
          STATUS_OK, "names are ready");
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
  test_sources ();
  image_close (image);
  return done ();
}
