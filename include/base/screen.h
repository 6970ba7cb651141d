/* screen.h - the whole of a terminal, for lines of text, and the keys that are
   pressed there.

   By ncurses, which is loaded when it is needed.  */

#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum screen_style
{
  SCREEN_PLAIN,
  SCREEN_BOLD,
  SCREEN_DIM,
  SCREEN_REVERSE,
  SCREEN_HEAT_1, /* little; without colours they are plain, as are these: */
  SCREEN_HEAT_2,
  SCREEN_HEAT_3, /* much */
  SCREEN_GREW,
  SCREEN_SHRANK
};

/* Keys that are no characters; others are what they write.  */
enum screen_key
{
  SCREEN_KEYS = 0x110000,
  SCREEN_UP = SCREEN_KEYS,
  SCREEN_DOWN,
  SCREEN_LEFT,
  SCREEN_RIGHT,
  SCREEN_PAGE_UP,
  SCREEN_PAGE_DOWN,
  SCREEN_HOME,
  SCREEN_END,
  SCREEN_ENTER,
  SCREEN_BACKSPACE,
  SCREEN_TAB,
  SCREEN_BACKTAB,
  SCREEN_ESCAPE,
  SCREEN_CHANGED, /* the terminal has another size, or went on after Ctrl-Z */
  SCREEN_CLOSED,  /* Ctrl-C, or there are no more keys */
  SCREEN_NOTHING, /* the time is over */
  SCREEN_OTHER
};

struct screen;

/* Take the terminal that standard output is; keys come from standard input if it
   is one, too, else from the terminal of the process.  *SCREEN is to be closed.
   STATUS_UNSUPPORTED if there is none, or one that has no places for text, or
   ncurses cannot be loaded.  */
enum status screen_open (struct screen **screen, bool has_colours,
                         struct diag *diag);

/* Check that without taking it.  */
enum status screen_check (struct diag *diag);

/* Give the terminal back as it was; SCREEN may be null.  */
void screen_close (struct screen *screen);

void screen_size (const struct screen *screen, int *rows, int *columns);

/* What is drawn from now on is drawn on blanks.  */
void screen_clear (struct screen *screen);

/* Draw the first LENGTH bytes of TEXT, which is of the locale, without the first
   SKIP columns of them, at ROW and COLUMN, WIDTH columns wide: what is longer is
   cut off, what is shorter has blanks behind it.  Bytes that write nothing are
   question marks.  */
void screen_put (struct screen *screen, int row, int column, int width,
                 const char *text, size_t length, int skip,
                 enum screen_style style);

/* Show what was drawn, and wait for a key: a character, or one of enum
   screen_key, at most MILLISECONDS, or if that is negative, as long as it takes.
   Ctrl-Z is acted upon here.  */
uint32_t screen_key (struct screen *screen, int milliseconds);

#endif
