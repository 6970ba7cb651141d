#include "shapes.h"

int
more (int count)
{
  std::vector<double> values (count, 1.5);
  try
    {
      values.at (count - 1) = 2;
    }
  catch (...)
    {
      return 0;
    }
  return sum_of (values) > 1;
}
