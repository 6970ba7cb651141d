/* test_libraries.c - where libraries are looked for, where they are put, and
   what becomes of the addresses in their profiles.  */

#include "config.h"

#include "object/library_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "model/profile_builder.h"
#include "tap.h"

/* --- The search ---------------------------------------------------------- */

static void
put_file (const char *name, const void *data, size_t size)
{
  FILE *file = fopen (name, "wb");
  if (file == NULL || fwrite (data, 1, size, file) != size
      || fclose (file) != 0)
    helper_failed ("put_file", name);
}

/* Make a cache as ldconfig does, in which NAME, COUNT times, is the file
   PATH.  */
static void
put_cache (const char *cache, const char *name, const char *path,
           uint32_t count)
{
  char data[1000] = "glibc-ld.so.cache1.1";
  const uint32_t header = 48, entry = 24;
  const uint32_t texts = header + count * entry;
  memcpy (data + 20, &count, 4);
  for (uint32_t i = 0; i < count; i++)
    {
      const uint32_t places[2] = { texts, texts + 20 };
      memcpy (data + header + i * entry + 4, places, sizeof places);
    }
  strcpy (data + texts, name);
  strcpy (data + texts + 20, path);
  put_file (cache, data, texts + 20 + strlen (path) + 1);
}

/* Beside the profile, beside the program, LD_LIBRARY_PATH and the cache, in this
   order (R16.35); a directory of that name does not count.  */
static void
test_search (void)
{
  char home[SCRATCH_NAME_SIZE];
  struct diag diag = { 0 };
  scratch_enter (home);
  static const char *const directories[] = { "a", "b", "c", "d", "e" };
  for (size_t i = 0; i < 5; i++)
    mkdir (directories[i], 0755);
  mkdir ("e/lib.so", 0755);
  put_file ("a/lib.so", "x", 1);
  put_file ("b/lib.so", "x", 1);
  put_file ("c/lib.so", "x", 1);
  put_file ("d/other.so", "x", 1);
  put_file ("d/lib.so", "x", 1);
  put_cache ("cache", "lib.so", "d/other.so", 2);
  const struct object program = { .name = "b/app" };
  const struct library_search search
      = { .profile = "a/lib.so.profile",
          .program = &program,
          .environment = "e:$ORIGIN/c:c:no/where",
          .cache = "cache" };
  struct library_paths paths = { 0 };
  is_u64 (library_paths_find (&paths, "lib.so", &search, &diag), STATUS_OK,
          "a library is looked for");
  is_u64 (paths.items.count, 5, "and found");
  static const char *const wanted[]
      = { "a/lib.so", "b/lib.so", "c/lib.so", "d/lib.so", "d/lib.so" };
  for (size_t i = 0; i < 5 && i < paths.items.count; i++)
    is_text (paths.items.items[i], wanted[i], "as file %zu", i);
  library_paths_release (&paths);

  paths = (struct library_paths){ 0 };
  const struct library_search here
      = { .profile = "gmon.out", .program = &program, .cache = "no cache" };
  library_paths_find (&paths, "cache", &here, &diag);
  ok (paths.items.count == 1, "a file in the current directory");
  library_paths_release (&paths);

  static const unsigned char id[] = { 0xab, 0x0c, 0xde };
  static const char *const debug[] = { "no", "a" };
  struct library_search with_id = here;
  with_id.build_id = id;
  with_id.build_id_size = sizeof id;
  with_id.directories = debug;
  with_id.directory_count = 2;
  mkdir ("a/.build-id", 0755);
  mkdir ("a/.build-id/ab", 0755);
  put_file ("a/.build-id/ab/0cde", "x", 1);
  paths = (struct library_paths){ 0 };
  library_paths_find (&paths, "gone.so", &with_id, &diag);
  is_u64 (paths.items.count, 1, "a file by its build-id (R16.9)");
  if (paths.items.count == 1)
    is_text (paths.items.items[0], "a/.build-id/ab/0cde", "and which");
  library_paths_release (&paths);
  unlink ("a/.build-id/ab/0cde");
  rmdir ("a/.build-id/ab");
  rmdir ("a/.build-id");

  /* Every prefix of a cache, and every byte of it changed.  */
  char data[1000];
  FILE *file = fopen ("cache", "rb");
  const size_t size = fread (data, 1, sizeof data, file);
  fclose (file);
  bool is_sane = true;
  for (size_t i = 0; i < 2 * size; i++)
    {
      const size_t at = i / 2;
      data[at] = (char)~data[at];
      put_file ("cache", data, i % 2 == 0 ? size : at);
      data[at] = (char)~data[at];
      paths = (struct library_paths){ 0 };
      is_sane = is_sane
                && library_paths_find (&paths, "lib.so", &search, &diag)
                       == STATUS_OK
                && paths.items.count >= 3 && paths.items.count <= 5;
      library_paths_release (&paths);
    }
  ok (is_sane, "a damaged cache has no files, or some");
  static const char *const files[] = { "a/lib.so", "b/lib.so",   "c/lib.so",
                                       "d/lib.so", "d/other.so", "cache" };
  for (size_t i = 0; i < 6; i++)
    unlink (files[i]);
  rmdir ("e/lib.so");
  for (size_t i = 0; i < 5; i++)
    rmdir (directories[i]);
  scratch_leave (home);
  diag_release (&diag);
}

