/* Shared by the files for components with many ties: ties.c, auction.c and forest.c.

   Rows and columns are vertices with common numbers, each with its edges. Weights are integers. Every vertex has a dual
   that is at least 0. The two duals of an edge together are at least its weight. Matched edges are tight: the sum
   equals the weight. A vertex without a mate whose dual is above 0 is unhappy. If no vertex is unhappy, the assignment
   is best. */

#ifndef COREFSCORE_FOREST_H
#define COREFSCORE_FOREST_H

#include "large.h"

#define NONE (-1)

/* Such tables are larger than the caches, but the next vertices are known some steps before, so they are prefetched. */
#if defined(__GNUC__) || defined(__clang__)
#define FETCH(address) __builtin_prefetch(address)
#define FETCHING static inline __attribute__((always_inline)) /* otherwise GCC drops calls that only prefetch */
#else
#define FETCH(address) ((void)(address))
#define FETCHING static inline
#endif
#define MOST_FETCHED 8

enum { OUTSIDE, FALLING, RISING };

/* All data of a vertex that its neighbours read, in half a cache line. */
typedef struct {
    int64_t dual;     /* in a tree: the dual at time 0 if it had always changed */
    int64_t at;       /* the time when it is reached */
    int32_t from, by; /* once a tree can reach it: the tree vertex, and the edge of that vertex */
    int32_t mate;
    char role, is_queued;
} Vertex;

typedef struct {
    int64_t time;
    int32_t vertex;
} Event;

typedef struct {
    int32_t vertices, rows;
    const int32_t *first; /* of each vertex: its first edge; after the last vertex, the end */
    const int32_t *other; /* of each edge, from both ends: the other vertex */
    int64_t *weight;      /* of each edge */
    Vertex *vertex;
    int32_t *root, *next; /* of each vertex in a tree: its root, and another vertex of the tree */
    int32_t *queue;       /* the present events, in a ring */
    size_t queue_first, queue_size;
    Event *heap; /* the later events */
    size_t heap_size, heap_room;
    int64_t now;
    int32_t trees; /* the number of trees */
    int no_memory;
} Forest;

/* The index in a ring. It is at most once around. */
static inline size_t in_ring(size_t index, int32_t size)
{
    return index >= (size_t)size ? index - (size_t)size : index;
}

/* Add a vertex to the end of the queue of present events. */
static inline void enqueue(Forest *forest, int32_t number)
{
    if (forest->vertex[number].is_queued)
        return;
    forest->vertex[number].is_queued = 1;
    forest->queue[in_ring(forest->queue_first + forest->queue_size++, forest->vertices)] = number;
}

static inline int32_t dequeue(Forest *forest)
{
    int32_t number = forest->queue[forest->queue_first];
    forest->queue_first = in_ring(forest->queue_first + 1, forest->vertices);
    forest->queue_size--;
    forest->vertex[number].is_queued = 0;
    return number;
}

/* Prefetch the neighbours of a vertex. */
FETCHING void fetch_neighbours(const Forest *forest, int32_t number)
{
    int32_t edge = forest->first[number], end = forest->first[number + 1];
    for (end = end - edge > MOST_FETCHED ? edge + MOST_FETCHED : end; edge < end; edge++)
        FETCH(forest->vertex + forest->other[edge]);
}

/* forest.c: make the vertices from `begin` up to `end`, all of one side, happy. */
void grow(Forest *forest, int32_t begin, int32_t end);

/* auction.c: set duals and mates that are almost correct; the heaviest weight has `bits` bits. 0 if there is no memory.
   */
int auction_start(Forest *forest, int bits, int is_whole);

#endif
