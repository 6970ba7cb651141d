/* student.h - Student's distribution, for differences between few runs.  */

#ifndef STUDENT_H
#define STUDENT_H

/* The probability that a value of Student's distribution with FREEDOM degrees
   of freedom, greater than 0 and below 2^53, is as far from 0 as T or further, on either
   side: I_x (FREEDOM / 2, 1/2) at x = FREEDOM / (FREEDOM + T * T), where I is
   the regularised incomplete beta function (NIST Digital Library of
   Mathematical Functions, 8.17).  Relative error below 1e-9 for the
   probabilities above 1e-12 and up to 10,000 degrees of freedom.  */
double student_tails (double t, double freedom);

#endif
