/* What the limit programs share.

   A limit program does the unavoidable part of a job and nothing else: it
   maps the files, computes, and writes about as many bytes as gprof would.  It
   takes well-formed files of one kind, ELF64 and gmon.out of the same byte
   order as this machine, and ends with a message at anything else.  Its time
   is a floor to measure ours against.  It is no gprof: it spreads no bin over
   two functions, demangles no names, has no options, and its listings look
   alike but are not equal.

   Memory is never given back, and there are no checks for damaged files
   beyond those that keep the figures honest: a limit program must not become
   fast by not doing its job.  */

#ifndef BENCH_LIMIT_H
#define BENCH_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file or section in memory.  */
struct span
{
  const unsigned char *bytes;
  size_t size;
};

/* A symbol, or with -l a line of code: FILE is null for a symbol.  */
struct place
{
  uint64_t start;
  const char *name;
  const char *file;
  uint32_t line;
  bool has_entry; /* in the call graph: with -l only where functions start */
};

struct places
{
  struct place *at; /* ascending by start, all different */
  size_t count;
  uint32_t *bucket; /* first place at or after a bucket of addresses */
  uint64_t low;     /* start of the first bucket */
  unsigned shift;   /* each is 2^shift addresses */
  size_t buckets;
};

struct arc
{
  uint64_t from_pc;
  uint64_t self_pc;
  uint64_t count;
};

/* The sum of all profiles read so far.  */
struct gmon
{
  uint64_t low, high; /* addresses of the histogram */
  uint32_t *bins;
  size_t bin_count;
  uint32_t rate;
  struct arc *arcs; /* different from each other */
  size_t arc_count, arc_room;
  uint32_t *hash; /* arc number + 1, or 0; used from the second file on */
  size_t hash_size, hash_used;
  size_t files;
  struct span buffer; /* to read a file into */
};

/* What is sorted: a key, ascending, and whose key it is.  */
struct keyed
{
  uint64_t key;
  uint32_t id;
};

/* A row of a line table.  */
struct row
{
  uint64_t address;
  const char *file;
  uint32_t line; /* 0 where a sequence ends */
};

struct rows
{
  struct row *at;
  size_t count, room;
};

struct edge
{
  uint32_t from, to;
  uint64_t count;
  double self, child; /* what flows from TO to FROM, in ticks */
};

/* The analysis: nodes are places.  */
struct graph
{
  const struct gmon *gmon;
  const struct places *places;
  double *ticks; /* of each node, its own */
  size_t nodes;
  struct edge *edges; /* by FROM, then TO; no two alike */
  size_t edge_count;
  uint32_t *children; /* edges of node I: children[I] up to children[I + 1] */
  uint32_t *parents;  /* the same, into by_parent */
  uint32_t *by_parent;
  uint32_t *group;   /* of each node: its strongly connected component */
  uint32_t *members; /* nodes by group; a group comes after those it calls */
  uint32_t *groups;  /* members of group G: groups[G] up to groups[G + 1] */
  size_t group_count;
  uint64_t *calls;      /* into each group from outside */
  uint64_t *node_calls; /* of each node, but those by itself */
  double *self, *child; /* of each group, in ticks */
};

_Noreturn void limit_fail (const char *path, const char *problem);

/* COUNT entries of SIZE bytes, zeroed.  */
void *limit_memory (size_t count, size_t size);

struct span limit_map (const char *path);

/* The section NAME of the ELF file IMAGE; empty if there is none.  */
struct span limit_section (struct span image, const char *name);

/* The functions of IMAGE, sorted.  */
struct places limit_symbols (struct span image);

/* Prepare PLACES, whose array is sorted, for place_find.  */
void places_index (struct places *places);

/* The place that holds ADDRESS, or SIZE_MAX.  */
size_t places_find (const struct places *places, uint64_t address);

/* Add the profile PATH.  */
void gmon_add (struct gmon *gmon, const char *path);

/* The ticks of each place: its bins.  */
double *limit_credit (const struct gmon *gmon, const struct places *places);

/* Sort by key, by counting; stable.  */
void limit_sort (struct keyed *items, size_t count);

/* A key that sorts like the positive number VALUE, the greatest first.  */
uint64_t limit_descending (double value);

/* All rows of all line tables of the image PATH, in any order: one of
   limit_dwarf.c and limit_libdw.c.  */
struct rows limit_rows (const char *path, struct span image);

/* Give ticks to places, merge arcs, find cycles, propagate.  GMON and PLACES
   are borrowed.  */
struct graph limit_analyse (const struct gmon *gmon,
                            const struct places *places);

/* Listings, to standard output.  */
void limit_print_flat (const struct graph *graph);
void limit_print_graph (const struct graph *graph);
void limit_flush (void);

#endif
