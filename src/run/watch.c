/* watch.c - the first screen of a report, again and again.

   All is read and measured anew for each screen, so that it shows what a report
   would; a screen that takes long is drawn less often.  */

#include "config.h"

#include "run/watch.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/terminal.h"
#include "input/profile_names.h"
#include "output/formats.h"
#include "output/reporting.h"
#include "run/recordings.h"
#include "run/side.h"

/* Another screen, without a cursor, where long lines are cut off; and back.  */
#define ENTER "\033[?1049h\033[?25l\033[?7l"
#define LEAVE TERMINAL_LEAVE
#define HOME "\033[H"
#define CLEAR_LINE "\033[K"
#define CLEAR_REST "\033[J"

enum
{
  USUAL_ROWS = 24,   /* of a terminal whose size is not known */
  ROWS_BESIDE = 9,   /* of a screen, that are not of functions */
  COST = 10,         /* a screen costs at most such a part of the time */
  PAGE_MOST = 65536, /* bytes of it that are drawn */
  KEYS_EACH = 100000 /* microseconds, at which keys are looked at */
};

/* Seconds until the first screen, when there is something to see.  */
static const double first_due = 0.2;

/* --- Time ---------------------------------------------------------------- */

/* Let SIGALRM come when the next screen is due, or keys are.  */
static void
set_timer (const struct watch *watch)
{
  const double wait = watch->due - process_clock ();
  struct itimerval timer = { { 0, 0 }, { 0, KEYS_EACH } };
  if (!watch->has_keys && wait > KEYS_EACH / 1e6)
    {
      timer.it_value.tv_sec = (time_t)wait;
      timer.it_value.tv_usec
          = (suseconds_t)((wait - (double)timer.it_value.tv_sec) * 1e6);
    }
  setitimer (ITIMER_REAL, &timer, NULL);
}

/* --- The terminal -------------------------------------------------------- */

static void
send (const char *bytes, size_t count)
{
  while (count > 0)
    {
      const ssize_t done = write (STDOUT_FILENO, bytes, count);
      if (done <= 0 && errno != EINTR)
        return;
      bytes += done > 0 ? done : 0;
      count -= done > 0 ? (size_t)done : 0;
    }
}

static void
enter (struct watch *watch)
{
  if (watch->has_keys)
    {
      struct termios keys = watch->keys;
      keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
      keys.c_cc[VMIN] = 0;
      keys.c_cc[VTIME] = 0;
      tcsetattr (STDIN_FILENO, TCSANOW, &keys);
    }
  terminal_leave_at_fault ();
  send (ENTER, sizeof ENTER - 1);
  watch->on_screen = true;
}

static void
leave (struct watch *watch)
{
  if (!watch->on_screen)
    return;
  send (LEAVE, sizeof LEAVE - 1);
  process_watch_signals ();
  if (watch->has_keys)
    tcsetattr (STDIN_FILENO, TCSADRAIN, &watch->keys);
  watch->on_screen = false;
}

enum status
watch_start (struct watch *watch, const struct options *options, bool has_keys,
             struct diag *diag)
{
  *watch = (struct watch){ .options = options, .held = -1 };
  if (isatty (STDOUT_FILENO) != 1)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("'--watch' needs a terminal for standard output"));
  watch->page = memory_new (sizeof *watch->page);
  output_open (watch->page, scratch_nameless ());
  watch->held = scratch_nameless ();
  if (watch->page->fd < 0 || watch->held < 0)
    return diag_fail_errno (diag, NULL, errno,
                            _ ("cannot make a temporary file"));
  watch->has_keys = has_keys && tcgetattr (STDIN_FILENO, &watch->keys) == 0;
  enter (watch);
  watch->due = process_clock () + first_due;
  set_timer (watch);
  return STATUS_OK;
}

/* Write what the file FD has to the terminal, and close it.  */
static void
show_held (int fd)
{
  char bytes[4096];
  ssize_t size;
  off_t at = 0;
  while ((size = pread (fd, bytes, sizeof bytes, at)) > 0)
    {
      send (bytes, (size_t)size);
      at += size;
    }
  close (fd);
}

void
watch_end (struct watch *watch)
{
  const struct itimerval none = { { 0, 0 }, { 0, 0 } };
  setitimer (ITIMER_REAL, &none, NULL);
  leave (watch);
  free (watch->state);
  watch->state = NULL;
  if (watch->page == NULL)
    return;
  if (watch->page->fd >= 0)
    close (watch->page->fd);
  if (watch->held >= 0)
    show_held (watch->held);
  free (watch->page);
  *watch = (struct watch){ 0 };
}

/* --- A page -------------------------------------------------------------- */