/* --- Places -------------------------------------------------------------- */

/* Objects keep the low digits of their addresses (R16.36).  */
static void
test_place (void)
{
  struct object object = { .low_pc = 0x238, .limit_pc = 0x4010 };
  ok (object_place (&object, 0x410000), "a library has a place");
  is_u64 (object.low_pc, 0x1000238, "above the program");
  is_u64 (object.limit_pc, 0x1004010, "as long as before");
  is_u64 (object.bias, 0x1000000, "with round numbers");
  object_add_outside (&object);
  object_add_outside (&object);
  is_u64 (object.low_pc, 0x1000237, "a byte more for callers elsewhere");
  struct object high = { .low_pc = 0x41234567890, .limit_pc = 0x41234567899 };
  ok (object_place (&high, 0x1010000), "one that is linked elsewhere");
  is_u64 (high.low_pc, 0x2567890, "moves down");
  ok (!object_place (&high, UINT64_MAX - 10), "there is no place at the end");
  struct object large = { .low_pc = 0, .limit_pc = UINT64_MAX };
  ok (!object_place (&large, 0x1000), "nor for all addresses");
  struct object whole = { .low_pc = 0, .limit_pc = 100 };
  object_add_outside (&whole);
  is_u64 (whole.low_pc, 0, "nor a byte below 0");
}

/* --- Profiles ------------------------------------------------------------ */

static enum status
add_histogram (struct profile_builder *builder, uint64_t low_pc,
               uint64_t high_pc, uint32_t count)
{
  const struct histogram_header header
      = { low_pc, high_pc, count, 100, { "seconds", 's' } };
  struct diag diag = { 0 };
  uint64_t *bins;
  const enum status status
      = profile_builder_add_histogram (builder, &header, PLACE_FILE ("typed"),
                                       &bins, &diag);
  diag_release (&diag);
  return status;
}

/* Addresses in the profile of a library are moved; each object has a scale of
   its own; what is not in the library is refused, or outside (R16.32,
   R16.33).  */
static void
test_origin (void)
{
  struct profile_builder builder = { 0 };
  struct diag diag = { 0 };
  const struct profile_origin library = { .object = 1,
                                          .bias = 0x1000000,
                                          .is_shared = true,
                                          .low_pc = 0x1000000,
                                          .limit_pc = 0x1020000,
                                          .outside_pc = 0x10000ff };
  is_u64 (add_histogram (&builder, 0x1000, 0x1100, 128), STATUS_OK,
          "the program has bins of 2 bytes");
  profile_builder_set_origin (&builder, &library);
  is_u64 (add_histogram (&builder, 0x1000, 0x1100, 64), STATUS_OK,
          "the library of 4, at the same addresses");
  is_u64 (builder.histograms.items[1].low_pc, 0x1001000, "which are moved");
  is_double (builder.histograms.items[1].scale, 2, "with its scale");
  is_double (builder.so_far.scale, 1, "the first one stays");
  is_u64 (add_histogram (&builder, 0x2000, 0x2100, 128), STATUS_MISMATCH,
          "one library has one scale");
  is_u64 (add_histogram (&builder, 0x1f000, 0x21000, 0x800), STATUS_MISMATCH,
          "a histogram ends with the library");
  const struct raw_arc arcs[] = { { 0x1010, 0x1020, 1 },
                                  { 0, 0x1020, 2 },
                                  { 0x30000, 0x1020, 4 },
                                  { 0x1010, 0x30000, 8 } };
  for (size_t i = 0; i < 4; i++)
    profile_builder_add_arc (&builder, &arcs[i], &diag);
  is_u64 (builder.arcs.count, 3, "two arcs have callers elsewhere");
  is_u64 (builder.arcs.items[0].from_pc, 0x1001010, "a caller inside");
  is_u64 (builder.arcs.items[0].self_pc, 0x1001020, "and the callee");
  is_u64 (builder.arcs.items[1].from_pc, 0x10000ff, "a caller elsewhere");
  is_u64 (builder.arcs.items[1].count, 6, "whether it is 0 or not");
  is_u64 (builder.arcs.items[2].self_pc, UINT64_MAX, "a callee elsewhere");
  profile_builder_set_origin (&builder, &(struct profile_origin){ 0 });
  profile_builder_add_arc (&builder, &arcs[1], &diag);
  is_u64 (builder.arcs.items[3].from_pc, 0, "the program's stay");
  profile_builder_release (&builder);
  diag_release (&diag);
}

int
main (void)
{
  test_search ();
  test_place ();
  test_origin ();
  return done ();
}
