/* profile_builder_private.h - what the files profile_builder*.c share.  */

#ifndef PROFILE_BUILDER_PRIVATE_H
#define PROFILE_BUILDER_PRIVATE_H

#include "model/profile_builder.h"

/* STATUS_MISMATCH if a histogram that is new since the last call overlaps
   another one.  O(log histograms) for each of them.  */
enum status profile_builder_check_ranges (struct profile_builder *builder,
                                          struct diag *diag);

/* Set *BINS to the one bin of the address PC, in a file with stacks.  */
enum status profile_builder_find_address (struct profile_builder *builder,
                                          uint64_t pc,
                                          const struct place *where,
                                          uint64_t **bins, struct diag *diag);

#endif
