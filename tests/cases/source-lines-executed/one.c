int used (int n)
{
  return n + 1;
}
int never (int n)
{
  return n * 2;
}
int main (void)
{
  printf ("%d\n", used (2));
  return 0;
}
