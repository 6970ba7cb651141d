/* What a generator makes of grammar.in: no line of this file has code.  */
#line 100 "grammar.in"
__attribute__ ((noinline)) static int
action (int value)
{
  return value * 3 + 1;
}
#line 200 "other.in"
int
main (int argc, char **argv)
{
#line 300 "grammar.in"
  int result = action (argc);
#line 400 "other.in"
  return result + (argv == 0);
}
