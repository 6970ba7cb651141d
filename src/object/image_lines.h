/* image_lines.h - what an image has to say about source lines, for srcline and
   inlined code alone: everybody else asks these.  */

#ifndef IMAGE_LINES_H
#define IMAGE_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "dwarf/dwarf_sections.h"
#include "object/image.h"
#include "object/srcline.h"
#include "object/srcline_libbfd.h"

/* As it was opened; for messages.  */
const char *image_name (const struct image *image);

/* STATUS_ABSENT if neither the image nor a separate debug file can have
   lines.  */
enum status image_has_lines (struct image *image, struct diag *diag);

/* Prepare for all of the image's debugging information, or for asking libbfd
   very often.  */
void image_expect_lines (const struct image *image);

/* Set *SECTIONS to those of the image's debugging information, or of its
   separate debug file; the bytes live as long as the image.  STATUS_ABSENT if
   there is none, if it cannot be read, or if the image is not linked: then
   addresses in it are not final.  */
enum status image_debug_sections (struct image *image,
                                  struct dwarf_sections *sections,
                                  struct diag *diag);

/* Set *SECTIONS to those of the file NAME in DIRECTORY, which may be null, with
   the entries of a unit that was split; or, if that is not there, of the file
   with the last component of that name beside the image.  They live as long as
   the image.  STATUS_ABSENT if there is no such file.  */
enum status image_split_sections (struct image *image, const char *directory,
                                  const char *name,
                                  struct dwarf_sections *sections,
                                  struct diag *diag);

/* The same for the file that entries and texts of several programs were moved
   to, as dwz does; after image_debug_sections.  */
enum status image_supplement_sections (struct image *image,
                                       struct dwarf_sections *sections,
                                       struct diag *diag);

/* Does libbfd look up lines in IMAGE as it does in most ELF files?  On 64-bit
   PowerPC, symbols may name descriptors of functions.  */
bool image_is_ordinary_elf (const struct image *image);

/* After image_debug_sections: is there debugging information of another kind,
   too, which libbfd would look at?  */
bool image_has_other_lines (const struct image *image);

/* After image_debug_sections: append to SYMBOLS, in the table's order, those
   of the file with the debugging information that libbfd could name code by.
   STATUS_ABSENT if they cannot be read.  O(symbols).  */
enum status image_list_nearest (struct image *image,
                                nearest_symbol_list *symbols);

/* Where code comes from.  The texts belong to the image and are valid until
   the next question.  */
struct code_place
{
  const char *file, *function;
  uint32_t line;
};

/* Ask libbfd where the code at PC comes from.  It remembers what it was asked:
   function names may depend on earlier questions (R3.10).  STATUS_ABSENT if it
   does not know.  */
enum status image_find_line (struct image *image, uint64_t pc,
                             struct code_place *place, struct diag *diag);

/* --- Srcline ------------------------------------------------------------- */

/* What the files of srcline share.  */

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

/* Set SRCLINE->sections by the first question, see image_debug_sections.  */
enum status srcline_load_sections (struct srcline *srcline, struct diag *diag);

/* Open our own reader by the first question.  STATUS_ABSENT, and SRCLINE->own
   has no DWARF, if libbfd is to be asked instead.  */
enum status srcline_read (struct srcline *srcline, struct diag *diag);

/* Ask libbfd where the code at PC comes from, see image_find_line.
   STATUS_ABSENT, too, and a warning the first time, if libbfd would need too
   long for the debugging information.  */
enum status srcline_ask_libbfd (struct srcline *srcline, uint64_t pc,
                                struct code_place *place, struct diag *diag);

#endif
