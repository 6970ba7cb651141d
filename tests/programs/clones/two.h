/* What main.c uses of two.c.  */

#ifndef TWO_H
#define TWO_H

extern void complain (int n) __attribute__ ((cold, noinline));
extern int other_work (int n);

#endif
