/* server.c - a program that never ends by itself.

   SPDX-License-Identifier: 0BSD

   It stands for a server: it answers some thousand times a second, and waits
   in between.  See exit-on-term.c for how it leaves a profile.  */

#include <time.h>

volatile unsigned answers;

void
answer (void)
{
  for (int i = 0; i < 10000; i++)
    answers += i % 7;
}

void
wait_for_question (void)
{
  nanosleep (&(struct timespec){ 0, 100000 }, NULL);
}

int
main (void)
{
  for (;;)
    {
      wait_for_question ();
      answer ();
    }
}
