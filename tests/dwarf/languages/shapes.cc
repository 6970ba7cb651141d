#include "shapes.h"

int more (int);

namespace
{
auto twice = [] (int value) { return value * 2; };
}

int
main (int argc, char **)
{
  std::vector<int> areas;
  for (int i = 0; i < argc + 3; i++)
    {
      const Square square (i);
      const Shape &shape = square;
      areas.push_back (twice (shape.area ()));
    }
  return sum_of (areas) + more (argc) == 0;
}
