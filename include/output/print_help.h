/* print_help.h - what --help and --version print.  */

#ifndef PRINT_HELP_H
#define PRINT_HELP_H

#include "base/output.h"

/* The options by purpose, one line each, within 80 columns.  PROGRAM is the
   name as typed.  */
void print_help (struct output *output, const char *program);

void print_version (struct output *output);

#endif
