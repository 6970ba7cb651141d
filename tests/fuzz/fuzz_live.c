/* fuzz_live.c - live files of the recorder.

   Input: a byte, the target (target_of); the header of the file; and then its
   blocks, two bytes for the size of each in front of it.  Between them is what
   lets each begin at a multiple of 4096, so that inputs are small.  */

#include "config.h"

#include "profiles.h"

#include <stdlib.h>
#include <string.h>

enum
{
  HEADER_SIZE = 64,
  ALIGNMENT = 4096,
  MOST = 15 * ALIGNMENT, /* bytes of a file */
  FRONT = 3              /* bytes in front of it: see profiles.h */
};

/* Put the file that INPUT describes at FILE: its size.  */
static size_t
compose (struct input input, unsigned char *file)
{
  const struct input header = input_part (&input, HEADER_SIZE);
  size_t size = header.left, place = ALIGNMENT;
  if (header.left > 0)
    memcpy (file, header.next, header.left);
  while (input.left > 0 && place < MOST)
    {
      const struct input block = input_part (&input, input_u16 (&input));
      const size_t fits
          = block.left < MOST - place ? block.left : MOST - place;
      if (fits > 0)
        memcpy (file + place, block.next, fits);
      size = place + fits;
      place = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + ALIGNMENT;
    }
  /* Nearly always whole pages, as recorders write them.  */
  return input.left == 0 && size % 2 == 0
             ? (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
             : size;
}

/* Two objects are known, one by its build-id.  */
static bool
place (const void *program, const struct mapping *mapping,
       struct mapped_place *place)
{
  static const char app[] = "/bin/app";
  static const unsigned char id[] = { 1, 2, 3, 4 };
  const bool is_one = mapping->build_id_size == sizeof id
                      && memcmp (mapping->build_id, id, sizeof id) == 0;
  (void)program;
  *place = is_one
               ? (struct mapped_place){ .bias = 0x1000000,
                                        .low_pc = 0x1001000,
                                        .limit_pc = 0x1002000 }
               : (struct mapped_place){ .low_pc = 0x1000, .limit_pc = 0x3000 };
  return is_one
         || (mapping->build_id_size == 0
             && mapping->path_length == sizeof app - 1
             && memcmp (mapping->path, app, sizeof app - 1) == 0);
}

/* A page of each has a linkage table.  */
static bool
is_linkage (const void *program, uint32_t object, uint64_t pc)
{
  (void)program;
  (void)object;
  return pc % 0x1000 >= 0xf00;
}

void
fuzz_one (struct input input)
{
  const struct profile_origin origin = { .outside_pc = 0x1ffffff,
                                         .is_live = true,
                                         .elsewhere_pc = 0x2000000,
                                         .place = place,
                                         .is_linkage = is_linkage };
  unsigned char *file = array_new (1, FRONT + MOST + ALIGNMENT);
  file[0] = (unsigned char)input_u8 (&input);
  const size_t size = compose (input, file + FRONT);
  file[1] = (unsigned char)(size & 0xff);
  file[2] = (unsigned char)(size >> 8);
  fuzz_profiles_of ((struct input){ file, FRONT + size }, FORMAT_AUTO,
                    &origin);
  free (file);
}
