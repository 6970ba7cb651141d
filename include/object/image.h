/* image.h - the profiled program's object file.

   The only module that uses libbfd.  Names that come from an image are valid
   as long as the image is.  */

#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "dwarf/dwarf.h"
#include "model/quirks.h"
#include "model/symtab.h"
#include "model/target.h"
#include "model/text_section.h"
#include "object/debuginfod.h"

/* --- Extents ------------------------------------------------------------- */

/* Where functions end, and which code belongs to none (--attribution=exact).
   Without this, a symbol reaches to the next one, over whatever is between.  */

/* A range of addresses: [low_pc, high_pc).  */
struct extent
{
  uint64_t low_pc, high_pc;
};

typedef VEC (struct extent) extent_list;

/* Sort LIST by where ranges begin, then where they end.  */
void extents_sort (extent_list *list);

/* What the objects of a program say, in no order.  Release each list.  */
struct extents
{
  extent_list functions; /* those that have a size */
  extent_list sections;  /* those that hold code */
  address_list barriers; /* where objects begin; no function or gap reaches
                            across one */
};

/* Append to SYMBOLS, which are functions in any order, gaps: where none of
   them has an address, from 0 to the end of all addresses.  A function ends
   where the longest of EXTENTS that begins at its address does, without one
   where its section does, and in any case where the next function begins
   (R14.42).  A gap also ends where a section begins or ends.  Sorts EXTENTS.
   O((symbols + extents) log).  */
void extents_add_gaps (struct extents *extents, symbol_list *symbols);

void extents_release (struct extents *extents);

struct image;

/* Which symbols are wanted.  */
struct symbol_filter
{
  bool no_static;          /* no local symbols (-a) */
  bool only_functions;     /* no local symbols but functions (-D) */
  bool with_linkage_table; /* also name@plt, from the dynamic symbols */
  bool takes_dynamic; /* the dynamic ones where there are no others (R16.38) */
  bool one_each;      /* of a library: of each address the one that other
                         objects call it by (R16.45) */
  struct quirks quirks; /* which local symbols are dropped by name */
};

/* Open NAME and find its text section.  PROGRAM is our name in libbfd's own
   warnings.  STATUS_IO or STATUS_FORMAT otherwise, and *IMAGE is
   null.  */
enum status image_open (struct image **image, const char *name,
                        const char *program, struct diag *diag);

/* Look for the debug file of IMAGE in DIRECTORIES[0 .. COUNT-1], borrowed, too,
   before the usual directory.  If there is none anywhere, SERVERS, borrowed, are
   asked when it is wanted; null asks nobody.  To be called before anything is
   read from IMAGE.  */
void image_search_debug_file (struct image *image,
                              const char *const *directories, size_t count,
                              struct debuginfod *servers);

/* Borrowed from IMAGE.  */
const struct target *image_target (const struct image *image);

/* The text section: [start, limit).  */
uint64_t image_text_start (const struct image *image);
uint64_t image_text_limit (const struct image *image);

/* Set [*LOW_PC, *LIMIT_PC) to the addresses from the first to the last byte of
   the sections that are in memory when the program runs; empty if there are
   none.  O(sections).  */
void image_find_range (const struct image *image, uint64_t *low_pc,
                       uint64_t *limit_pc);

/* How much higher than in the file, modulo 2^64, is the code linked that is in
   the SIZE bytes of the file from OFFSET on?  0 if none is there.
   O(sections).  */
uint64_t image_find_shift (const struct image *image, uint64_t offset,
                           uint64_t size);

enum
{
  BUILD_ID_MOST = 64, /* bytes; longer ones are not known */
  BUILD_ID_TEXT = 2 * BUILD_ID_MOST + 1
};

/* Set TEXT to the build-id ID of SIZE bytes, as tools write it; empty if it is
   null or longer than known ones.  */
void build_id_text (char text[BUILD_ID_TEXT], const unsigned char *id,
                    size_t size);

/* Set *ID to the build-id of IMAGE, *SIZE bytes, borrowed; null if it has none,
   or is null.  STATUS_IO.  */
enum status image_find_build_id (struct image *image, const unsigned char **id,
                                 size_t *size, struct diag *diag);

/* The size of the image's file in bytes; UINT64_MAX if it is unknown.  */
uint64_t image_file_size (const struct image *image);

/* The distance in bytes between addresses of the text that are looked up for
   lines: the length of an instruction where the reference uses it, else 1
   (R3.17).  */
unsigned image_text_step (const struct image *image);

/* Is there any code, that is a byte of a section that holds code, from LOW_PC
   up to HIGH_PC?  O(log sections).  */
bool image_has_code (const struct image *image, uint64_t low_pc,
                     uint64_t high_pc);

/* Is PC in a procedure linkage table, by which code calls other objects?
   O(sections).  */
