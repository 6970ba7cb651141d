/* Classes of the cxx program.  */

#ifndef SHAPES_H
#define SHAPES_H

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

namespace shapes
{
class shape
{
public:
  virtual int area () const = 0;
};

class square : public shape
{
public:
  explicit square (int s) : side (s) {}
  KEEP int area () const override;

private:
  int side;
};

class circle : public shape
{
public:
  explicit circle (int r) : radius (r) {}
  KEEP int area () const override;

private:
  int radius;
};

template <typename T> class stack
{
public:
  KEEP void push (T value)
  {
    items[count++ % capacity] = value;
  }

  KEEP stack &operator+= (T value)
  {
    push (value);
    return *this;
  }

private:
  static const unsigned capacity = 16;
  T items[capacity];
  unsigned count = 0;
};
}

#endif
