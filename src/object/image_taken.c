/* image_taken.c - the addresses that relocations of the image put into memory
   when the program starts.

   Those of functions are where tables and variables point to functions.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>

/* Append to TAKEN the addresses of RELOCATIONS.  */
static enum status
push_addresses (address_list *taken, arelent *const *relocations, long count,
                struct diag *diag)
{
  for (long i = 0; i < count; i++)
    {
      const arelent *relocation = relocations[i];
      const uint64_t base
          = relocation->sym_ptr_ptr != NULL && *relocation->sym_ptr_ptr != NULL
                ? bfd_asymbol_value (*relocation->sym_ptr_ptr)
                : 0;
      if (!vec_push (taken, base + relocation->addend))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

static enum status
list_relocations (struct image *image, address_list *taken, struct diag *diag)
{
  const long size = bfd_get_dynamic_reloc_upper_bound (image->bfd);
  if (size <= 0)
    return STATUS_OK;
  arelent **relocations = malloc ((size_t)size + sizeof *relocations);
  if (relocations == NULL)
    return diag_no_memory (diag);
  const long count = bfd_canonicalize_dynamic_reloc (image->bfd, relocations,
                                                     image->dynamic);
  enum status status = push_addresses (taken, relocations, count, diag);
  free (relocations);
  return status;
}

enum status
image_list_taken (struct image *image, address_list *taken, struct diag *diag)
{
  image_forget_failure ();
  enum status status = image_keep_dynamic (image, diag);
  if (status == STATUS_OK && image->dynamic != NULL)
    status = list_relocations (image, taken, diag);
  return status == STATUS_OK ? image_check_failure (image, diag) : status;
}
