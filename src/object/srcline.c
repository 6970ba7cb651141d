/* srcline.c - which source file, line and function code comes from: the
   readers that can be asked.  */

#include "config.h"

#include "object/srcline.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/vec.h"
#include "srcline_private.h"

enum status
srcline_open (struct srcline **result, struct image *image,
              const struct quirks *quirks, struct diag *diag)
{
  struct srcline *srcline = *result = array_new (1, sizeof *srcline);
  if (srcline == NULL)
    return diag_no_memory (diag);
  srcline->image = image;
  srcline->quirks = *quirks;
  return STATUS_OK;
}

enum status
srcline_has_lines (struct srcline *srcline, struct diag *diag)
{
  return image_has_lines (srcline->image, diag);
}

static enum status
load_sections (struct srcline *srcline, struct diag *diag)
{
  if (!srcline->asked_for_sections)
    srcline->sections_status
        = image_debug_sections (srcline->image, &srcline->sections, diag);
  srcline->asked_for_sections = true;
  return srcline->sections_status;
}

enum status
srcline_sections (struct srcline *srcline, struct dwarf_sections *sections,
                  struct diag *diag)
{
  enum status status = load_sections (srcline, diag);
  *sections = srcline->sections;
  return status;
}

enum status
srcline_split_sections (struct srcline *srcline, const char *directory,
                        const char *name, struct dwarf_sections *sections,
                        struct diag *diag)
{
  return image_split_sections (srcline->image, directory, name, sections,
                               diag);
}

enum status
srcline_supplement_sections (struct srcline *srcline,
                             struct dwarf_sections *sections,
                             struct diag *diag)
{
  return image_supplement_sections (srcline->image, sections, diag);
}

/* --- Our own reader ------------------------------------------------------ */

static enum status
list_nearest (struct srcline *srcline, struct diag *diag)
{
  struct nearest *nearest = &srcline->own.nearest;
  enum status status
      = image_list_nearest (srcline->image, &nearest->symbols, diag);
  nearest->base_pc = image_text_start (srcline->image);
  nearest_sort (nearest, srcline->quirks.overruns_nearest_symbol);
  return status;
}

static enum status
open_own (struct srcline *srcline, struct diag *diag)
{
  enum status status = image_is_ordinary_elf (srcline->image)
                           ? load_sections (srcline, diag)
                           : STATUS_ABSENT;
  if (status == STATUS_OK)
    status = imitation_open (&srcline->own, &srcline->sections,
                             &srcline->quirks, diag);
  if (status != STATUS_OK)
    return status;
  status = image_has_other_lines (srcline->image)
               ? STATUS_ABSENT
               : list_nearest (srcline, diag);
  if (status != STATUS_ABSENT)
    return status;
  /* libbfd will be asked about any code.  */
  status = imitation_vet_all (&srcline->own);
  return status == STATUS_OK ? STATUS_ABSENT : status;
}

/* Nobody is to follow the debugging information.  */
static void
refuse_lines (struct srcline *srcline, struct diag *diag)
{
  srcline->is_refused = true;
  diag_warn (diag, PLACE_FILE (image_name (srcline->image)),
             _ ("the debugging information refers to the same things again "
                "and again, out of proportion, so source lines are not "
                "known"));
}

enum status
srcline_read (struct srcline *srcline, struct diag *diag)
{
  if (!srcline->asked_for_own)
    {
      srcline->asked_for_own = true;
      enum status status = open_own (srcline, diag);
      if (status != STATUS_OK)
        imitation_close (&srcline->own);
      if (status == STATUS_UNSUPPORTED)
        refuse_lines (srcline, diag);
      else if (status != STATUS_OK)
        return status;
    }
  return srcline->own.dwarf != NULL ? STATUS_OK : STATUS_ABSENT;
}

/* --- libbfd -------------------------------------------------------------- */

/* May libbfd be asked about PC?  STATUS_ABSENT if not.  */
static enum status
vet (struct srcline *srcline, uint64_t pc, struct diag *diag)
{
  if (srcline->is_refused || srcline->own.dwarf == NULL)
    return srcline->is_refused ? STATUS_ABSENT : STATUS_OK;
  enum status status = imitation_vet (&srcline->own, pc);
  if (status != STATUS_UNSUPPORTED)
    return status;
  refuse_lines (srcline, diag);
  return STATUS_ABSENT;
}

/* libbfd says that the code at PC is from LINE of *FILE: set *FILE to the
   right file (R3.9e).  */
static enum status
correct_file (struct srcline *srcline, uint64_t pc, uint32_t line,
              const char **file, struct diag *diag)
{
  if (!srcline->asked_for_files)
    {
      srcline->asked_for_files = true;
      enum status status = load_sections (srcline, diag);
      if (status == STATUS_OK)
        status
            = line_files_read (&srcline->files, &srcline->sections,
                               image_target (srcline->image)->word_size, diag);
      if (status != STATUS_OK && status != STATUS_ABSENT)
        return status;
    }
  if (srcline->files != NULL)
    *file = line_files_correct (srcline->files, pc, line, *file);
  return STATUS_OK;
}

enum status
srcline_ask_libbfd (struct srcline *srcline, uint64_t pc,
                    struct code_place *place, struct diag *diag)
{
  *place = (struct code_place){ 0 };
  enum status status = vet (srcline, pc, diag);
  if (status == STATUS_OK)
    status = image_find_line (srcline->image, pc, place, diag);
  if (status == STATUS_OK && !srcline->quirks.unset_file_is_first)
    status = correct_file (srcline, pc, place->line, &place->file, diag);
  return status;
}

void
srcline_close (struct srcline *srcline)
{
  if (srcline == NULL)
    return;
  imitation_close (&srcline->own);
  line_files_close (srcline->files);
  sources_release (&srcline->names);
  free (srcline);
}
