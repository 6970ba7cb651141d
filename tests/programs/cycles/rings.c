/* The larger rings of the cycles program; main.c draws the picture.  */

#include "work.h"

static void red (int depth);
static void inner1 (int depth);
static void nest1 (int depth);
static void right1 (int depth);

KEEP static void
blue (int depth)
{
  burn (300000);
  if (depth > 0)
    red (depth - 1);
}

KEEP static void
green (int depth)
{
  burn (300000);
  if (depth > 0)
    blue (depth - 1);
}

KEEP static void
red (int depth)
{
  burn (200000);
  if (depth > 0)
    green (depth - 1);
}

KEEP void
ring (int depth)
{
  red (depth);
}

KEEP static void
inner2 (int depth)
{
  burn (200000);
  if (depth > 0 && depth % 2 == 0)
    inner1 (depth - 1);
  else if (depth > 0)
    nest1 (depth - 1);
}

KEEP static void
inner1 (int depth)
{
  burn (300000);
  if (depth > 0)
    inner2 (depth - 1);
}

KEEP static void
nest2 (int depth)
{
  burn (200000);
  if (depth > 0)
    inner1 (depth - 1);
}

KEEP static void
nest1 (int depth)
{
  burn (200000);
  if (depth > 0)
    nest2 (depth - 1);
}

KEEP void
nest (int depth)
{
  nest1 (depth);
  nest1 (depth + 1);
}

KEEP static void
right2 (int depth)
{
  burn (200000);
  if (depth > 0)
    right1 (depth - 1);
}

KEEP static void
right1 (int depth)
{
  burn (300000);
  if (depth > 0)
    right2 (depth - 1);
}

KEEP static void
bridge (void)
{
  burn (200000);
  right1 (3);
}

KEEP static void
left2 (int depth)
{
  burn (200000);
  if (depth > 0)
    left1 (depth - 1);
  bridge ();
}

KEEP void
left1 (int depth)
{
  burn (200000);
  if (depth > 0)
    left2 (depth - 1);
}
