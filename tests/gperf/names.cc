// Names of C++: templates, virtual functions, in name spaces.

namespace work
{
volatile unsigned long sink;

void
spend (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i * 5 ^ sink >> 1;
}

void
repeat (unsigned n, unsigned times)
{
  for (unsigned i = 0; i < times; i++)
    spend (n);
  sink++;
}

template <typename T>
T
twice (T value)
{
  repeat (static_cast<unsigned> (value), 2);
  sink++;
  return value + value;
}

struct shape
{
  virtual ~shape () {}
  virtual void draw () = 0;
};

struct round : shape
{
  void
  draw () override
  {
    spend (3000000);
    sink++;
  }
};

struct square : shape
{
  void
  draw () override
  {
    twice (1500000L);
    sink++;
  }
};
}

int
main (int argc, char **)
{
  work::round round;
  work::square square;
  work::shape *shapes[] = { &round, &square };
  for (int i = 0; i < 60 * argc; i++)
    shapes[i % 2]->draw ();
  return 0;
}
