/* debuginfod.c - files of debugging information from servers.

   The library is trusted to check nothing: a file from a server is read with
   the care for any other.  */

#include "config.h"

#include "object/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/i18n.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/process.h"
#include "base/signals.h"
#include "base/terminal.h"

#ifdef DEBUGINFOD_SONAME
static const char soname[] = DEBUGINFOD_SONAME;
#else
static const char soname[] = ""; /* nobody is asked */
#endif

/* The library's state; what is in it only the library knows.  */
struct debuginfod_client;

/* Called while the library waits: DONE bytes of TOTAL are there.  As long as no
   server has the file, TOTAL is 0, and DONE counts these calls, if there are any.
   Not 0 ends the question.  */
typedef int hear_progress (struct debuginfod_client *client, long done,
                           long total);

/* What we call of the library.  It is declared here, because its header is not
   needed to build then.  A file is an open descriptor and, in memory from malloc,
   its name; or else an errno value below 0.  */
struct library
{
  struct debuginfod_client *(*begin) (void);
  void (*end) (struct debuginfod_client *client);
  int (*find) (struct debuginfod_client *client, const unsigned char *id,
               int size, char **path);
  void (*on_progress) (struct debuginfod_client *client, hear_progress *hear);
  void (*set_owner) (struct debuginfod_client *client, void *owner);
};

static const char *const names[]
    = { "debuginfod_begin", "debuginfod_end", "debuginfod_find_debuginfo",
        "debuginfod_set_progressfn", "debuginfod_set_user_data" };

/* Returns a client's owner.  */
static const char owner_name[] = "debuginfod_get_user_data";

struct debuginfod
{
  struct diag *diag;
  double patience; /* what is left of it */
  bool gave_up;
  struct library library;
  struct debuginfod_client *client; /* null before the first question */

  /* Of the present question: */
  struct progress progress;
  const char *name;
  double heard; /* when something was heard, as process_clock has it */
  long done;    /* bytes, or calls, by then */
};

struct debuginfod *
debuginfod_open (double patience, struct diag *diag)
{
  const char *servers = getenv ("DEBUGINFOD_URLS");
  if (soname[0] == '\0' || servers == NULL || *servers == '\0')
    return NULL;
  struct debuginfod *opened = array_new (1, sizeof *opened);
  opened->patience = patience;
  opened->diag = diag;
  return opened;
}

/* Ask nobody again, because of REASON.  */
static void
give_up (struct debuginfod *servers, const char *reason)
{
  servers->gave_up = true;
  diag_note (servers->diag, NULL,
             /* TRANSLATORS: DEBUGINFOD_URLS is an environment variable.  The
                text at the end is the system's, such as "Connection
                refused".  */
             _ ("debugging information is not fetched from the servers of "
                "DEBUGINFOD_URLS: %s"),
             reason);
}

/* Show how far the question is.  */
static void
show (struct debuginfod *servers, long done, long total)
{
  struct arena memory = { 0 };
  const char *name = escape_text (&memory, path_base (servers->name));
  const double part = total > 0 ? (double)done / (double)total : 0;
  char *text = memory_format (
      /* TRANSLATORS: shown for a moment, so it should fit in one line.  %s is
         the name of a program or library.  */
      _ ("fetching debugging information of %s: %d %%"), name,
      (int)(100 * part));
  progress_show (&servers->progress, text);
  free (text);
  arena_release (&memory);
}

/* Whose question is CLIENT's?  Only the library knows, which is loaded.  */
static struct debuginfod *
find_owner (struct debuginfod_client *client)
{
  void *(*owner_of) (struct debuginfod_client *) = NULL;
  void *library = dlopen (soname, RTLD_NOW | RTLD_NOLOAD);
  if (library == NULL)
    return NULL;
  *(void **)&owner_of = dlsym (library, owner_name);
  dlclose (library);
  return owner_of != NULL ? owner_of (client) : NULL;
}

static int
hear (struct debuginfod_client *client, long done, long total)
{
  struct debuginfod *servers = find_owner (client);
  if (servers == NULL)
    return 0;
  const double present = process_clock ();
  /* Bytes of an answer whose size is not known are more than one a call.  */
  if (done <= servers->done + (total <= 0))
    servers->patience -= present - servers->heard;
  servers->heard = present;
  servers->done = done;
  if (progress_is_due (&servers->progress))
    show (servers, done, total);
  return servers->patience <= 0;
}

/* Set all pointers of LIBRARY, which are one after the other.  */
static bool
look_up (void *handle, struct library *library)
{
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      void *const function = dlsym (handle, names[i]);
      if (function == NULL)
        return false;
      memcpy ((char *)library + i * sizeof function, &function,
              sizeof function);
    }
  return true;
}

/* Let the library wait for a server no longer than we do.  Some of its versions,
   such as 0.192, call nobody before a server has the file.  */
static void
limit_library (double patience)
{
  static const char variable[] = "DEBUGINFOD_TIMEOUT";
  const char *theirs = getenv (variable);
  const double limit = theirs != NULL ? strtod (theirs, NULL) : 0;
  if (limit > 0 && limit <= patience)
    return;
  char *seconds = memory_format ("%.0f", ceil (patience));
  setenv (variable, seconds, 1);
  free (seconds);
}

/* Load the library, for the first question.  It stays loaded: it keeps some
   memory for ever.  */
static bool
load (struct debuginfod *servers)
{
  limit_library (servers->patience);
  void *handle = dlopen (soname, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL || !look_up (handle, &servers->library))
    {
      give_up (servers, dlerror ());
      return false;
    }
  const struct library *library = &servers->library;
  servers->client = library->begin ();
  if (servers->client == NULL)
    {
      give_up (servers, strerror (ENOMEM));
      return false;
    }
  library->set_owner (servers->client, servers);
  library->on_progress (servers->client, hear);
  return true;
}

/* Ask for a file, see debuginfod_fetch.  Returns its descriptor or an errno value
   below 0.  */
static int
ask (struct debuginfod *servers, const unsigned char *id, size_t size,
     char **path)
{
  const struct diag *diag = servers->diag;
  sigset_t mask;
  servers->done = 0;
  servers->heard = process_clock ();
  progress_start (&servers->progress, diag->holds ? NULL : diag->stream);
  signals_hold_pipe (&mask);
  const int fd = servers->library.find (servers->client, id, (int)size, path);
  signals_release_pipe (&mask);
  progress_end (&servers->progress);
  return fd;
}

char *
debuginfod_fetch (struct debuginfod *servers, const unsigned char *id,
                  size_t size, const char *name)
{
  char *path = NULL;
  if (servers == NULL || servers->gave_up
      || (servers->client == NULL && !load (servers)))
    return NULL;
  servers->name = name;
  const int fd = ask (servers, id, size, &path);
  if (fd >= 0)
    {
      close (fd);
      return path;
    }
  free (path);
  if (servers->patience <= 0 || fd == -ETIME)
    give_up (servers, _ ("no answer in time"));
  /* What is too large by DEBUGINFOD_MAXSIZE the user does not want.  */
  else if (fd != -ENOENT && fd != -EFBIG)
    give_up (servers, strerror (-fd));
  return NULL;
}

void
debuginfod_close (struct debuginfod *servers)
{
  if (servers != NULL && servers->client != NULL)
    servers->library.end (servers->client);
  free (servers);
}
