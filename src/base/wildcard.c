/* wildcard.c - patterns with *, ? and [...], as shells know them.

   A pattern is parsed once.  While it is compared with a name, only the last *
   is ever extended: what stands before it has matched already, and another way
   to match it could not lead further.  So a comparison takes at most parts
   times bytes steps.  */

#include "config.h"

#include "base/wildcard.h"

bool
wildcard_is_pattern (const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (text[i] == '*' || text[i] == '?' || text[i] == '[')
      return true;
  return false;
}

static void
set_add (struct wildcard_set *set, unsigned first, unsigned last)
{
  for (unsigned byte = first; byte <= last; byte++)
    set->words[byte / 64] |= UINT64_C (1) << byte % 64;
}

static bool
set_has (const struct wildcard_set *set, unsigned byte)
{
  return set->words[byte / 64] >> byte % 64 & 1;
}

/* A pattern while it is read.  */
struct reading
{
  struct wildcard *wildcard;
  const unsigned char *text;
  size_t length;
  bool no_more_sets; /* no ] follows that could end one */
};

/* Where the ] is that ends the set whose [ is at START; 0 if there is none.
   One that comes first is a member.  */
static size_t
find_end (struct reading *reading, size_t start)
{
  const unsigned char *text = reading->text;
  size_t i = start + 1;
  if (reading->no_more_sets)
    return 0;
  if (i < reading->length && (text[i] == '!' || text[i] == '^'))
    i++;
  for (i++; i < reading->length; i++)
    if (text[i] == ']')
      return i;
  reading->no_more_sets = true;
  return 0;
}

/* Read the set whose [ is at START and whose ] is at END.  False when memory
   has run out.  */
static bool
read_set (struct reading *reading, size_t start, size_t end)
{
  const unsigned char *text = reading->text;
  struct wildcard *wildcard = reading->wildcard;
  struct wildcard_set set = { { 0 } };
  size_t i = start + 1;
  const bool negated = text[i] == '!' || text[i] == '^';
  for (i += negated; i < end; i++)
    if (i + 2 < end && text[i + 1] == '-')
      {
        set_add (&set, text[i], text[i + 2]);
        i += 2;
      }
    else
      set_add (&set, text[i], text[i]);
  for (size_t word = 0; word < 4 && negated; word++)
    set.words[word] = ~set.words[word];
  const struct wildcard_part part
      = { .kind = WILDCARD_SET, .set = (uint32_t)wildcard->sets.count };
  return vec_push (&wildcard->sets, set) && vec_push (&wildcard->parts, part);
}

/* Read what stands at I, and return where the next part begins; 0 when memory
   has run out.  */
static size_t
read_part (struct reading *reading, size_t i)
{
  const unsigned char byte = reading->text[i];
  struct wildcard_part part = { .kind = WILDCARD_BYTE, .byte = byte };
  if (byte == '[')
    {
      const size_t end = find_end (reading, i);
      if (end > 0)
        return read_set (reading, i, end) ? end + 1 : 0;
    }
  else if (byte == '?')
    part.kind = WILDCARD_ANY_BYTE;
  else if (byte == '*')
    part.kind = WILDCARD_ANY_TEXT;
  else if (byte == '\\' && i + 1 < reading->length)
    part.byte = reading->text[++i];
  return vec_push (&reading->wildcard->parts, part) ? i + 1 : 0;
}

enum status
wildcard_read (struct wildcard *wildcard, const char *text, size_t length,
               struct diag *diag)
{
  *wildcard = (struct wildcard){ 0 };
  struct reading reading
      = { wildcard, (const unsigned char *)text, length, false };
  for (size_t i = 0; i < length;)
    {
      i = read_part (&reading, i);
      if (i == 0)
        {
          wildcard_release (wildcard);
          return diag_no_memory (diag);
        }
    }
  return STATUS_OK;
}

static bool
part_matches (const struct wildcard *wildcard,
              const struct wildcard_part *part, unsigned char byte)
{
  return part->kind == WILDCARD_ANY_BYTE
         || (part->kind == WILDCARD_BYTE && part->byte == byte)
         || (part->kind == WILDCARD_SET
             && set_has (&wildcard->sets.items[part->set], byte));
}

bool
wildcard_matches (const struct wildcard *wildcard, const char *name,
                  size_t length)
{
  const struct wildcard_part *parts = wildcard->parts.items;
  const size_t count = wildcard->parts.count;
  size_t part = 0, i = 0;
  size_t star = count, taken = 0; /* the last *, and where its text ends */
  while (i < length)
    {
      if (part < count && parts[part].kind == WILDCARD_ANY_TEXT)
        {
          star = part++;
          taken = i;
        }
      else if (part < count
               && part_matches (wildcard, &parts[part],
                                (unsigned char)name[i]))
        {
          part++;
          i++;
        }
      else if (star < count)
        {
          part = star + 1;
          i = ++taken;
        }
      else
        return false;
    }
  while (part < count && parts[part].kind == WILDCARD_ANY_TEXT)
    part++;
  return part == count;
}

void
wildcard_release (struct wildcard *wildcard)
{
  vec_release (&wildcard->parts);
  vec_release (&wildcard->sets);
}
