/* reader.c - the table of formats, and files from name to profile builder.  */

#include "config.h"

#include "input/reader.h"

#include <string.h>

#include "base/i18n.h"
#include "base/minmax.h"
#include "model/file_kind.h"

/* What the values of -O mean.  */
static const struct
{
  char letter;                 /* the first one of the value */
  bool tried;                  /* by auto, in this order */
  const struct reader *reader; /* null if none is meant, or there is none */
} formats[] = { [FORMAT_AUTO] = { 'a', false, NULL },
                [FORMAT_MAGIC] = { 'm', true, &reader_magic },
                [FORMAT_GPERF] = { '\0', true, &reader_gperf },
                [FORMAT_LIVE] = { '\0', true, &reader_live },
                [FORMAT_BSD] = { 'b', true, &reader_bsd },
                [FORMAT_BSD44] = { '4', false, &reader_bsd44 },
                [FORMAT_PROF] = { 'p', false, &reader_prof } };

enum
{
  FORMATS = sizeof formats / sizeof *formats,
  PROBE_SIZE = 64,          /* bytes that every probe can decide on */
  LIVE_READ_FIRST = 1 << 20 /* bytes of a live file */
};

/* The bytes of INFILE, of a program of TARGET.  */
static struct bytes
bytes_of (const struct infile *infile, const struct target *target,
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

/* The reader that knows HEAD, or null; if not LENIENT, one to which that is
   plausible, too.  */
static const struct reader *
find_reader (const struct bytes *head, bool lenient)
{
  for (size_t i = 0; i < FORMATS; i++)
    {
      const struct reader *reader = formats[i].reader;
      if (formats[i].tried && reader->probe (head, false) == STATUS_OK
          && (lenient || reader->plausible == NULL
              || reader->plausible (head)))
        return reader;
    }
  return NULL;
}

/* Find out which reader this is for; live files are for none unless
   KNOWS_LIVE.  */
static enum status
recognise (const struct infile *infile, const struct bytes *head,
           enum profile_format format, bool knows_live,
           const struct reader **reader)
{
  if (format == FORMAT_AUTO && knows_live && live_file_is_unborn (head))
    {
      *reader = &reader_live;
      return STATUS_OK;
    }
  if (infile->size == 0 && strcmp (infile->name, "-") == 0)
    return diag_fail (head->diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                      _ ("standard input is empty; a profile was expected "
                         "there"));
  if (infile->size == 0)
    return diag_fail (head->diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                      _ ("the file is empty; the profiled program may not "
                         "have ended normally"));
  *reader = formats[format].reader;
  if (*reader != NULL)
    return (*reader)->probe (head, true);
  *reader = find_reader (head, infile->regular);
  if (*reader != NULL && (*reader != &reader_live || knows_live))
    return STATUS_OK;
  return diag_fail (head->diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                    _ ("not a profile: it does not start with 'gmon', nor "
                       "like a profile of the BSDs"));
}

bool
reader_find_format (const char *name, enum profile_format *format)
{
  for (size_t i = 0; i < FORMATS; i++)
    if (formats[i].letter == name[0] && name[0] != '\0')
      {
        *format = (enum profile_format)i;
        return true;
      }
  return false;
}

enum status
reader_check_format (const struct options *options, struct diag *diag)
{
  const unsigned possible
      = LISTING_FLAT | LISTING_INFO | LISTING_PER_FILE | LISTING_DIFF;
  if (options->format != FORMAT_PROF
      || ((options->requested & ~possible) == 0
          && (options->report_format == REPORT_TEXT
              || options->report_format == REPORT_CSV)))
    return STATUS_OK;
  return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                    _ ("a profile of prof has no calls between functions, so "
                       "there is only a flat profile"));
}

bool
reader_is_live (const struct infile *infile)
{
  const struct bytes head = bytes_of (infile, &(struct target){ 0 }, NULL);
  return live_file_begins (&head) || live_file_is_unborn (&head);
}

