/* cxx: names that need demangling.

   Overloads of one name, a function template and its instances, a class
   template, operators, virtual calls, a namespace, a static member, and one
   name much longer than the columns of the index.  */

#include <cstddef>

#include "shapes.h"

namespace
{
volatile unsigned sink;

KEEP void
hidden (unsigned rounds)
{
  for (unsigned i = 0; i < rounds; i++)
    sink = sink + i;
}
}

namespace sums
{
KEEP int
add (int a, int b)
{
  hidden (60000);
  return a + b;
}

KEEP double
add (double a, double b)
{
  hidden (100000);
  return a + b;
}

KEEP int
add (const int *values, std::size_t count)
{
  int total = 0;

  for (std::size_t i = 0; i < count; i++)
    total = add (total, values[i]);
  return total;
}
}

template <typename T> KEEP T
largest (T a, T b)
{
  hidden (100000);
  return a < b ? b : a;
}

int
shapes::square::area () const
{
  hidden (150000);
  return side * side;
}

int
shapes::circle::area () const
{
  hidden (300000);
  return 3 * radius * radius;
}

KEEP int
total_area (const shapes::shape *const *list, std::size_t count)
{
  int total = 0;

  for (std::size_t i = 0; i < count; i++)
    total += list[i]->area ();
  return total;
}

template <typename Key, typename Value, typename Compare, std::size_t Depth>
KEEP int
a_function_template_with_a_name_wider_than_any_column (Key, Value, Compare)
{
  hidden (100000);
  return static_cast<int> (Depth);
}

int
main ()
{
  const int values[] = { 1, 2, 3, 4, 5, 6, 7 };
  const shapes::square square (4);
  const shapes::circle circle (2);
  const shapes::shape *list[] = { &square, &circle, &square };
  shapes::stack<int> numbers;
  shapes::stack<double> fractions;
  int result = 0;

  for (int i = 0; i < 100; i++)
    {
      result += sums::add (values, 7);
      result += sums::add (i, i);
      result += static_cast<int> (sums::add (0.5, 1.5));
      result += largest (i, 50);
    }
  for (int i = 0; i < 40; i++)
    {
      result += static_cast<int> (largest (0.25, i * 1.0));
      result += total_area (list, 3);
      numbers.push (i);
      fractions.push (i * 0.5);
    }
  for (int i = 0; i < 9; i++)
    numbers += i;
  result += a_function_template_with_a_name_wider_than_any_column<
    const char *, shapes::stack<int> *, int (*) (int, int), 12> (
    "key", &numbers, nullptr);
  return result == 0;
}
