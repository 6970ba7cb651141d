/* gmon_text.h - profile files, symbol tables and call graphs typed in as
   text.

   One item per line, words separated by blanks; empty lines and what follows a
   number sign are ignored.  Addresses are hexadecimal without prefix,
   everything else is decimal.  A mistake in the text ends the process.  */

#ifndef GMON_TEXT_H
#define GMON_TEXT_H

#include <stddef.h>

#include "base/memory.h"
#include "analysis/callgraph.h"
#include "base/diag.h"
#include "model/profile_builder.h"
#include "input/reader.h"
#include "model/sources.h"
#include "model/symtab.h"
#include "model/target.h"

/* --- gmon.out ----------------------------------------------------------- */

/* Every word size in every byte order, 64 bits little-endian first.  */
enum
{
  GMON_TARGETS = 4
};
extern const struct target gmon_targets[GMON_TARGETS];

struct gmon_text
{
  VEC (unsigned char) bytes;
  VEC (size_t) ends; /* where the header and each record end */
};

/* Build a file for TARGET's word size and byte order:

     magic VERSION                    the header; unless the first line is
                                      this, "raw" or of a BSD, version 1
     hist LOW HIGH RATE DIMENSION ABBREVIATION BIN ...
     arc FROM SELF COUNT
     block ADDRESS COUNT ...          basic-block counts of version 1
     oldblock ADDRESS COUNT ...       the same of version 0, with texts
     bsd LOW HIGH BIN ...             the header of an old BSD and bins
     bsd44 LOW HIGH RATE BIN ...      that of 4.4BSD
     bsdarc FROM SELF COUNT           an arc in a file of the BSDs
     raw HEX HEX ...                  bytes as they are  */
void gmon_text_build (struct gmon_text *gmon, const struct target *target,
                      const char *text);

void gmon_text_release (struct gmon_text *gmon);

/* Read the file NAME and add it to BUILDER; see reader_open_file and
   reader_read_opened.  */
enum status gmon_file_read (const char *name, enum profile_format format,
                            const struct target *target,
                            struct profile_builder *builder,
                            struct record_counts *counts, struct diag *diag);

/* Read SIZE bytes at DATA with READER and check what BUILDER has, as
   gmon_file_read does.  The reader gets an exact copy, so that tools notice
   a byte read beyond the end.  */
enum status gmon_bytes_read (const struct reader *reader,
                             const unsigned char *data, size_t size,
                             const struct target *target,
                             struct profile_builder *builder,
                             struct record_counts *counts, struct diag *diag);

/* Build TEXT for a 64-bit little-endian target and make PROFILE of it.  */
void gmon_text_read (const char *text, struct profile *profile);

/* Likewise of several texts, one file each, up to a null.  */
void gmon_texts_read (const char *const *texts, struct profile *profile);

/* What BUILDER was given becomes PROFILE.  */
void gmon_finish (struct profile_builder *builder, struct profile *profile);

/* --- Symbol tables ------------------------------------------------------ */

struct symtab_text
{
  struct arena memory;
  struct sources sources;
  struct symtab symtab; /* borrows from both */
};

/* Build a table:

     KIND ADDRESS NAME [FILE:LINE]    KIND is T for a global function, t for
                                      a static one, L and l for labels that
                                      are no functions
     end ADDRESS                      the end of the text section; must be
                                      there  */
void symtab_text_build (struct symtab_text *table, const char *text);

void symtab_text_release (struct symtab_text *table);

/* The symbol called NAME, the first one if there are several.  */
sym_id symtab_text_id (const struct symtab *symtab, const char *name);

/* --- Call graphs -------------------------------------------------------- */

/* Build a graph over SYMTAB; each line is FROM TO COUNT, the first two being
   names.  */
void graph_text_build (struct callgraph *graph, const struct symtab *symtab,
                       const char *text);

/* The arc between the symbols of these names.  */
arc_id graph_text_arc (const struct callgraph *graph,
                       const struct symtab *symtab, const char *from,
                       const char *to);

#endif