bool
reader_recognises (const struct infile *infile, enum profile_format format,
                   const struct target *target)
{
  struct diag unsaid = { .status = STATUS_IO };
  const struct bytes head = bytes_of (infile, target, &unsaid);
  const struct reader *reader = formats[format].reader;
  return infile->size > 0
         && (reader != NULL ? reader->probe (&head, true) == STATUS_OK
                            : find_reader (&head, false) != NULL);
}

enum status
reader_open_file (struct infile *infile, const char *name, struct diag *diag)
{
  enum status status = infile_reopen (infile, name, PROBE_SIZE, diag);
  return status == STATUS_OK ? infile_unpack (infile, PROBE_SIZE, diag)
                             : status;
}

enum status
reader_leave_failure (struct diag *tried, struct diag *diag)
{
  if (tried->status == STATUS_OK)
    return STATUS_OK;
  if (!diag_can_do_without (tried))
    return diag_adopt (diag, tried);
  diag_release (tried);
  return STATUS_ABSENT;
}

/* Read what is left of INFILE, a live file, or what of it is worth reading.  */
static enum status
finish_live (struct infile *infile, const struct target *target,
             struct diag *diag)
{
  uint64_t wanted = LIVE_READ_FIRST, reach;
  enum status status;
  while ((status = infile_read_on (infile, (size_t)wanted, diag)) == STATUS_OK
         && !infile->at_end)
    {
      const struct bytes so_far = bytes_of (infile, target, diag);
      reach = live_file_reach (&so_far);
      if (reach <= wanted)
        break;
      wanted = min_u64 (reach, SIZE_MAX / 2);
      if (infile->known_size > 0 && infile->known_size <= wanted)
        return infile_finish (infile, diag);
    }
  return status;
}

/* Read the rest of INFILE; a pipe or device, which may never end, and what may
   expand to much, in growing steps, as long as READER may like what comes.  */
static enum status
read_rest (struct infile *infile, const struct reader *reader,
           const struct target *target, struct diag *diag)
{
  enum
  {
    FIRST_STEP = 1 << 16
  };
  if (reader == &reader_live)
    return finish_live (infile, target, diag);
  if ((infile->regular && !infile->is_packed) || reader->is_hopeless == NULL)
    return infile_finish (infile, diag);
  enum status status = STATUS_OK;
  for (size_t wanted = FIRST_STEP; !infile->at_end && status == STATUS_OK;
       wanted *= 2)
    {
      status = infile_read_on (infile, wanted, diag);
      const struct bytes so_far = bytes_of (infile, target, diag);
      if (status == STATUS_OK && reader->is_hopeless (&so_far))
        break;
    }
  return status;
}

enum status
reader_list_used (struct infile *infile, enum profile_format format,
                  const struct target *target, used_mapping_list *used,
                  struct diag *diag)
{
  const struct reader *reader = formats[format].reader;
  if (format == FORMAT_LIVE ? !reader_is_live (infile)
                            : !reader_recognises (infile, format, target))
    return STATUS_ABSENT;
  enum status status = read_rest (infile, reader, target, diag);
  struct bytes bytes = bytes_of (infile, target, diag);
  return status == STATUS_OK ? reader->list_used (&bytes, used) : status;
}

enum status
reader_read_live (const struct infile *infile, const struct target *target,
                  struct live_file *file, struct diag *diag)
{
  struct bytes bytes = bytes_of (infile, target, diag);
  return live_file_read (file, &bytes);
}

/* --- Why a file was refused --------------------------------------------- */

/* Another word size, or byte order, than TARGET's in which INFILE makes a
   profile, or 0 bytes for none.  */