bool image_is_linkage (const struct image *image, uint64_t pc);

/* Is PC in a section that holds code?  O(log sections).  */
static inline bool
image_is_code (const struct image *image, uint64_t pc)
{
  return pc < UINT64_MAX && image_has_code (image, pc, pc + 1);
}

/* Append to SYMBOLS, in the image's own order, the symbols that can name code
   (R3.2-R3.8).  STATUS_FORMAT if there are none.  */
enum status image_read_symbols (struct image *image,
                                const struct symbol_filter *filter,
                                symbol_list *symbols, struct diag *diag);

/* Did image_read_symbols find nothing but dynamic symbols?  */
bool image_is_stripped (const struct image *image);

/* Append to EXTENTS the sections that hold code and, if WITH_SIZES, the
   functions that have a size.  To be called after image_read_symbols.
   O(sections + symbols log sections).  */
void image_find_extents (struct image *image, bool with_sizes,
                         struct extents *extents);

/* Set *CODE to the text section, whose bytes live as long as the image; the
   rest of it is released with text_section_release.  To be called after
   image_read_symbols, since symbols mark data in the code.  STATUS_ABSENT,
   after a warning, if it cannot be read.  */
enum status image_read_code (struct image *image, struct text_section *code,
                             struct diag *diag);

/* The same without marks, and so without a release, at any time.  STATUS_ABSENT
   without a warning.  */
enum status image_look_at_code (struct image *image, struct text_section *code,
                                struct diag *diag);

/* The usual name of a function that starts threads if IMAGE, which may be null,
   defines or calls one, else null.  To be called after image_read_symbols, if
   that is called at all; otherwise only dynamic symbols are used.
   O(symbols).  */
const char *image_thread_starter (struct image *image);

/* Functions of the C library that matter to a profile, by the reason.  */
enum import
{
  IMPORT_FORK,     /* starts a process with a copy of the profile */
  IMPORT_HANDLER,  /* installs a handler of signals */
  IMPORT_CALLBACK, /* calls functions that it is given */
  IMPORT_WAIT,     /* may wait */
  IMPORT_KINDS
};

/* Set NAMES[kind] to a function of each kind that IMAGE calls in a shared
   library, or to null.  To be called after image_read_symbols.
   O(symbols).  */
void image_find_imports (struct image *image, const char *names[IMPORT_KINDS]);

/* Names of shared libraries; borrowed from the image.  */
typedef VEC (const char *) library_list;

/* What the dynamic section of an image names, with ELF's numbers.  */
enum dynamic_name
{
  DYNAMIC_NEEDED = 1,  /* libraries that it is linked with */
  DYNAMIC_SONAME = 14, /* what it is called, as a library */
  DYNAMIC_RPATH = 15,  /* directories with its libraries, apart by colons */
  DYNAMIC_RUNPATH = 29 /* likewise; then the former do not count */
};

/* Append to NAMES what IMAGE, which may be null, has of the kind WHICH, in its
   order.  STATUS_IO.  O(entries).  */
enum status image_list_names (struct image *image, enum dynamic_name which,
                              library_list *names, struct diag *diag);

/* Set *HAS to whether IMAGE, which may be null, or its separate debug file has
   debugging information with lines, and *INLINED to whether that describes
   functions that were inlined.  STATUS_IO.  O(size of the abbreviations).  */
enum status image_find_debugging (struct image *image, bool *has,
                                  bool *inlined, struct diag *diag);

/* Set *SECONDS to when the file of IMAGE was changed last, as stat has it.
   STATUS_IO.  */
enum status image_time (const struct image *image, int64_t *seconds,
                        struct diag *diag);

/* Append to TAKEN, in no order, the addresses that relocations of IMAGE put
   into memory, where libbfd knows them, and those that its code and data have
   (R14.81).  STATUS_IO.  O(symbols + relocations + size of the sections that
   are loaded).  */
enum status image_list_taken (struct image *image, address_list *taken,
                              struct diag *diag);

/* What the symbols of an image show about the profiles that it writes.  */
struct profiling
{
  bool is_hosted;         /* it has the C library's start code */
  bool starts_profiling;  /* it defines or calls the function that starts a
                             profile, as the start code of -pg does */
  bool chooses_range;     /* it calls that function itself, so it may profile
                             any part of the code */
  bool calls_counter;     /* it calls the C library's counter, as functions
                             compiled with -pg do */
  bool has_limits;        /* the next two are known */
  uint64_t text_start_pc; /* of __executable_start */
  uint64_t text_end_pc;   /* of etext */
  uint64_t first_pc;      /* the page of the first byte of all sections */
};

/* Fill *PROFILING; what is not known is false.  As for image_thread_starter.
   O(symbols).  */
void image_profiling (struct image *image, struct profiling *profiling);

/* Close and free; IMAGE may be null.  */
void image_close (struct image *image);

#endif
