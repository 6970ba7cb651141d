/* test_name_parts.c - what names of functions are put together of.  */

#include "config.h"

#include "model/name_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tap.h"

static void
check_clones (void)
{
  static const struct
  {
    const char *name;
    size_t length;
  } rows[] = { { "work", 4 },
               { "work.part.0", 4 },
               { "work.constprop.1.isra.0", 4 },
               { "work.cold", 4 },
               { "work.cold.12", 4 },
               { "work.partial.0", 14 },
               { "work.0", 6 },
               { "work.part.0.extra", 17 },
               { "work._omp_fn.0", 4 },
               { "a.b.cold", 3 },
               { ".cold", 5 },
               { "", 0 },
               { "app::Sq::area(int) [clone .part.0]", 18 } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ok (name_without_clone (rows[i].name) == rows[i].length,
        "'%s' without marks of clones", rows[i].name);
}

static void
check_templates (void)
{
  static const struct
  {
    const char *name, *stripped;
  } rows[] = {
    { "main", "main" },
    { "std::map<int, std::less<int> >::at", "std::map::at" },
    { "f<(E)1>", "f" },
    { "f<(1>0)>::g", "f::g" },
    { "f<A<B<C>>>::g<D>", "f::g" },
    { "operator<", "operator<" },
    { "operator<< <char>", "operator<<" },
    { "A<int>::operator-><char>", "A::operator->" },
    { "A<int>::operator<=>", "A::operator<=>" },
    { "operators<int>", "operators" },
    { "(anonymous namespace)::f<int>", "(anonymous namespace)::f" },
    { "<alloc::vec::Vec<T> as core::ops::Drop>::drop",
      "<alloc::vec::Vec as core::ops::Drop>::drop" },
    { "alloc::vec::Vec::<T>::push", "alloc::vec::Vec::push" },
    { "call::<fn(T) -> U>::go", "call::go" },
    { "f<unclosed", "f" },
    { "f<int> [clone .cold]", "f [clone .cold]" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      char *to = memory_new (strlen (rows[i].name) + 1);
      name_strip_templates (to, rows[i].name);
      is_text (to, rows[i].stripped, "'%s' without template arguments",
               rows[i].name);
      free (to);
    }
}

static void
check_components (void)
{
  static const struct
  {
    const char *name, *last;
  } rows[] = {
    { "main", "main" },
    { "std::map<int, a::b>::at", "at" },
    { "app::run(int)::{lambda(int)#1}::operator()",
      "{lambda(int)#1}::operator()" },
    { "app::Less::operator()", "Less::operator()" },
    { "core::run::{closure#0}", "run::{closure#0}" },
    { "(anonymous namespace)::f", "f" },
    { "A::operator std::string", "operator std::string" },
    { "A::operator b::c<d>()::{lambda()#1}::operator()",
      "{lambda()#1}::operator()" },
    { "<Vec<T> as core::ops::Drop>::drop", "drop" },
    { "", "" },
    { "a::", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    is_text (name_last_component (rows[i].name), rows[i].last,
             "the last component of '%s'", rows[i].name);
}

int
main (void)
{
  check_clones ();
  check_templates ();
  check_components ();
  return done ();
}