static struct target
find_layout (const struct infile *infile, const struct target *target)
{
  const uint64_t size = infile->at_end           ? infile->size
                        : infile->known_size > 0 ? infile->known_size
                                                 : UINT64_MAX;
  for (unsigned change = 1; change < 4; change++)
    {
      struct target other = *target;
      other.word_size = change & 1 ? 12 - target->word_size : other.word_size;
      other.big_endian = target->big_endian != (change > 1);
      const struct bytes bytes = bytes_of (infile, &other, NULL);
      for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].tried
            && formats[i].reader->probe (&bytes, false) == STATUS_OK)
          {
            if (formats[i].reader->fits (&bytes, size))
              return other;
            break;
          }
    }
  return (struct target){ .word_size = 0 };
}

/* A program of another machine wrote it, as LAYOUT tells.  */
static enum status
refuse_layout (const struct infile *infile, const struct target *layout,
               const struct target *target, struct diag *diag)
{
  const struct place *where = PLACE_FILE (infile->name);
  if (layout->big_endian && !target->big_endian)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("written by a big-endian program, but the image is "
                         "little-endian; name the program that wrote it"));
  if (!layout->big_endian && target->big_endian)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("written by a little-endian program, but the image "
                         "is big-endian; name the program that wrote it"));
  return diag_fail (diag, STATUS_FORMAT, where,
                    _ ("written by a %u-bit program, but the image is a "
                       "%u-bit one; name the program that wrote it"),
                    8 * layout->word_size, 8 * target->word_size);
}

/* INFILE was refused with STATUS.  If it is of another kind, or of another
   machine, say that instead of where reading came to an end.  Nothing more is
   read of a pipe or device.  */
static enum status
explain (struct infile *infile, const struct target *target,
         enum status status, struct diag *diag)
{
  struct diag unsaid = { .status = STATUS_IO };
  if (infile->regular)
    infile_read_on (infile, FILE_KIND_ENOUGH, &unsaid);
  const struct target layout = find_layout (infile, target);
  struct diag better = { .program = diag->program };
  if (!file_kind_refuse (infile->data, infile->size, FILE_AS_PROFILE,
                         infile->name, &better)
      && layout.word_size != 0)
    refuse_layout (infile, &layout, target, &better);
  if (better.status == STATUS_OK)
    return status;
  diag_forget (diag);
  return diag_adopt (diag, &better);
}

/* INFILE is a live file, as IS_LIVE says, unlike the first file, or the other
   way round.  A live file is read twice.  */
static enum status
fail_mixture (const struct infile *infile, bool is_live, struct diag *diag)
{
  if (is_live && (!infile->regular || strcmp (infile->name, "-") == 0))
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (infile->name),
                      /* TRANSLATORS: a live file is what the recorder of calls
                         and samples writes while the program runs.  */
                      _ ("a live file has to be named as an ordinary file"));
  return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (infile->name),
                    _ ("live files and other profiles cannot be added up: of "
                       "one run, both have the same samples and calls"));
}

enum status
reader_read_opened (struct infile *infile, enum profile_format format,
                    const struct target *target,
                    struct profile_builder *builder,
                    struct record_counts *counts, struct diag *diag)
{
  const struct bytes head = bytes_of (infile, target, diag);
  const struct reader *reader = NULL;
  enum status status
      = recognise (infile, &head, format, !builder->quirks.knows_no_libraries,
                   &reader);
  if (status == STATUS_OK
      && (reader == &reader_live) != builder->origin.is_live)
    return fail_mixture (infile, reader == &reader_live, diag);
  if (status == STATUS_OK)
    status = read_rest (infile, reader, target, diag);
  if (status == STATUS_OK)
    {
      struct bytes bytes = bytes_of (infile, target, diag);
      status = reader->read (&bytes, builder, counts);
    }
  if (status == STATUS_OK)
    return profile_builder_end_file (builder, infile->name, diag);
  const bool is_wrong = status == STATUS_FORMAT || status == STATUS_MISMATCH;
  return is_wrong && infile->size > 0 ? explain (infile, target, status, diag)
                                      : status;
}
