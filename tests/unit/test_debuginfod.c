/* test_debuginfod.c - files of debugging information from servers.

   A server that never answers: R16.13's limit, here a short one.  What real servers do is tested in
   tests/debuginfod.  */

#include "config.h"

#include "object/debuginfod.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/process.h"
#include "capture.h"
#include "tap.h"

#define CACHE "test_debuginfod.cache"

static const unsigned char some_id[20] = { 1, 2, 3 };

static void
test_nobody (void)
{
  struct diag diag = { 0 };
  unsetenv ("DEBUGINFOD_URLS");
  ok (debuginfod_open (9, &diag) == NULL, "R16.10: no servers are named");
  setenv ("DEBUGINFOD_URLS", "", 1);
  ok (debuginfod_open (9, &diag) == NULL, "nor by an empty text");
  ok (debuginfod_fetch (NULL, some_id, sizeof some_id, "x") == NULL,
      "nobody is asked");
  debuginfod_close (NULL);
}

#ifdef DEBUGINFOD_SONAME

/* Listen on the loopback interface, and let DEBUGINFOD_URLS say where.  */
static int
listen_here (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET };
  socklen_t size = sizeof address;
  char url[64];
  const int fd = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  if (fd < 0 || bind (fd, (struct sockaddr *)&address, size) != 0
      || listen (fd, 9) != 0
      || getsockname (fd, (struct sockaddr *)&address, &size) != 0)
    helper_failed ("listen", "failed");
  snprintf (url, sizeof url, "http://127.0.0.1:%u",
            (unsigned)ntohs (address.sin_port));
  setenv ("DEBUGINFOD_URLS", url, 1);
  return fd;
}

/* How often was something asked?  The library may ask again.  */
static unsigned
take_questions (int fd)
{
  unsigned count = 0;
  for (int asked; (asked = accept (fd, NULL, NULL)) >= 0; count++)
    close (asked);
  return count;
}

static void
test_silence (void)
{
  const int fd = listen_here ();
  struct caught_diag caught;
  caught_start (&caught);
  setenv ("DEBUGINFOD_CACHE_PATH", CACHE, 1);
  setenv ("DEBUGINFOD_TIMEOUT", "100000", 1);
  setenv ("no_proxy", "*", 1);
  struct debuginfod *servers = debuginfod_open (0.3, &caught.diag);
  const double start = process_clock ();
  ok (debuginfod_fetch (servers, some_id, sizeof some_id, "x") == NULL,
      "R16.13: a server that never answers");
  ok (process_clock () - start >= 0.3, "has so much time");
  is_text (caught_text (&caught),
           "prog: note: debugging information is not fetched from the "
           "servers of DEBUGINFOD_URLS: no answer in time\n",
           "one note says so");
  ok (take_questions (fd) > 0, "it was asked");
  ok (debuginfod_fetch (servers, some_id, sizeof some_id, "y") == NULL,
      "the next file");
  is_u64 (take_questions (fd), 0, "is not asked for");
  is_u64 (strlen (caught_text (&caught)) > 0
              && strchr (caught_text (&caught), '\n')[1] == '\0',
          1, "and nothing more is said");
  debuginfod_close (servers);
  caught_release (&caught);
  close (fd);
  if (system ("rm -rf " CACHE) != 0)
    helper_failed ("rm", CACHE);
}

static void
test_servers (void)
{
  if (dlopen (DEBUGINFOD_SONAME, RTLD_NOW | RTLD_LOCAL) != NULL)
    test_silence ();
}

#else

static void
test_servers (void)
{
}

#endif

int
main (void)
{
  test_nobody ();
  test_servers ();
  return done ();
}
