/* spelling.c - how far two words are apart.

   The table of distances between all beginnings of the two words, of which
   three rows are kept: the last two for changed neighbours.  */

#include "config.h"

#include "base/spelling.h"

#include <stdint.h>
#include <string.h>

static size_t
least (size_t a, size_t b)
{
  return a < b ? a : b;
}

size_t
spelling_distance (const char *a, size_t a_length, const char *b,
                   size_t b_length)
{
  size_t rows[3][SPELLING_LONGEST + 1];
  if (a_length > SPELLING_LONGEST || b_length > SPELLING_LONGEST)
    return SIZE_MAX;
  for (size_t j = 0; j <= b_length; j++)
    rows[0][j] = j;
  for (size_t i = 1; i <= a_length; i++)
    {
      size_t *row = rows[i % 3];
      const size_t *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
      row[0] = i;
      for (size_t j = 1; j <= b_length; j++)
        {
          row[j] = least (above[j - 1] + (a[i - 1] != b[j - 1]),
                          least (above[j], row[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = least (row[j], before[j - 2] + 1);
        }
    }
  return rows[a_length % 3][b_length];
}

size_t
spelling_tolerance (size_t length)
{
  return least (length / 3, 3);
}
