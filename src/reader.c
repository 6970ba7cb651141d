/* reader.c - the table of formats, and files from name to profile.  */

#include "config.h"

#include "reader.h"

#include "i18n.h"
#include "infile.h"

static const struct reader *const readers[] = { &reader_magic };

enum
{
  PROBE_SIZE = 64 /* bytes that every probe can decide on */
};

static struct bytes
cursor (const struct infile *infile, const struct target *target,
        struct diag *diag)
{
  return (struct bytes){
    .file = infile->name,
    .start = infile->data,
    .next = infile->data,
    .end = infile->size > 0 ? infile->data + infile->size : infile->data,
    .word_size = target->word_size,
    .big_endian = target->big_endian,
    .sign_extend = target->sign_extend,
    .diag = diag,
  };
}

/* Find out which reader this is for.  */
static enum status
recognise (const struct infile *infile, const struct target *target,
           const struct reader **reader, struct diag *diag)
{
  const struct bytes head = cursor (infile, target, diag);
  if (infile->size == 0)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                      _ ("the file is empty; the profiled program may not "
                         "have ended normally"));
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    {
      *reader = readers[i];
      enum status status = readers[i]->probe (&head);
      if (status != STATUS_ABSENT)
        return status;
    }
  return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                    _ ("not a profile: it does not start with 'gmon'"));
}

enum status
reader_read_file (const char *name, const struct target *target,
                  struct profile *profile, struct record_counts *counts,
                  struct diag *diag)
{
  struct infile infile;
  const struct reader *reader = NULL;
  enum status status = infile_open (&infile, name, PROBE_SIZE, diag);
  if (status == STATUS_OK)
    status = recognise (&infile, target, &reader, diag);
  if (status == STATUS_OK)
    status = infile_finish (&infile, diag);
  if (status == STATUS_OK)
    {
      struct bytes bytes = cursor (&infile, target, diag);
      status = reader->read (&bytes, profile, counts);
    }
  if (status == STATUS_OK)
    status = profile_check (profile, diag);
  infile_release (&infile);
  return status;
}
