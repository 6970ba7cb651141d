/* account.c - an account of all the time that passed (R20.204, R20.205).  */

#include "config.h"

#include "analysis/account.h"

static const double second = 1e9; /* in nanoseconds */

/* Add what the header of PROCESS says.  False if that is not all.  */
static bool
add_process (struct account *account, const struct profile_process *process)
{
  const double elapsed = (double)process->elapsed / second;
  account->processes += process->count;
  account->elapsed += elapsed;
  account->user += (double)process->user / second;
  account->system += (double)process->system / second;
  const double longest = (double)process->longest / second;
  if (longest > account->longest)
    account->longest = longest;
  return elapsed > 0 && !process->goes_on;
}

/* The lives of all threads: processes with one have the clock of the process.  */
static void
add_threads (struct account *account, const struct profile *profile)
{
  double lives = 0;
  for (size_t i = 0; i < profile->threads.count; i++)
    {
      account->threads += profile->threads.items[i].count;
      lives += (double)profile->threads.items[i].elapsed / second;
    }
  account->lives
      = account->threads > account->processes && lives > account->elapsed
            ? lives
            : account->elapsed;
}

struct account
account_of_command (const struct command *command)
{
  const double processor = command->user + command->system;
  return (struct account){ .is_known = !command->runs && command->elapsed > 0,
                           .elapsed = command->elapsed,
                           .user = command->user,
                           .system = command->system,
                           .processes = 1,
                           .longest = command->elapsed,
                           .lives = command->elapsed,
                           .unexplained = command->elapsed > processor
                                              ? command->elapsed - processor
                                              : 0 };
}

struct account
account_make (const struct profile *profile, const struct waiting *waiting,
              double recording, const struct command *command)
{
  struct account account = { .is_known = profile->processes.count > 0 };
  for (size_t i = 0; i < profile->processes.count; i++)
    if (!add_process (&account, &profile->processes.items[i]))
      account.is_known = false;
  if (!account.is_known && command != NULL)
    account = account_of_command (command);
  if (!account.is_known)
    return (struct account){ 0 };
  account.recording = recording;
  add_threads (&account, profile);
  account.has_waits = waiting->is_measured;
  account.waits = waiting->seconds;
  account.places = waiting->notable_places;
  account.idle = waiting->idle_seconds;
  account.unexplained = account.lives - account_processor (&account)
                        - account.waits - account.idle;
  if (account.unexplained < 0)
    account.unexplained = 0;
  return account;
}
