/* What the files for components full of ties share: ties.c, auction.c and forest.c.

   Rows and columns are vertices in one numbering, each with its edges, and weights are integers. Every vertex has a dual,
   at least 0; the two duals of an edge are together at least its weight, and edges that are matched are tight: equal to
   it. A vertex without a mate whose dual is above 0 is unhappy. Where nobody is unhappy, the assignment is the best. */

#ifndef COREFSCORE_FOREST_H
#define COREFSCORE_FOREST_H

#include "native.h"

#define NONE (-1)

/* Such tables are larger than the caches, and who comes next is known some steps before: its memory is asked for then. */
#if defined(__GNUC__) || defined(__clang__)
#define FETCH(address) __builtin_prefetch(address)
#define FETCHING static inline __attribute__((always_inline)) /* else GCC drops calls of what only fetches */
#else
#define FETCH(address) ((void)(address))
#define FETCHING static inline
#endif
#define MOST_FETCHED 8

enum { OUTSIDE, FALLING, RISING };

/* All of a vertex that its neighbours look at, in half a line of the cache. */
typedef struct {
    int64_t dual;     /* in a tree, what it would be at time 0 if it had always changed */
    int64_t at;       /* when it is reached */
    int32_t from, by; /* if it is to be reached, or reached: from which tree vertex, and by which edge of that */
    int32_t mate;
    char role, is_queued;
} Vertex;

typedef struct {
    int64_t time;
    int32_t vertex;
} Event;

typedef struct {
    int32_t vertices, rows;
    const int32_t *first; /* of each vertex, its first edge; and behind the last one, the end */
    const int32_t *other; /* of each edge, from both ends, the other vertex */
    int64_t *weight;      /* of each edge */
    Vertex *vertex;
    int32_t *root, *next; /* of each vertex in a tree: its root, and another vertex of the tree */
    int32_t *queue;       /* what happens now, in a ring */
    size_t queue_first, queue_size;
    Event *heap; /* what happens later */
    size_t heap_size, heap_room;
    int64_t now;
    int32_t trees; /* how many there are */
    int no_memory;
} Forest;

/* Put an index into a ring that is at most once around. */
static inline size_t in_ring(size_t index, int32_t size)
{
    return index >= (size_t)size ? index - (size_t)size : index;
}

/* Let something happen to a vertex now, after all that is to happen already. */
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

/* Ask for the neighbours of a vertex. */
FETCHING void fetch_neighbours(const Forest *forest, int32_t number)
{
    int32_t edge = forest->first[number], end = forest->first[number + 1];
    for (end = end - edge > MOST_FETCHED ? edge + MOST_FETCHED : end; edge < end; edge++)
        FETCH(forest->vertex + forest->other[edge]);
}

/* forest.c: make the vertices from `begin` up to `end`, all of one side, happy. */
void grow(Forest *forest, int32_t begin, int32_t end);

/* auction.c: set duals and mates that are nearly right; the heaviest weight has so many bits. 0 if there is no memory. */
int auction_start(Forest *forest, int bits, int is_whole);

#endif
