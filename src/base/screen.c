/* screen.c - the terminal as a screen, by ncurses.  */

#include "config.h"

#include "base/screen.h"

#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/terminal.h"

#ifdef CURSES_SONAME

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>

/* What we call of ncurses, with the types that its header has.  */
#define CURSES_FUNCTIONS(f)                                                   \
  f (newterm) f (delscreen) f (endwin) f (raw) f (noecho) f (nonl) f (keypad) \
      f (curs_set) f (has_colors) f (start_color) f (use_default_colors)      \
          f (init_pair) f (wattr_set) f (werase) f (wmove) f (waddnwstr)      \
              f (wrefresh) f (wget_wch) f (wtimeout) f (getmaxx) f (getmaxy)  \
                  f (set_escdelay)

#define CURSES_POINTER(name) __typeof__ (name) *name;

struct curses
{
  CURSES_FUNCTIONS (CURSES_POINTER)
};

enum
{
  ESCAPE_DELAY = 50 /* milliseconds between the bytes of a key */
};

struct screen
{
  void *library;
  struct curses curses;
  SCREEN *terminal;
  WINDOW *window;
  FILE *keys; /* what is typed */
  /* Those blocked besides SIGWINCH, which comes only while we wait for a key.  */
  sigset_t signals;
  bool has_colours;
  struct relief relief;
};

#define CURSES_NAME(name) #name,

/* Set all pointers of CURSES, which are one after the other.  */
static bool
look_up (void *library, struct curses *curses)
{
  static const char *const names[] = { CURSES_FUNCTIONS (CURSES_NAME) };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      void *const function = dlsym (library, names[i]);
      if (function == NULL)
        return false;
      memcpy ((char *)curses + i * sizeof function, &function,
              sizeof function);
    }
  return true;
}

static enum status
load (struct screen *screen, struct diag *diag)
{
  screen->library = dlopen (CURSES_SONAME, RTLD_NOW | RTLD_LOCAL);
  if (screen->library != NULL && look_up (screen->library, &screen->curses))
    return STATUS_OK;
  return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                    _ ("ncurses cannot be loaded: %s"), dlerror ());
}

/* Who has no memory tells so on a terminal as it was.  */
static bool
leave (void *owner)
{
  const struct screen *screen = owner;
  screen->curses.endwin ();
  return false;
}

/* The colours of styles.  Of several that are near each other a terminal has
   these at least.  */
static void
make_colours (const struct screen *screen)
{
  static const short colours[][2] = {
    { SCREEN_HEAT_1, COLOR_GREEN }, { SCREEN_HEAT_2, COLOR_YELLOW },
    { SCREEN_HEAT_3, COLOR_RED },   { SCREEN_GREW, COLOR_RED },
    { SCREEN_SHRANK, COLOR_BLUE },
  };
  screen->curses.start_color ();
  screen->curses.use_default_colors ();
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
    screen->curses.init_pair (colours[i][0], colours[i][1], -1);
}

/* Standard input, or if that is something else, what is typed on the terminal of
   the process all the same; null if it has none.  */
static FILE *
open_keys (void)
{
  return isatty (STDIN_FILENO) == 1 ? stdin : fopen ("/dev/tty", "re");
}

static void
close_keys (FILE *keys)
{
  if (keys != NULL && keys != stdin)
    fclose (keys);
}

/* Take the terminal; false if it has no places for text.  */
static bool
begin (struct screen *screen)
{
  const struct curses *curses = &screen->curses;
  screen->keys = open_keys ();
  screen->terminal = screen->keys != NULL
                         ? curses->newterm (NULL, stdout, screen->keys)
                         : NULL;
  if (screen->terminal == NULL)
    return false;
  /* The header that declares it has macros of common words.  */
  char *(*tigetstr) (const char *);
  *(void **)&tigetstr = dlsym (screen->library, "tigetstr");
  const char *place = tigetstr != NULL ? tigetstr ("cup") : NULL;
  if (place == NULL || place == (const char *)-1)
    {
      curses->endwin ();
      return false;
    }
  screen->window = *(WINDOW **)dlsym (screen->library, "stdscr");
  curses->raw ();
  curses->noecho ();
  curses->nonl ();
  curses->keypad (screen->window, true);
  curses->set_escdelay (ESCAPE_DELAY);
  curses->curs_set (0);
  screen->has_colours = screen->has_colours && curses->has_colors ();
  if (screen->has_colours)
    make_colours (screen);
  sigset_t size;
  sigemptyset (&size);
  sigaddset (&size, SIGWINCH);
  sigprocmask (SIG_BLOCK, &size, &screen->signals);
  return true;
}

