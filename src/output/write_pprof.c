/* write_pprof.c - stacks as a profile of pprof (R15.49): a message of
   profile.proto in Protocol Buffers, inside gzip, if there is zlib.  Waits are
   samples that have a value of their own (R20.262).  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/deflate.h"
#include "base/memory.h"
#include "base/quoting.h"
#include "output/formats.h"
#include "output/view_stacks.h"

/* The numbers of fields that we write.  */
enum
{
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_MAPPING = 3,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING = 6,
  PROFILE_DURATION = 10,
  PROFILE_PERIOD_TYPE = 11,
  PROFILE_PERIOD = 12,
  PROFILE_COMMENT = 13,
  PROFILE_DEFAULT_TYPE = 14,
  VALUE_TYPE = 1,
  VALUE_UNIT = 2,
  SAMPLE_LOCATIONS = 1,
  SAMPLE_VALUES = 2,
  MAPPING_ID = 1,
  MAPPING_START = 2,
  MAPPING_LIMIT = 3,
  MAPPING_FILE = 5,
  MAPPING_BUILD_ID = 6,
  MAPPING_HAS_FUNCTIONS = 7,
  LOCATION_ID = 1,
  LOCATION_MAPPING = 2,
  LOCATION_ADDRESS = 3,
  LOCATION_LINE = 4,
  LINE_FUNCTION = 1,
  LINE_LINE = 2,
  FUNCTION_ID = 1,
  FUNCTION_NAME = 2,
  FUNCTION_SYSTEM_NAME = 3,
  FUNCTION_FILE = 4,
  FUNCTION_LINE = 5
};

/* A message as it comes to be.  */
struct message
{
  VEC (unsigned char) bytes;
};

struct writer
{
  struct report *report;
  bool has_samples, has_waits;
  struct stacks_view sampled, waits; /* empty if there are none */
  struct output *output;
  struct message message; /* a field of the profile */
  struct message part;    /* of that message */
  uint64_t strings;       /* how many the table has */
};

/* --- Protocol Buffers ---------------------------------------------------- */

enum
{
  WIRE_VARINT = 0,
  WIRE_BYTES = 2
};

static void
append (struct message *message, const void *bytes, size_t count)
{
  vec_reserve (&message->bytes, message->bytes.count + count);
  if (count > 0)
    memcpy (message->bytes.items + message->bytes.count, bytes, count);
  message->bytes.count += count;
}

/* VALUE in groups of seven bits, the lowest first.  */
static void
put_varint (struct message *message, uint64_t value)
{
  unsigned char bytes[10];
  size_t count = 0;
  for (; value > 0x7f; value >>= 7)
    bytes[count++] = (unsigned char)(value | 0x80);
  bytes[count++] = (unsigned char)value;
  append (message, bytes, count);
}

/* A FIELD that is a number; 0 is what it is without being written.  */
static void
put_number_field (struct message *message, unsigned field, uint64_t value)
{
  if (value == 0)
    return;
  put_varint (message, field << 3 | WIRE_VARINT);
  put_varint (message, value);
}

/* A FIELD that is a message or packed numbers, PART, which is emptied.  */
static void
put_part (struct message *message, unsigned field, struct message *part)
{
  put_varint (message, field << 3 | WIRE_BYTES);
  put_varint (message, part->bytes.count);
  append (message, part->bytes.items, part->bytes.count);
  part->bytes.count = 0;
}

/* --- Fields of the profile ----------------------------------------------- */

static void
write_bytes (struct writer *writer, const struct message *message)
{
  if (message->bytes.count > 0)
    output_bytes (writer->output, (const char *)message->bytes.items,
                  message->bytes.count);
}

/* Write the FIELD that is writer->message.  */
static void
write_message (struct writer *writer, unsigned field)
{
  struct message head = { 0 };
  put_varint (&head, field << 3 | WIRE_BYTES);
  put_varint (&head, writer->message.bytes.count);
  write_bytes (writer, &head);
  write_bytes (writer, &writer->message);
  vec_release (&head.bytes);
  writer->message.bytes.count = 0;
}

