/* oddnames: symbol names C itself cannot spell.

   Assembler names give functions leading underscores, dots, dollars and digit
   suffixes.  As global symbols all of them are ordinary; with ODD_LOCALS they
   are local, where GNU gprof drops names with a dollar or with a dot that no
   number follows.  plain_name and _plain_name differ only by an underscore,
   and the mangled names look like C++ and Rust.  */

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

#ifdef ODD_LOCALS
# define SCOPE static
#else
# define SCOPE
#endif

static volatile unsigned sink;

#define DEFINE(identifier, label, rounds)                                     \
  SCOPE void identifier (void) __asm__ (label);                               \
  KEEP SCOPE void identifier (void)                                           \
  {                                                                           \
    for (unsigned i = 0; i < rounds; i++)                                     \
      sink += i;                                                              \
  }

DEFINE (plain, "plain_name", 600000)
DEFINE (one_underscore, "_plain_name", 1200000)
DEFINE (two_underscores, "__plain_name", 900000)
DEFINE (dollar, "odd$name", 600000)
DEFINE (dots, "odd.name.with.dots", 1800000)
DEFINE (number, "odd.1", 600000)
DEFINE (numbers, "odd.1.22", 600000)
DEFINE (clone, "odd.clone.3", 600000)
DEFINE (constprop, "odd.constprop.0", 1200000)
DEFINE (last_dot, "odd.", 600000)
DEFINE (cxx_name, "_ZN3odd7mangledEi", 600000)
DEFINE (cxx_clone, "_ZN3odd6clonedEv.isra.0", 600000)
DEFINE (rust_name, "_RNvCs15kBYyAo9fc_7mycrate3odd", 600000)
DEFINE (dlang_name, "_D3odd4funcFiZv", 600000)
DEFINE (gnat_name, "odd__package__proc", 600000)
DEFINE (ill_mangled, "_Z3", 300000)

int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      plain ();
      one_underscore ();
      dots ();
    }
  for (int i = 0; i < 10; i++)
    {
      two_underscores ();
      dollar ();
      number ();
      numbers ();
      clone ();
      constprop ();
      last_dot ();
    }
  for (int i = 0; i < 5; i++)
    {
      cxx_name ();
      cxx_clone ();
      rust_name ();
      dlang_name ();
      gnat_name ();
      ill_mangled ();
    }
  return 0;
}