enum status
screen_check (struct diag *diag)
{
  FILE *keys = isatty (STDOUT_FILENO) == 1 ? open_keys () : NULL;
  close_keys (keys);
  return keys != NULL ? STATUS_OK
                      : diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                                   _ ("'--browse' needs a terminal"));
}

enum status
screen_open (struct screen **screen, bool has_colours, struct diag *diag)
{
  struct screen *opened = array_new (1, sizeof *opened);
  *screen = opened;
  opened->has_colours = has_colours;
  enum status status = screen_check (diag);
  if (status == STATUS_OK)
    status = load (opened, diag);
  if (status != STATUS_OK)
    return status;
  if (!begin (opened))
    {
      const char *name = getenv ("TERM");
      return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                        _ ("'--browse' cannot draw on a terminal of the kind "
                           "'%s'"),
                        name != NULL ? name : "");
    }
  terminal_leave_at_fault ();
  opened->relief = (struct relief){ leave, opened };
  memory_set_relief (&opened->relief);
  return STATUS_OK;
}

void
screen_close (struct screen *screen)
{
  if (screen == NULL)
    return;
  memory_set_relief (NULL);
  if (screen->window != NULL)
    {
      screen->curses.endwin ();
      sigprocmask (SIG_SETMASK, &screen->signals, NULL);
      process_watch_signals ();
    }
  if (screen->terminal != NULL)
    screen->curses.delscreen (screen->terminal);
  close_keys (screen->keys);
  /* ncurses stays loaded: it keeps some memory for ever.  */
  free (screen);
}

void
screen_size (const struct screen *screen, int *rows, int *columns)
{
  *rows = screen->curses.getmaxy (screen->window);
  *columns = screen->curses.getmaxx (screen->window);
}

void
screen_clear (struct screen *screen)
{
  screen->curses.werase (screen->window);
}

static void
set_style (const struct screen *screen, enum screen_style style)
{
  attr_t bits = WA_NORMAL;
  short colour = 0;
  if (style == SCREEN_BOLD)
    bits = WA_BOLD;
  else if (style == SCREEN_DIM)
    bits = WA_DIM;
  else if (style == SCREEN_REVERSE)
    bits = WA_REVERSE;
  else if (style > SCREEN_REVERSE && screen->has_colours)
    colour = (short)style;
  screen->curses.wattr_set (screen->window, bits, colour, NULL);
}

/* Set *WIDE to the next character of TEXT[0 .. LENGTH-1] and *COLUMNS to how
   wide it is.  Returns its bytes.  */
static size_t
next_character (const char *text, size_t length, wchar_t *wide, int *columns)
{
  mbstate_t state = { 0 };
  const size_t bytes = mbrtowc (wide, text, length, &state);
  const bool is_known = bytes != 0 && bytes <= length;
  *columns = is_known ? wcwidth (*wide) : -1;
  if (*columns >= 0)
    return bytes;
  *wide = L'?';
  *columns = 1;
  return is_known ? bytes : 1;
}

void
screen_put (struct screen *screen, int row, int column, int width,
            const char *text, size_t length, int skip, enum screen_style style)
{
  wchar_t *line = array_new ((size_t)width + length + 1, sizeof *line);
  int count = 0, used = 0, columns;
  wchar_t wide;
  for (size_t at = 0; at < length;)
    {
      at += next_character (text + at, length - at, &wide, &columns);
      if (skip > 0)
        {
          skip -= columns;
          continue;
        }
      if (used + columns > width)
        break;
      line[count++] = wide;
      used += columns;
    }
  for (; used < width; used++)
    line[count++] = L' ';
  set_style (screen, style);
  screen->curses.wmove (screen->window, row, column);
  screen->curses.waddnwstr (screen->window, line, count);
  set_style (screen, SCREEN_PLAIN);
  free (line);
}