/* Write the FIELD that is the number VALUE.  */
static void
write_number (struct writer *writer, unsigned field, uint64_t value)
{
  struct message number = { 0 };
  put_number_field (&number, field, value);
  write_bytes (writer, &number);
  vec_release (&number.bytes);
}

/* Append TEXT, or nothing if it is null, to the table of strings as one line
   of UTF-8; its number.  The first string has to be empty, and is number 0 for
   whatever is.  Nothing else is in writer->message.  */
static uint64_t
write_string (struct writer *writer, const char *text)
{
  const unsigned char *at = (const unsigned char *)(text != NULL ? text : "");
  if (*at == '\0' && writer->strings > 0)
    return 0;
  while (*at != '\0')
    {
      char bytes[QUOTED_MOST];
      const size_t count = quote_callgrind (&at, bytes);
      append (&writer->message, bytes, count);
    }
  write_message (writer, PROFILE_STRING);
  return writer->strings++;
}

/* FIELD says what values are.  */
static void
write_value_type (struct writer *writer, unsigned field, const char *type,
                  const char *unit)
{
  const uint64_t type_string = write_string (writer, type);
  const uint64_t unit_string = write_string (writer, unit);
  put_number_field (&writer->message, VALUE_TYPE, type_string);
  put_number_field (&writer->message, VALUE_UNIT, unit_string);
  write_message (writer, field);
}

/* What the values of samples are.  */
static void
write_sample_types (struct writer *writer)
{
  if (writer->has_samples)
    write_value_type (writer, PROFILE_SAMPLE_TYPE, "samples", "count");
  if (writer->sampled.has_nanoseconds)
    write_value_type (writer, PROFILE_SAMPLE_TYPE, "time", "nanoseconds");
  if (writer->has_waits)
    write_value_type (writer, PROFILE_SAMPLE_TYPE, "waits", "nanoseconds");
}

static void
write_head (struct writer *writer)
{
  const uint32_t rate = writer->report->profile->rate;
  write_string (writer, "");
  if (writer->has_samples && !writer->report->profile->arcs_are_measured)
    write_number (writer, PROFILE_COMMENT,
                  write_string (writer, "stacks " STACKS_SYNTHESISED));
  write_sample_types (writer);
  if (!writer->sampled.has_nanoseconds)
    return;
  write_value_type (writer, PROFILE_PERIOD_TYPE, "time", "nanoseconds");
  write_number (writer, PROFILE_PERIOD, (1000000000u + rate / 2) / rate);
  write_number (writer, PROFILE_DEFAULT_TYPE, write_string (writer, "time"));
}

/* --- Mappings ------------------------------------------------------------ */

static enum status
write_mapping (struct writer *writer, size_t number, struct diag *diag)
{
  const struct object *object
      = &writer->report->program->objects.items[number - 1];
  struct message *message = &writer->message;
  const unsigned char *id;
  size_t size;
  char text[BUILD_ID_TEXT];
  enum status status = image_find_build_id (object->image, &id, &size, diag);
  if (status != STATUS_OK)
    return status;
  build_id_text (text, id, size);
  const uint64_t file = write_string (writer, object->label);
  const uint64_t build_id = write_string (writer, text);
  put_number_field (message, MAPPING_ID, number);
  put_number_field (message, MAPPING_START, object->low_pc);
  put_number_field (message, MAPPING_LIMIT, object->limit_pc);
  put_number_field (message, MAPPING_FILE, file);
  put_number_field (message, MAPPING_BUILD_ID, build_id);
  put_number_field (message, MAPPING_HAS_FUNCTIONS, 1);
  write_message (writer, PROFILE_MAPPING);
  return STATUS_OK;
}

static enum status
write_mappings (struct writer *writer, struct diag *diag)
{
  const size_t count = writer->report->program->objects.count;
  enum status status = STATUS_OK;
  for (size_t i = 1; i <= count && status == STATUS_OK; i++)
    status = write_mapping (writer, i, diag);
  return status;
}

