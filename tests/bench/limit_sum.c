/* usage: limit_sum OUTPUT PROFILE...

   The floor for -s: each profile read with one read, added, and the sum
   written.  GNU gprof's sum has arcs between the starts of functions; here
   they stay as they are, which is no less to write.  */

#include "limit.h"

#include <stdio.h>
#include <string.h>

static void
write_sum (const struct gmon *gmon, FILE *output)
{
  unsigned char header[61] = "gmon\1";
  memcpy (header + 21, &gmon->low, 8);
  memcpy (header + 29, &gmon->high, 8);
  uint32_t numbers[2] = { (uint32_t)gmon->bin_count, gmon->rate };
  memcpy (header + 37, numbers, sizeof numbers);
  memcpy (header + 45, "seconds\0\0\0\0\0\0\0\0s", 16);
  fwrite (header, sizeof header, 1, output);
  for (size_t i = 0; i < gmon->bin_count; i++)
    {
      uint16_t bin
          = gmon->bins[i] < UINT16_MAX ? (uint16_t)gmon->bins[i] : UINT16_MAX;
      fwrite (&bin, sizeof bin, 1, output);
    }
  for (size_t i = 0; i < gmon->arc_count; i++)
    {
      unsigned char record[21] = { 1 };
      uint32_t count = (uint32_t)gmon->arcs[i].count;
      memcpy (record + 1, &gmon->arcs[i].from_pc, 8);
      memcpy (record + 9, &gmon->arcs[i].self_pc, 8);
      memcpy (record + 17, &count, sizeof count);
      fwrite (record, sizeof record, 1, output);
    }
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    limit_fail ("usage", "limit_sum OUTPUT PROFILE...");
  struct gmon gmon = { 0 };
  for (int i = 2; i < argc; i++)
    gmon_add (&gmon, argv[i]);
  FILE *output = fopen (argv[1], "wb");
  if (!output)
    limit_fail (argv[1], "cannot be written");
  write_sum (&gmon, output);
  if (ferror (output) | fclose (output))
    limit_fail (argv[1], "cannot be written");
  return 0;
}
