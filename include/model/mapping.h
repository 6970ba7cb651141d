/* mapping.h - ranges of addresses of a process, and what they are of, as
   profiles of processes have them.  */

#ifndef MAPPING_H
#define MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

/* A range of a process.  Texts are borrowed.  */
struct mapping
{
  uint64_t start_pc, limit_pc;
  uint64_t offset;    /* in the file, of what is at START_PC */
  uint64_t linked_pc; /* the address that START_PC was linked for, */
  bool is_linked;     /* if that is known; else OFFSET is */
  const char *path;   /* of the file, or a word such as [vdso]; not ended */
  size_t path_length; /* 0: of no file */
  const unsigned char *build_id;
  size_t build_id_size; /* 0: not known */
  bool is_first;        /* of the first file, mostly the program's */
};

/* What a profile has of a mapping.  */
struct used_mapping
{
  struct mapping mapping;
  bool samples;
  bool called; /* calls of its functions */
  bool calls;  /* calls by it */
};

typedef VEC (struct used_mapping) used_mapping_list;

/* Where the object of a mapping is in the program.  */
struct mapped_place
{
  uint64_t delta; /* added to addresses of the process, modulo 2^64 */
  uint64_t bias;  /* added to addresses that the object was linked for */
  uint64_t low_pc, limit_pc; /* [low_pc, limit_pc): all that it has there */
  uint32_t object;           /* its number in the program */
};

#endif