/* What OPTIONS say of a page with ROWS for functions.  */
static void
restrict_options (struct options *options, size_t rows)
{
  options->requested
      = (options->requested & (LISTING_FLAT | LISTING_GRAPH)) == LISTING_GRAPH
            ? LISTING_GRAPH
            : LISTING_FLAT;
  options->report_format = REPORT_TEXT;
  options->output_name = NULL;
  options->brief = true;
  options->debug = 0;
  options->old_profiles.count = 0;
  if (options->top == 0 || options->top > rows)
    options->top = rows;
}

/* Print the listing of OPTIONS to PAGE, or nothing.  */
static void
print_listing (struct output *page, struct options *options, int columns)
{
  struct diag unsaid = { .status = STATUS_OK };
  struct side side = { 0 };
  struct reporting reporting = { 0 };
  struct found_profiles found = { 0 };
  enum status status = live_choose (&found, options, &unsaid);
  if (status == STATUS_OK)
    status = side_load (&side, options, NULL, NULL, NULL, &unsaid);
  const unsigned listings = options->requested;
  if (status == STATUS_OK)
    status = side_count (&side, options, &unsaid);
  if (status == STATUS_OK)
    status = listings_check (formats_needs (listings, options), options,
                             &side.profile, &unsaid);
  if (status == STATUS_OK)
    status
        = measurement_propagate (&side.measurement, &side.measured, &unsaid);
  const struct reported reported = { .options = options,
                                     .listings = listings,
                                     .program = side.program,
                                     .of = &side.measured,
                                     .measurement = &side.measurement,
                                     .threads = &side.threads,
                                     .output = page,
                                     .columns = columns };
  if (status == STATUS_OK)
    reporting_print (&reporting, &reported, &unsaid);
  reporting_release (&reporting);
  side_release (&side);
  found_profiles_release (&found);
  diag_release (&unsaid);
}

/* What the RECORDINGS have in all; to be freed.  */
static char *
state_of (struct watch *watch, const struct recording *recordings,
          size_t count)
{
  const double now = process_clock ();
  uint64_t calls = 0, samples = 0, start = UINT64_MAX;
  double seconds = 0;
  for (size_t i = 0; i < count; i++)
    {
      const struct recording *recording = &recordings[i];
      calls += recording->calls;
      samples += recording->samples;
      if (recording->rate > 0)
        seconds += (double)recording->samples / recording->rate;
      start = recording->start < start ? recording->start : start;
    }
  const time_t present = time (NULL);
  const uint64_t age = present > 0 && (uint64_t)present > start
                           ? (uint64_t)present - start
                           : 0;
  const double rate
      = watch->drawn > 0 && now > watch->drawn && calls > watch->calls
            ? (double)(calls - watch->calls) / (now - watch->drawn)
            : 0;
  watch->drawn = now;
  watch->calls = calls;
  /* TRANSLATORS: of a program that runs, behind its name; the first line of a
     screen that is drawn again and again.  */
  return memory_format (_ ("running for %" PRIu64 " s, %" PRIu64
                           " samples (%.2f s), %.0f calls a second"),
                        age, samples, seconds, rate);
}

/* Print the first line.  */
static void
print_state (struct watch *watch, const char *image,
             const struct recording *recordings, size_t count)
{
  char *state = state_of (watch, recordings, count);
  output_style (watch->page, STYLE_BOLD);
  output_name (watch->page, image);
  output_text (watch->page, ": ");
  output_text (watch->page, state);
  output_style (watch->page, STYLE_PLAIN);
  output_text (watch->page, "\n\n");
  free (state);
}

/* Write to the terminal what fits ROWS of the page.  */
static void
show_page (const struct watch *watch, size_t rows)
{
  char *text = memory_new (PAGE_MOST);
  const ssize_t size = pread (watch->page->fd, text, PAGE_MOST, 0);
  const char *at = text, *end = text + (size > 0 ? size : 0);
  send (HOME, sizeof HOME - 1);
  for (size_t row = 0; row < rows && at < end; row++)
    {
      const char *line_end = memchr (at, '\n', (size_t)(end - at));
      const char *next = line_end != NULL ? line_end : end;
      if (row > 0)
        send ("\r\n", 2);
      send (at, (size_t)(next - at));
      send (CLEAR_LINE, sizeof CLEAR_LINE - 1);
      at = next + (line_end != NULL);
    }
  send (CLEAR_REST, sizeof CLEAR_REST - 1);
  free (text);
}