/* --- Frames and samples -------------------------------------------------- */

/* The function and the location NUMBER that FRAME is.  */
static void
write_frame (struct writer *writer, const struct stack_frame *frame,
             uint64_t number)
{
  struct message *message = &writer->message;
  const uint64_t name = write_string (writer, frame->name);
  const uint64_t system_name = write_string (writer, frame->function);
  const uint64_t file = write_string (writer, frame->file);
  put_number_field (message, FUNCTION_ID, number);
  put_number_field (message, FUNCTION_NAME, name);
  put_number_field (message, FUNCTION_SYSTEM_NAME, system_name);
  put_number_field (message, FUNCTION_FILE, file);
  put_number_field (message, FUNCTION_LINE, frame->line);
  write_message (writer, PROFILE_FUNCTION);

  put_number_field (message, LOCATION_ID, number);
  put_number_field (message, LOCATION_MAPPING, frame->object);
  put_number_field (message, LOCATION_ADDRESS, frame->address);
  put_number_field (&writer->part, LINE_FUNCTION, number);
  put_number_field (&writer->part, LINE_LINE, frame->line);
  put_part (message, LOCATION_LINE, &writer->part);
  write_message (writer, PROFILE_LOCATION);
}

/* Those of VIEW, behind FIRST others.  */
static void
write_frames (struct writer *writer, struct stacks_view *view, uint64_t first)
{
  for (size_t i = 0; i < view->frame_count; i++)
    {
      const struct stack_frame frame = stacks_view_frame (view, i);
      write_frame (writer, &frame, first + i + 1);
    }
}

/* ROW of the view that has its frames behind FIRST others.  The innermost frame
   comes first.  What a row is no sample, or no wait, of, is 0.  */
static void
write_sample (struct writer *writer, const struct stack_row *row,
              uint64_t first, bool is_wait)
{
  for (size_t i = row->depth; i-- > 0;)
    put_varint (&writer->part, first + row->frames[i] + 1);
  put_part (&writer->message, SAMPLE_LOCATIONS, &writer->part);
  if (writer->has_samples)
    put_varint (&writer->part, is_wait ? 0 : row->samples);
  if (writer->sampled.has_nanoseconds)
    put_varint (&writer->part, is_wait ? 0 : row->nanoseconds);
  if (writer->has_waits)
    put_varint (&writer->part, is_wait ? row->nanoseconds : 0);
  put_part (&writer->message, SAMPLE_VALUES, &writer->part);
  write_message (writer, PROFILE_SAMPLE);
}

static void
write_samples (struct writer *writer)
{
  const struct stack_row *row;
  uint64_t duration = 0;
  while ((row = stacks_view_next (&writer->sampled)) != NULL)
    {
      duration += row->nanoseconds;
      write_sample (writer, row, 0, false);
    }
  while ((row = stacks_view_next (&writer->waits)) != NULL)
    write_sample (writer, row, writer->sampled.frame_count, true);
  write_number (writer, PROFILE_DURATION, duration);
}

/* --- All ----------------------------------------------------------------- */

enum status
write_pprof (struct report *report, struct diag *diag)
{
  struct writer writer
      = { .report = report,
          .has_waits = report->listings & LISTING_WAITS,
          .output = deflate_start (report->output, DEFLATE_GZIP) };
  writer.has_samples = stacks_view_start_samples (&writer.sampled, report);
  if (writer.has_waits)
    stacks_view_start_waits (&writer.waits, report);
  write_head (&writer);
  const enum status status = write_mappings (&writer, diag);
  write_frames (&writer, &writer.sampled, 0);
  write_frames (&writer, &writer.waits, writer.sampled.frame_count);
  write_samples (&writer);
  deflate_end (writer.output);
  stacks_view_end (&writer.sampled);
  stacks_view_end (&writer.waits);
  vec_release (&writer.message.bytes);
  vec_release (&writer.part.bytes);
  return status;
}
