/* terminal.h - how large a terminal is, and whether to use colours.  */

#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>

/* When to use colours, in the order of the words of --color.  */
enum colour_choice
{
  COLOUR_AUTO,
  COLOUR_ALWAYS,
  COLOUR_NEVER
};

/* 0 if not known.  */
struct terminal_size
{
  int columns, rows;
};

/* The size of the terminal that FD is: that of COLUMNS and LINES, as POSIX has
   it, else what the system says.  Of what is no terminal it is not known.  */
struct terminal_size terminal_size (int fd);

/* Are colours to be used on FD (R14.141)?  With COLOUR_AUTO the environment
   decides: NO_COLOR and CLICOLOR_FORCE, then whether FD is a terminal that can
   show them.  */
bool terminal_wants_colours (int fd, enum colour_choice choice);

#endif
