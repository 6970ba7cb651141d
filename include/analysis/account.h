/* account.h - an account of all the time that passed: what of it the processor
   took, what waits, and what nobody explains.  */

#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/waiting.h"
#include "base/command.h"
#include "model/profile.h"

/* Times are in seconds.  Zeroed, nothing is known.  */
struct account
{
  bool is_known;  /* the first three are, and of how many processes they are:
                     */
  double elapsed; /* the sum of those of all processes */
  double user, system;
  size_t processes;
  double longest;     /* elapsed time of one of them */
  uint64_t threads;   /* 0: not known */
  double lives;       /* elapsed time of all threads: what the others are parts
                       of */
  double recording;   /* the part of user and system that was sampled in the
                       recorder */
  bool has_waits;     /* they were measured, as */
  double waits;       /* time in so many */
  size_t places;      /* places, */
  double idle;        /* and of threads that only waited */
  double unexplained; /* the rest of LIVES; at least 0 */
};

/* The account of PROFILE, whose waits are WAITING, and of which RECORDING seconds
   are the recorder's.  COMMAND, which may be null, is the program that was run:
   its times are those of the account if the profile does not have them
   (R20.205).  O(processes + threads).  */
struct account account_make (const struct profile *profile,
                             const struct waiting *waiting, double recording,
                             const struct command *command);

/* That of COMMAND alone, which has ended, of which nothing was recorded.  */
struct account account_of_command (const struct command *command);

/* Processor time of all.  */
static inline double
account_processor (const struct account *account)
{
  return account->user + account->system;
}

#endif
