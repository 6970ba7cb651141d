/* test_large_pages.c - large pages are advice: memory that was available stays
   so.  */

#include "config.h"

#include "base/memory.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tap.h"

enum
{
  MEGABYTE = 1 << 20,
  LIMIT = 64 /* megabytes of addresses beyond those in use, less than
                large_pages_expect reserves */
};

/* Can COUNT blocks of SIZE bytes be allocated and written to?  */
static bool
can_have (size_t count, size_t size)
{
  unsigned char **pieces = calloc (count, sizeof *pieces);
  bool all = pieces != NULL;
  for (size_t i = 0; i < count && all; i++)
    {
      pieces[i] = malloc (size);
      all = pieces[i] != NULL;
      if (all)
        memset (pieces[i], (int)i, size);
    }
  for (size_t i = 0; i < count && pieces != NULL; i++)
    free (pieces[i]);
  free (pieces);
  return all;
}

/* Limit addresses to LIMIT megabytes.  */
static bool
limit_addresses (void)
{
  unsigned long pages = 0;
  FILE *statm = fopen ("/proc/self/statm", "r");
  const bool known = statm != NULL && fscanf (statm, "%lu", &pages) == 1;
  if (statm != NULL)
    fclose (statm);
  struct rlimit limit;
  if (!known || getrlimit (RLIMIT_AS, &limit) != 0)
    return false;
  limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf (_SC_PAGESIZE)
                   + (rlim_t)LIMIT * MEGABYTE;
  return setrlimit (RLIMIT_AS, &limit) == 0;
}

int
main (void)
{
  if (limit_addresses ())
    {
      large_pages_expect ();
      ok (can_have (32, MEGABYTE), "half of what is left, in large pieces");
      ok (can_have (4000, 8000), "... in small ones");
      struct rlimit limit;
      getrlimit (RLIMIT_AS, &limit);
      limit.rlim_cur = limit.rlim_max;
      setrlimit (RLIMIT_AS, &limit);
    }
  else
    skip (2, "addresses cannot be limited here");
  large_pages_expect ();
  large_pages_expect ();
  ok (can_have (200, MEGABYTE), "more than there was room made for");
  ok (can_have (3, 40 * MEGABYTE), "pieces that lie elsewhere");
  return done ();
}
