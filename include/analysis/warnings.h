/* warnings.h - which warnings a run needs about its profiles and calls,
   although nothing is wrong with the files: one line each.  */

#ifndef WARNINGS_H
#define WARNINGS_H

#include <stdbool.h>

#include "analysis/callgraph.h"
#include "base/diag.h"
#include "input/options.h"
#include "input/program.h"
#include "model/profile.h"
#include "model/symtab.h"
#include "object/image.h"

/* --- Profiles ------------------------------------------------------------ */

/* A sign that a profile is not the program's, or not all of it.  */
struct mismatch
{
  const char *file; /* that shows it; borrowed from the profile */
  char *text;       /* what is said of that, to be freed; null: no sign */
};

/* Warn of what PROFILE, which was read whole, may not tell truly, and set
   *FOUND.  STATUS_MISMATCH if the user wants a mismatch to fail; otherwise as
   warn_of_pairing, which is most of the cost.  */
enum status warn_of_profile (const struct profile *profile,
                             const struct options *options,
                             const struct program *program,
                             struct mismatch *found, struct diag *diag);

/* Bins that are full or nearly so.  */
struct bins_nearly_full
{
  const struct profile_file *first; /* that has any; null if none has */
  uint64_t bins;
  size_t files;
};

/* Find those of PROFILE, in all files but sums; see warn_of_full_bins.  */
struct bins_nearly_full find_full_bins (const struct profile *profile,
                                        const struct symtab *symtab);

/* The first library of PROGRAM that has counted calls and a histogram without
   ticks, if the program itself has ticks: in one process, the C library
   samples either the program or one library (R16.41).  Else null.
   O((histograms + arcs) log objects + bins).  */
const struct object *find_unsampled_library (const struct profile *profile,
                                             const struct program *program);

/* Warn of bins that are full or nearly so: the program may have counted on
   from 0.  Files that are sums do not count; one is recognised by arcs that
   lead to the very start of a function, or by a second record of the range.
   O(files that brought something).  */
void warn_of_full_bins (const struct profile *profile,
                        const struct symtab *symtab, struct diag *diag);

/* Warn that the profile has no arcs, so that the call graph is left out.  */
void warn_of_no_graph (const struct options *options, struct diag *diag);

/* Warn if PROFILE has no samples, so that the flat profile is empty, if it is
   one of LISTINGS, a set of enum listing.  TICKS: all that it shows.
   O(bins).  */
void warn_of_samples (const struct profile *profile, unsigned listings,
                      const struct options *options, double ticks,
                      struct diag *diag);

/* --- Calls --------------------------------------------------------------- */

/* The first object of PROGRAM that can start threads, with *STARTER, a
   function that does it; else both are null.  */
const struct object *find_thread_starter (const struct program *program,
                                          const char **starter);

/* Warn of calls that GRAPH may lack, if it is shown or written for LISTINGS.
   MISMATCHED: warn_of_profile has found that.  O(symbols).  */
void warn_of_calls (const struct callgraph *graph, unsigned listings,
                    const struct program *program, bool mismatched,
                    struct diag *diag);

/* Warn of calls that GRAPH has no place for; if TO_ELSEWHERE, because they
   enter or leave the image's code, with the usual reason.  */
void warn_of_dropped_calls (const struct callgraph *graph, bool to_elsewhere,
                            struct diag *diag);

/* --- Image and profiles -------------------------------------------------- */

/* What is compared.  Everything is borrowed.  */
struct pairing
{
  const struct program *program; /* its objects are asked for their code and
                                    symbols */
  const struct profile *profile;
  const char *profile_name; /* what messages call the profile */
  const struct symtab *symtab;
  bool full_table; /* SYMTAB has all functions of the image, so call targets
                      can be judged */
  bool table_is_given; /* SYMTAB is the user's: what it has is right, but
                          functions may be missing */
  bool strict;         /* fail instead of printing a warning */
};

/* Find out whether PAIR's profile can be the image's.  One warning is printed
   for the first of these signs that is seen: its histograms lie outside the
   code, or those of one file do and those of another do not; nothing in the
   image starts profiling; a histogram ends elsewhere than those of the image;
   most samples lie outside the code; a file's call targets are at other places
   in their functions than those of other files; call targets or callers are
   not behind calls, or, where that cannot be known, most targets are not at
   the start of a function.  Addresses outside all histograms are not judged.
   What the image does not show is no sign.

   Sets *FOUND, too.  STATUS_MISMATCH instead of a warning if PAIR is strict;
   STATUS_IO.  O(bins log sections + arcs + symbols +
   histograms log histograms).  */
enum status warn_of_pairing (const struct pairing *pair,
                             struct mismatch *found, struct diag *diag);

#endif
