// prog.cc - the like in C++; -DMORE adds a function.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

volatile long sum;

struct Shape
{
  virtual ~Shape () {}
  virtual long area (long n) const = 0;
};

struct Square : Shape
{
  long
  area (long n) const override
  {
    return n * n;
  }
};

struct Twice : Shape
{
  long
  area (long n) const override
  {
    for (long i = 0; i < n; i++)
      sum = sum + i;
    return sum;
  }
};

#ifdef MORE
struct Thrice : Shape
{
  long
  area (long n) const override
  {
    return 3 * n;
  }
};
#endif

int
main ()
{
  std::map<std::string, long> totals;
  std::vector<const Shape *> shapes = { new Square, new Twice };
#ifdef MORE
  shapes.push_back (new Thrice);
#endif
  for (long n = 0; n < 500; n++)
    for (const Shape *shape : shapes)
      totals[std::to_string (n % 7)] += shape->area (10000);
  std::vector<long> order;
  for (const auto &entry : totals)
    order.push_back (entry.second);
  std::sort (order.begin (), order.end (),
             [] (long a, long b) { return a > b; });
  return 0;
}
