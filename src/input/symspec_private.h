/* symspec_private.h - what sides of specs mean, and which symbols they match:
   what symspec.c finds and symspec_tables.c makes tables of.  */

#ifndef SYMSPEC_PRIVATE_H
#define SYMSPEC_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/pairmap.h"
#include "input/symspec.h"
#include "model/sources.h"

#define NO_TERM UINT32_MAX

enum
{
  LEFT_OUT_COUNT = 6 /* profiling routines of the C libraries (R2.9) */
};

/* How words are read (R2.7a).  */
enum reading
{
  AS_SPELLED,
  BY_ANY_NAME, /* demangled names count, too */
  AS_PATTERN   /* file and function are patterns */
};

/* What sides mean.  FILE and FUNCTION are numbers of names, or SOURCE_NONE if
   they are not given; LINE is 0 then.  */
struct term
{
  source_id file;
  source_id function;
  uint32_t line;
  enum reading reading;
  VEC (struct symrun) runs; /* maximal ones of symbols that match */
};

/* One side of a spec.  If it matches nothing, its words may be FILE:FUNCTION,
   split at the last colon that is not one of "::".  */
struct side
{
  const char *text; /* LENGTH bytes, no leading colons */
  size_t length;
  size_t file_length;    /* 0 if there is no such colon */
  uint32_t term;         /* its index */
  uint32_t whole, split; /* other terms to try, or NO_TERM */
  const char *similar;   /* the most similar name to words without match, or
                            null, */
  size_t distance;       /* and how similar that is */
  bool repeated;         /* see struct spec */
};

/* TO is valid only if HAS_TO.  */
struct sides
{
  struct side from, to;
  bool has_to;
};

struct matcher
{
  const struct options *options;
  const struct symtab *symtab;
  const struct sources *sources;
  const struct target *target;
  const struct spec_demangler *demangler; /* null for none */
  struct diag *diag;
  struct sources names;     /* base names of files, and functions of terms; its
                               memory holds similar names, too */
  VEC (struct term) terms;  /* no two alike */
  struct pairmap numbers;   /* their indices, by what they consist of */
  VEC (struct sides) specs; /* of the options */
  uint32_t left_out[LEFT_OUT_COUNT]; /* the terms of these */
  bool has_places;                   /* files and lines matter: */
  VEC (source_id) base_of;           /* name of each source file */
  VEC (source_id) object_bases;      /* of each of several objects */
  size_t file_names;                 /* numbers of names below it are theirs */
  VEC (struct side *) unmatched;     /* sides that match nothing */
  uint32_t first_pattern;            /* patterns are the terms from here on */
};

/* Is SPEC for a table of arcs?  */
static inline bool
symspec_is_for_arcs (const struct spec *spec)
{
  return spec->table == SPEC_ARCS_INCLUDE || spec->table == SPEC_ARCS_EXCLUDE;
}

/* Does the term with this NUMBER match a symbol?  */
static inline bool
symspec_has_match (const struct matcher *matcher, uint32_t number)
{
  return matcher->terms.items[number].runs.count > 0;
}

/* Fill the tables of SELECTION, zeroed, with what their specs match, and warn of
   specs that have no effect, or only in part.  */
void symspec_fill_tables (const struct matcher *matcher,
                          struct selection *selection);

#endif
