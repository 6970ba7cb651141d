/* srcline_private.h - what the files of srcline share.  */

#ifndef SRCLINE_PRIVATE_H
#define SRCLINE_PRIVATE_H

#include <stdbool.h>

#include "image_lines.h"
#include "object/srcline.h"
#include "object/srcline_libbfd.h"

struct srcline
{
  struct image *image; /* borrowed */
  struct quirks quirks;
  struct dwarf_sections sections;
  enum status sections_status; /* of loading these */
  struct imitation own;        /* our reader; no DWARF if it is of no use */
  struct line_files *files;    /* null if they are not needed */
  struct sources names;        /* of functions, as libbfd gave them */
  bool asked_for_sections, asked_for_own, asked_for_files;
  bool is_refused; /* the debugging information is too expensive to follow */
};

/* Open our own reader by the first question.  STATUS_ABSENT, and SRCLINE->own
   has no DWARF, if libbfd is to be asked instead.  */
enum status srcline_read (struct srcline *srcline, struct diag *diag);

/* Ask libbfd where the code at PC comes from, see image_find_line.
   STATUS_ABSENT, too, and a warning the first time, if libbfd would need too
   long for the debugging information.  */
enum status srcline_ask_libbfd (struct srcline *srcline, uint64_t pc,
                                struct code_place *place, struct diag *diag);

#endif
