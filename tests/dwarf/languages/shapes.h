// Templates and members that many units have.
#include <vector>

template <typename Item>
Item
sum_of (const std::vector<Item> &items)
{
  Item sum{};
  for (const Item &item : items)
    sum += item;
  return sum;
}

struct Shape
{
  virtual ~Shape () = default;
  virtual int area () const { return 0; }
};

struct Square : Shape
{
  explicit Square (int side) : side_ (side) {}
  int area () const override { return side_ * side_; }
  int side_;
};