static void
draw (struct watch *watch, const char *image,
      const struct recording *recordings, size_t count)
{
  const struct terminal_size size = terminal_size (STDOUT_FILENO);
  const size_t rows = size.rows > 0 ? (size_t)size.rows : USUAL_ROWS;
  struct options options = *watch->options;
  struct output *page = watch->page;
  const int fd = page->fd;
  if (ftruncate (fd, 0) != 0 || lseek (fd, 0, SEEK_SET) != 0)
    return;
  const char **files = array_new (count, sizeof *files);
  for (size_t i = 0; i < count; i++)
    files[i] = recordings[i].file;
  output_open (page, fd);
  page->to_terminal = true;
  if (terminal_wants_colours (STDOUT_FILENO, options.colour))
    output_use_colours (page);
  restrict_options (&options, rows > ROWS_BESIDE ? rows - ROWS_BESIDE : 1);
  options.image = image;
  options.profiles.items = files;
  options.profiles.count = options.profiles.capacity = count;
  print_state (watch, image, recordings, count);
  if (count > 0)
    print_listing (page, &options, size.columns);
  output_flush (page);
  show_page (watch, rows);
  free (files);
}

bool
watch_is_due (struct watch *watch, int number)
{
  if (number == SIGTSTP)
    {
      leave (watch);
      signals_stop ();
      enter (watch);
    }
  watch->asked = process_clock ();
  const bool is_due
      = number == SIGTSTP || number == SIGWINCH || watch->asked >= watch->due;
  if (!is_due)
    set_timer (watch);
  return is_due;
}

void
watch_draw (struct watch *watch, const char *image,
            const struct recording *recordings, size_t count)
{
  draw (watch, image, recordings, count);
  const double end = process_clock ();
  const double pause = COST * (end - watch->asked);
  watch->due
      = end + (watch->options->watch > pause ? watch->options->watch : pause);
  set_timer (watch);
}

/* --- Live files ---------------------------------------------------------- */

/* Is the end asked for by a key?  */
static bool
is_q_pressed (const struct watch *watch)
{
  char key;
  bool found = false;
  while (watch->has_keys && read (STDIN_FILENO, &key, 1) == 1)
    found = found || key == 'q' || key == 'Q';
  return found;
}

/* Look at the files again; whether a process still runs.  */
static bool
examine_all (struct recording *recordings, size_t count, struct arena *memory)
{
  bool runs = false;
  arena_release (memory);
  for (size_t i = 0; i < count; i++)
    {
      recordings[i] = (struct recording){ .file = recordings[i].file };
      if (recording_examine (&recordings[i], memory)
          && recording_goes_on (&recordings[i]))
        runs = true;
    }
  return runs;
}

/* Watch until the end.  Returns the signal that ended it, or 0.  */
static int
watch_all (struct watch *watch, struct recording *recordings, size_t count)
{
  const char *image = watch->options->image;
  struct arena memory = { 0 };
  int number = 0;
  bool runs = examine_all (recordings, count, &memory);
  while (runs && !is_q_pressed (watch))
    {
      number = signals_wait ();
      if (number == SIGINT || number == SIGTERM || number == SIGHUP
          || number == SIGQUIT)
        break;
      if (watch_is_due (watch, number))
        {
          runs = examine_all (recordings, count, &memory);
          watch_draw (watch, image, recordings, count);
        }
      number = 0;
    }
  arena_release (&memory);
  return number;
}

bool
watch_follow (struct watch *watch, const struct profile_names *names)
{
  const size_t count = names->files.count;
  struct recording *recordings = array_new (count, sizeof *recordings);
  struct arena memory = { 0 };
  for (size_t i = 0; i < count; i++)
    recordings[i].file = names->files.items[i];
  const bool runs = examine_all (recordings, count, &memory);
  free (watch->state);
  watch->state = runs ? state_of (watch, recordings, count) : NULL;
  arena_release (&memory);
  free (recordings);
  return runs;
}

enum status
watch_check (const struct options *options, struct diag *diag)
{
  struct arena memory = { 0 };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < options->profiles.count && status == STATUS_OK; i++)
    {
      struct recording recording = { .file = options->profiles.items[i] };
      if (!recording_examine (&recording, &memory))
        status = diag_fail (
            diag, STATUS_UNSUPPORTED, PLACE_FILE (recording.file),
            _ ("not a live file; '--watch' needs one, or '--run'"));
    }
  arena_release (&memory);
  return status;
}

enum status
watch_files (struct watch *watch, const struct options *options,
             struct diag *diag)
{
  const size_t count = options->profiles.count;
  struct recording *recordings = array_new (count, sizeof *recordings);
  struct signals signals;
  int number = 0;
  enum status status = watch_check (options, diag);
  for (size_t i = 0; i < count; i++)
    recordings[i].file = options->profiles.items[i];
  signals_hold (&signals);
  if (status == STATUS_OK)
    status = watch_start (watch, options, true, diag);
  if (status == STATUS_OK)
    number = watch_all (watch, recordings, count);
  watch_end (watch);
  signals_release (&signals);
  if (number != 0 && number != SIGINT)
    raise (number);
  free (recordings);
  return status;
}
