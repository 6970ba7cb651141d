/* test_sources.c - interned source-file names.  */

#include "config.h"

#include "model/sources.h"

#include "base/paths.h"
#include "tap.h"

static source_id
intern (struct sources *sources, const char *name)
{
  source_id id = SOURCE_NONE;
  sources_intern (sources, name, &id);
  return id;
}

static void
test_ids (void)
{
  struct sources sources = { 0 };
  char name[] = "a.c";
  is_u64 (intern (&sources, name), 0, "the first file has id 0");
  name[0] = 'b';
  is_u64 (intern (&sources, name), 1, "the next one 1");
  is_text (sources_name (&sources, 0), "a.c", "names are copies");
  is_u64 (intern (&sources, "a.c"), 0, "a known name keeps its id");
  is_u64 (intern (&sources, "./a.c"), 2, "names are compared as they are");
  is_u64 (intern (&sources, ""), 3, "an empty name is a name");
  is_u64 (sources.names.count, 4, "four files are known");
  sources_release (&sources);
}

static void
test_many (void)
{
  struct sources sources = { 0 };
  bool fresh = true, known = true;
  char name[32];
  for (uint32_t round = 0; round < 2; round++)
    for (uint32_t i = 0; i < 5000; i++)
      {
        snprintf (name, sizeof name, "dir%u/file%u.c", i % 10, i);
        const bool right = intern (&sources, name) == i;
        fresh = fresh && (round == 1 || right);
        known = known && (round == 0 || right);
      }
  ok (fresh, "ids count up in the order of registration");
  ok (known, "and are found again");
  is_text (sources_name (&sources, 4321), "dir1/file4321.c",
           "names survive growing");
  sources_release (&sources);
  ok (sources.names.count == 0 && sources.slots == NULL,
      "nothing is left after release");
}

static void
test_base (void)
{
  is_text (path_base ("a.c"), "a.c", "a name without a directory");
  is_text (path_base ("/x/y/a.c"), "a.c", "with directories");
  is_text (path_base ("x/"), "", "a directory alone");
  is_text (path_base (""), "", "nothing");
}

int
main (void)
{
  test_ids ();
  test_many ();
  test_base ();
  return done ();
}
