/* shortage.h - memory or descriptors run out, until the relief gives back
   some.  */

#ifndef SHORTAGE_H
#define SHORTAGE_H

#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "capture.h"
#include "base/memory.h"

/* A sanitizer needs all addresses for itself.  */
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED
#endif

enum short_of
{
  SHORT_OF_MEMORY,
  SHORT_OF_DESCRIPTORS
};

struct shortage
{
  enum short_of what;
  struct rlimit before;
  unsigned asked; /* how often */
  struct relief relief;
};

/* To be called first, so that malloc keeps no large blocks when they are
   freed.  */
static inline void
shortage_prepare (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, 64 << 10);
#endif
}

static inline void
shortage_limit (enum short_of what, const struct rlimit *limit)
{
  if ((what == SHORT_OF_MEMORY ? setrlimit (RLIMIT_AS, limit)
                               : setrlimit (RLIMIT_NOFILE, limit))
      != 0)
    helper_failed ("setrlimit", "failed");
}

/* Can memory be made short?  Not where a sanitizer needs all addresses, nor
   where an emulator ignores the limit.  */
static inline bool
shortage_works (void)
{
#ifdef SANITIZED
  return false;
#else
  struct rlimit before;
  if (getrlimit (RLIMIT_AS, &before) != 0)
    helper_failed ("getrlimit", "failed");
  struct rlimit limit = before;
  limit.rlim_cur = 0;
  shortage_limit (SHORT_OF_MEMORY, &limit);
  /* More than can be free already; volatile, or compilers would leave it
     out.  */
  void *volatile block = malloc ((size_t)64 << 20);
  shortage_limit (SHORT_OF_MEMORY, &before);
  const bool works = block == NULL;
  free (block);
  return works;
#endif
}

#define SHORTAGE_LACKS "memory cannot be made short here"

static inline void
shortage_end (struct shortage *shortage)
{
  shortage_limit (shortage->what, &shortage->before);
}

static inline bool
shortage_give_back (void *owner)
{
  struct shortage *shortage = owner;
  shortage_end (shortage);
  return shortage->asked++ == 0;
}

/* No more of WHAT is available until the relief is asked, which SHORTAGE is from
   now on.  */
static inline void
shortage_start (struct shortage *shortage, enum short_of what)
{
  *shortage = (struct shortage){ .what = what };
  if ((what == SHORT_OF_MEMORY ? getrlimit (RLIMIT_AS, &shortage->before)
                               : getrlimit (RLIMIT_NOFILE, &shortage->before))
      != 0)
    helper_failed ("getrlimit", "failed");
  struct rlimit limit = shortage->before;
  limit.rlim_cur = 0;
  shortage_limit (what, &limit);
  shortage->relief = (struct relief){ shortage_give_back, shortage };
  memory_set_relief (&shortage->relief);
}

#endif
