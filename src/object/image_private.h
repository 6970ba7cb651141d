/* image_private.h - what the files of the image share: libbfd's types, which
   no other module sees.  */

#ifndef IMAGE_PRIVATE_H
#define IMAGE_PRIVATE_H

#include "object/image.h"

#include <bfd.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/elf.h"

/* The file of a bfd, mapped.  */
struct file_bytes
{
  const bfd *bfd;
  const unsigned char *data; /* null if it cannot be mapped */
  size_t size;
};

/* The bytes of a section, decompressed; they live as long as the image.  */
struct section_bytes
{
  const unsigned char *data; /* null if SIZE is 0 */
  size_t size;
};

/* What is known of a link to a separate debug file.  */
enum link_state
{
  LINK_UNKNOWN,
  LINK_HARMLESS, /* also if there is none */
  LINK_NOT_TO_FOLLOW
};

/* What is known of source lines.  */
enum lines_state
{
  LINES_UNKNOWN,
  LINES_ABSENT,
  LINES_PRESENT /* or perhaps: there are sections that may have them */
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
  struct elf_header elf; /* zeros for a file of another format */
  asymbol **symbols; /* the image's own, then the synthetic; null at the end */
  size_t symbol_count;
  asymbol **dynamic; /* see image_keep_dynamic; null before */
  size_t dynamic_count;
  bool has_only_dynamic;         /* the former are the latter */
  bfd *minimal_bfd;              /* see expand_minimal */
  struct section_bytes minimal;  /* what it was read from; empty if the symbols
                                    are not from there */
  struct arena names;            /* of dynamic symbols, without versions */
  asymbol *synthetic;            /* what the synthetic ones point into */
  const char *names_end;         /* see names_region */
  extent_list code;              /* that holds code, ascending and apart */
  bfd *debug_bfd;                /* opened for its debugging information */
  VEC (bfd *) other_bfds;        /* all that were opened besides, owned */
  bfd *lines_bfd;                /* the file that has such information */
  VEC (struct file_bytes) files; /* that were looked at, see image_file */
  VEC (bfd_byte *) contents;     /* of sections that cannot be mapped, owned */
  const unsigned char *build_id; /* see image_find_build_id; null if there is
                                    none, or not KNOWS_BUILD_ID */
  size_t build_id_size;
  bool knows_build_id;
  const char *const *directories; /* see image_search_debug_file */
  size_t directory_count;
  struct debuginfod *servers; /* likewise */
  bool asked_servers;         /* for the debug file, */
  char *fetched;              /* which is called so, if they had it; else
                                 null */
  enum link_state link;
  enum lines_state lines;
};

/* Record libbfd's last error as the failure.  DOING says what failed, as
   "cannot open".  */
enum status image_fail (const struct image *image, const char *doing,
                        struct diag *diag);

/* Print libbfd's own messages in the form of ours from now on.  */
void image_adopt_messages (void);

/* libbfd goes on after some failures as if what it could not read was not
   there.  Call image_forget_failure before calls of libbfd; afterwards
   image_check_failure fails if a system call failed meanwhile, ends the run if
   memory ran out, and returns STATUS_OK otherwise.  */
void image_forget_failure (void);
enum status image_check_failure (const struct image *image, struct diag *diag);

/* Take and free memory for libbfd's first allocations for a file; the C
   library keeps it for them.  libbfd 2.40 crashes if one of them fails, or
   that of the file's full name when it looks for a debug file.  */
static inline void
image_require_memory (void)
{
  free (memory_new (64 << 10));
}

/* bfd_check_format for a bfd_object, with libbfd's messages printed in the
   form of ours, and a limited number of them.  False also if the file could not
   be read, which image_check_failure tells.  */
bool image_check_format (bfd *abfd);

/* Set *HEADER to the ELF header of the file of ABFD, which libbfd has not
   looked at yet; to zeros if it has none.  STATUS_FORMAT if libbfd would need
   very long to find out what the file is.  */
enum status image_check_header (const struct image *image, bfd *abfd,
                                struct elf_header *header, struct diag *diag);

/* The name of the image's separate debug file, to be freed, or null if libbfd
   does not find it, and no server has it.  */
char *image_debug_file (struct image *image);

/* Open that file, which IMAGE owns; null if there is none that libbfd can
   read.  */
bfd *image_open_debug_file (struct image *image);

/* Likewise the file that image_split_sections looks for.  */
bfd *image_open_split_file (struct image *image, const char *directory,
                            const char *name);

/* The same for image_supplement_sections; servers are asked, too.  */
bfd *image_open_supplement (struct image *image);

/* Does the image's link to a debug file, if it has one, lead to a regular file
   in one of the usual directories, or to none?  libbfd would read a device or
   pipe, too.  */
bool image_may_follow_link (struct image *image);

/* Fail because the image has no symbols; the message names the directories
   where its debug file was looked for if it names one.  STATUS_FORMAT.  */
enum status image_fail_stripped (struct image *image, struct diag *diag);

/* The bytes of the file of ABFD, which is the image or its debug file.  The
   first call maps it.  */
struct file_bytes image_file (struct image *image, bfd *abfd);

/* Set *BYTES to those of SECTION of ABFD, which is the image or its debug
   file.  They are copied only if the section is compressed, or the file cannot
   be mapped or is not ELF.  STATUS_ABSENT, and no bytes, if it has no contents
   or they cannot be read.  */
enum status image_section (struct image *image, bfd *abfd, asection *section,
                           struct section_bytes *bytes, struct diag *diag);

/* Append to SECTIONS those that hold code, in the order of the file.  */
void image_list_code (const struct image *image, extent_list *sections);

/* Load the dynamic symbols into image->dynamic, if they are not there; none if
   the image has none or they cannot be read.
   libbfd keeps relocations that it was asked for, and these point into the
   symbols that it was given; so these are the same each time, and stay.  */
void image_keep_dynamic (struct image *image);

/* The address that libbfd derives from SYMBOL's value.  */
uint64_t image_elf_address (const struct image *image,
                            const struct elf_symbol *symbol);

static inline bool
starts_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* Is NAME, with or without a version behind it, WANTED?  */
static inline bool
is_named (const char *name, const char *wanted)
{
  const size_t length = strlen (wanted);
  return strncmp (name, wanted, length) == 0
         && (name[length] == '\0' || name[length] == '@');
}

#endif
