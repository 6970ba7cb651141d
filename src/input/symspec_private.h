/* symspec_private.h - what the files symspec*.c share.  */

#ifndef SYMSPEC_PRIVATE_H
#define SYMSPEC_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "input/symspec.h"
#include "model/sources.h"

/* One side of a spec.  Parts that are not given are null, 0 or empty.  */
struct term
{
  const char *file; /* base name; FILE_LENGTH bytes */
  size_t file_length;
  const char *function; /* FUNCTION_LENGTH bytes */
  size_t function_length;
  uint32_t line;
  bool by_any_name;        /* demangled names count, too (R2.7a) */
  bool is_pattern;         /* FILE and FUNCTION are patterns (R2.7a) */
  source_id base;          /* FILE's number among base names, or SOURCE_NONE */
  uint32_t next_with_hash; /* index of the next term in the chain + 1 */
  size_t match_count;
};

/* Symbol SYMBOL matches term TERM.  */
struct match
{
  uint32_t term;
  sym_id symbol;
};

/* The terms of one spec, as indices; TO is valid only if HAS_TO.  The names
   are similar to words that match nothing, or null.  */
struct spec_terms
{
  size_t from, to;
  bool has_to;
  const char *similar_from, *similar_to;
};

enum
{
  LEFT_OUT_COUNT = 6 /* profiling routines left out by default (R2.9) */
};

struct matcher
{
  const struct options *options;
  const struct symtab *symtab;
  const struct sources *sources;
  const struct target *target;
  const struct spec_demangler *demangler; /* null for none */
  struct diag *diag;
  VEC (struct term) terms;         /* no two alike */
  size_t left_out[LEFT_OUT_COUNT]; /* the default ones */
  unsigned kinds;                  /* bit K: there is a term of kind K */
  VEC (struct spec_terms) specs;
  VEC (struct match) matches; /* ascending by symbol within a term */
  uint32_t *buckets;          /* first term of each chain + 1 */
  size_t bucket_count;        /* a power of two */
  struct sources bases;       /* base names of files; its memory holds similar
                                 names, too */
  VEC (source_id) base_of;    /* of each source file */
  VEC (source_id) newest;     /* file of each base name, or SOURCE_NONE */
  VEC (source_id) object_bases; /* of the names of several objects */
  struct symrun *runs;   /* maximal runs of adjacent matches, term by term */
  size_t *run_start;     /* of each term, and one more */
  bool first_bytes[256]; /* of the functions of terms; most symbols have
                            others */
};

enum
{
  PLACES_MOST = 2
};

/* Set PLACES to what a spec may call the file of symbol ID: its source file
   and, of several objects, its own (R16.44).  Returns how many these are.  */
size_t symspec_places (const struct matcher *matcher, sym_id id,
                       struct term places[PLACES_MOST]);

/* The index of the term like TERM, which is made unless it is there.  */
size_t symspec_add_term (struct matcher *matcher, struct term term);

/* Symbol ID matches the term with index TERM.  */
void symspec_add_match (struct matcher *matcher, uint32_t term, sym_id id);

/* Match symbol ID by its function, NAME, with terms that are BY_ANY_NAME or
   with those that are not.  */
void symspec_match_function (struct matcher *matcher, sym_id id,
                             const char *name, bool by_any_name);

/* Is SPEC for a table of arcs?  */
bool symspec_is_for_arcs (const struct spec *spec);

/* Read the sides of specs that match nothing as demangled names and patterns
   (R2.7a), and where these match nothing, either, look for a similar name.  */
void symspec_try_again (struct matcher *matcher);

/* Warn of specs that have no effect, or only in part.  */
void symspec_warn (const struct matcher *matcher);

#endif