/* Keys of ncurses that we know, and what they are here.  */
static uint32_t
special_key (wint_t key)
{
  static const int keys[][2] = {
    { KEY_UP, SCREEN_UP },         { KEY_DOWN, SCREEN_DOWN },
    { KEY_LEFT, SCREEN_LEFT },     { KEY_RIGHT, SCREEN_RIGHT },
    { KEY_PPAGE, SCREEN_PAGE_UP }, { KEY_NPAGE, SCREEN_PAGE_DOWN },
    { KEY_HOME, SCREEN_HOME },     { KEY_END, SCREEN_END },
    { KEY_ENTER, SCREEN_ENTER },   { KEY_BACKSPACE, SCREEN_BACKSPACE },
    { KEY_BTAB, SCREEN_BACKTAB },  { KEY_RESIZE, SCREEN_CHANGED },
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (key == (wint_t)keys[i][0])
      return (uint32_t)keys[i][1];
  return SCREEN_OTHER;
}

/* Stop as the shell's user wants; the screen is drawn anew afterwards.  */
static uint32_t
stop (const struct screen *screen)
{
  screen->curses.endwin ();
  raise (SIGSTOP);
  return SCREEN_CHANGED;
}

/* As poll, until a key is typed or the terminal has another size.  ncurses would
   read on if that changed just before, and see it with the next key.  */
static int
wait_for_key (const struct screen *screen, int milliseconds)
{
  struct pollfd keys = { .fd = fileno (screen->keys), .events = POLLIN };
  const struct timespec time
      = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
  sigset_t mask = screen->signals;
  sigdelset (&mask, SIGWINCH);
  return ppoll (&keys, 1, milliseconds < 0 ? NULL : &time, &mask);
}

/* What ncurses has read; the rest of a key comes within MILLISECONDS.  */
static int
read_key (const struct screen *screen, int milliseconds, wint_t *key)
{
  screen->curses.wtimeout (screen->window, milliseconds);
  return screen->curses.wget_wch (screen->window, key);
}

uint32_t
screen_key (struct screen *screen, int milliseconds)
{
  enum
  {
    CTRL_C = 3,
    CTRL_H = 8,
    TAB = 9,
    CTRL_Z = 26,
    ESCAPE = 27,
    DELETE = 127
  };
  wint_t key = 0;
  screen->curses.wrefresh (screen->window);
  int kind = read_key (screen, 0, &key);
  if (kind == ERR)
    {
      const int ready = wait_for_key (screen, milliseconds);
      kind = read_key (screen, ready > 0 ? ESCAPE_DELAY : 0, &key);
      if (kind == ERR && ready == 0)
        return SCREEN_NOTHING;
      /* A signal is no end, nor is a part of a key.  */
      if (kind == ERR)
        return ready > 0 && wait_for_key (screen, 0) > 0 ? SCREEN_CLOSED
                                                         : SCREEN_CHANGED;
    }
  if (kind == KEY_CODE_YES)
    return special_key (key);
  switch (key)
    {
    case CTRL_C:
      return SCREEN_CLOSED;
    case CTRL_H:
    case DELETE:
      return SCREEN_BACKSPACE;
    case TAB:
      return SCREEN_TAB;
    case L'\n':
    case L'\r':
      return SCREEN_ENTER;
    case CTRL_Z:
      return stop (screen);
    case ESCAPE:
      return SCREEN_ESCAPE;
    default:
      return (uint32_t)key;
    }
}

#else

enum status
screen_check (struct diag *diag)
{
  return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                    _ ("this gprof was built without ncurses, so it has no "
                       "'--browse'"));
}

enum status
screen_open (struct screen **screen, bool has_colours, struct diag *diag)
{
  (void)has_colours;
  *screen = NULL;
  return screen_check (diag);
}

void
screen_close (struct screen *screen)
{
  (void)screen;
}

void
screen_size (const struct screen *screen, int *rows, int *columns)
{
  (void)screen;
  *rows = *columns = 0;
}

void
screen_clear (struct screen *screen)
{
  (void)screen;
}

void
screen_put (struct screen *screen, int row, int column, int width,
            const char *text, size_t length, int skip, enum screen_style style)
{
  (void)screen;
  (void)row;
  (void)column;
  (void)width;
  (void)text;
  (void)length;
  (void)skip;
  (void)style;
}

uint32_t
screen_key (struct screen *screen, int milliseconds)
{
  (void)screen;
  (void)milliseconds;
  return SCREEN_CLOSED;
}

#endif
