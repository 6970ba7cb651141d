/* image_private.h - what the files of the image share: libbfd's types, which
   nobody else sees.  */

#ifndef IMAGE_PRIVATE_H
#define IMAGE_PRIVATE_H

#include "image.h"

#include <bfd.h>
#include <string.h>

/* Addresses that hold code: [low_pc, high_pc).  */
struct code_range
{
  uint64_t low_pc, high_pc;
};

/* What libbfd does not tell of an ELF file.  */
struct elf_header
{
  unsigned machine; /* 0 for a file of another format */
  uint32_t flags;
};

struct image
{
  const char *name; /* borrowed, for messages */
  bfd *bfd;
  asection *text;
  bfd *symbols_bfd; /* where symbols and lines come from: the image, or its
                       separate debug file if the image was stripped */
  asection *symbols_text; /* the text section there */
  struct target target;
  struct elf_header elf;
  asymbol **symbols; /* the image's own, then the synthetic; null at the end */
  size_t symbol_count;
  asymbol *synthetic;           /* what the synthetic ones point into */
  const char *names_end;        /* see names_region */
  VEC (struct code_range) code; /* ascending and apart */
  bfd *debug_bfd;               /* opened for its debugging information */
  VEC (bfd_byte *) contents;    /* of sections, owned */
};

/* Record why libbfd failed while it was DOING something.  */
enum status image_fail (const struct image *image, const char *doing,
                        struct diag *diag);

/* The name of the separate debug file that the image points to and that is
   there, to be freed, or null.  */
char *image_debug_file (const struct image *image);

/* Open that file; null if there is none that is good for anything.  */
bfd *image_open_debug_file (const struct image *image);

static inline bool
starts_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

#endif
