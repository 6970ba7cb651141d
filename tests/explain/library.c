/* A shared library.  */
void
in_library (void)
{
}
