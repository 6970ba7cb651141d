/* reader.h - recognise and read one profile-data format.

   A format is a row in a table in reader.c: the letter of -O, and a reader,
   that is a probe that looks at the first bytes and a function that reads the
   rest into a profile builder.  */

#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/infile.h"
#include "input/live_file.h"
#include "input/options.h"
#include "model/mapping.h"
#include "model/profile_builder.h"
#include "model/target.h"

/* How many records of each kind a file held.  */
struct record_counts
{
  uint64_t histograms, arcs, blocks, stacks;
};

struct reader
{
  /* Can a file of this format begin with HEAD, of which nothing is consumed?
     If not, STATUS_ABSENT; or, if SURE, because the user says that it is this
     format, STATUS_FORMAT and why.  */
  enum status (*probe) (const struct bytes *head, bool sure);
  /* Should a pipe or device that begins with HEAD be read to its end, which
     may never come?  Asked after the probe and if the user does not say what
     it is; null if the probe is proof enough.  */
  bool (*plausible) (const struct bytes *head);
  /* Read a whole file that passed the probe.  */
  enum status (*read) (struct bytes *bytes, struct profile_builder *builder,
                       struct record_counts *counts);
  /* Does SO_FAR, which begins like a file of this format, go on like one up to
     its end, in its word size and byte order?  SIZE is that of the whole file,
     UINT64_MAX if it is not known.  Asked to see whether another layout than
     the target's would do.  Null if that cannot be known.  */
  bool (*fits) (const struct bytes *so_far, uint64_t size);
  /* Append to USED what BYTES, a whole file of this format, have of the memory
     of a process; it borrows from them.  Null for other formats.  */
  enum status (*list_used) (struct bytes *bytes, used_mapping_list *used);
  /* Will READ surely fail at something that stands in SO_FAR, so that the rest
     of a pipe or device need not come?  Null if that cannot be known.  */
  bool (*is_hopeless) (const struct bytes *so_far);
};

extern const struct reader reader_magic; /* gmon.out of the GNU C library */
extern const struct reader reader_live;  /* the recorder's live file */
extern const struct reader reader_bsd;   /* gmon.out of the BSDs */
extern const struct reader reader_bsd44; /* only with the header of 4.4BSD */
extern const struct reader reader_prof;  /* mon.out of System V */
extern const struct reader reader_gperf; /* of gperftools */

/* For readers: add the next COUNT numbers of SIZE bytes to BINS, which are
   those of BUILDER's latest histogram, and note those that are full.  */
void reader_add_bins (struct bytes *bytes, unsigned size, uint64_t *bins,
                      size_t count, struct profile_builder *builder);

/* Set *FORMAT to the format that the argument NAME of -O means: its first
   letter decides (R1.3).  False if there is none.  */
bool reader_find_format (const char *name, enum profile_format *format);

/* STATUS_UNSUPPORTED if OPTIONS ask for more than profiles in their format
   have (R16.23).  */
enum status reader_check_format (const struct options *options,
                                 struct diag *diag);

/* Open the profile file NAME, "-" for standard input, in INFILE, which is as
   infile_reopen wants it, and read enough of it to see what it is.  */
enum status reader_open_file (struct infile *infile, const char *name,
                              struct diag *diag);

/* TRIED is what is wrong, if anything is, with a file that will be read once
   more.  STATUS_ABSENT: that will report it.  Otherwise the system failed, and
   so the run fails with DIAG.  Releases TRIED.  */
enum status reader_leave_failure (struct diag *tried, struct diag *diag);

/* Does INFILE, likewise opened or loaded, begin like a profile in FORMAT,
   which has a reader?  */
bool reader_recognises (const struct infile *infile,
                        enum profile_format format,
                        const struct target *target);

/* Does INFILE begin like a live file?  */
bool reader_is_live (const struct infile *infile);

/* Read INFILE, opened by reader_open_file, if it is in FORMAT, which has the
   memory of a process, and append that to USED, which borrows from INFILE.
   STATUS_ABSENT: it is in another format; otherwise as reader_read_opened.  */
enum status reader_list_used (struct infile *infile,
                              enum profile_format format,
                              const struct target *target,
                              used_mapping_list *used, struct diag *diag);

/* Read INFILE, a live file that reader_read_opened has read, once more, into
   FILE, which borrows from it.  As live_file_read.  */
enum status reader_read_live (const struct infile *infile,
                              const struct target *target,
                              struct live_file *file, struct diag *diag);

/* Read INFILE, opened by reader_open_file or loaded whole, in FORMAT, which
   has a reader, and add it to BUILDER.  STATUS_IO, STATUS_FORMAT,
   STATUS_MISMATCH; BUILDER may then hold part of the file.  Needs memory for
   the whole file.  What cannot be a profile is refused after its first
   bytes.  */
enum status reader_read_opened (struct infile *infile,
                                enum profile_format format,
                                const struct target *target,
                                struct profile_builder *builder,
                                struct record_counts *counts,
                                struct diag *diag);

#endif
