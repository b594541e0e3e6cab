/* The assignment of greatest weight in one connected component that is full of ties.

   Rows and columns are vertices in one numbering, each with its edges, and weights are integers. Every vertex has a dual,
   at least 0; the two duals of an edge are together at least its weight, and edges that are matched are tight: equal to
   it. A vertex without a mate whose dual is above 0 is unhappy. Where nobody is unhappy, the assignment is the best.

   An auction gives duals that are nearly right. Then all unhappy vertices of one side become roots of trees, which grow
   at the same time: as time runs, the duals of tree vertices on the side of the roots fall, those on the other side rise.
   A vertex that a tree reaches over a tight edge joins it with its mate. If it has none, or if a dual has fallen to 0,
   the path from the root is flipped, and this tree alone is dissolved. Weights are rounded to a coarse grid at first, on
   which many events happen at once. */

#include "native.h"

#include <math.h>

#define NONE (-1)
#define NEVER INT64_MAX
#define GRID_BITS 16
#define FULL_BITS 52
#define FIRST_STEP 4.0
#define STEP 10.0
#define LAST_STEP 262144.0 /* 2 to the power of 18 */
#define LEAST_WHOLE_STEP 0.25

enum { OUTSIDE, FALLING, RISING };

typedef struct {
    int64_t time;
    int32_t vertex;
} Event;

typedef struct {
    int32_t vertices, rows;
    const int32_t *first; /* of each vertex, its first edge; and behind the last one, the end */
    const int32_t *other; /* of each edge, from both ends, the other vertex */
    const double *given;  /* its weight */
    int64_t *whole;       /* the same as an integer */
    int64_t *weight;      /* the same on the present grid */
    int64_t *dual;        /* of each vertex; in a tree, what it would be at time 0 if it had always changed */
    int32_t *mate;
    char *role;
    int32_t *root;  /* of each vertex in a tree */
    int32_t *from;  /* of each vertex to be reached, or reached: the tree vertex it is reached from */
    int64_t *at;    /* when it is reached */
    int64_t *over;  /* the weight of the edge it is reached by */
    int32_t *next;  /* the next vertex of the same tree */
    int32_t *last;  /* of each root, the last vertex of its tree */
    int32_t *queue; /* what happens now, in a ring */
    char *is_queued;
    size_t queue_first, queue_size;
    Event *heap;
    size_t heap_size, heap_room;
    int64_t now;
    int no_memory;
} Forest;

/* The heap of events, by time and then by vertex. */

static int earlier(Event one, Event two)
{
    return one.time < two.time || (one.time == two.time && one.vertex < two.vertex);
}

static void push(Forest *forest, int64_t time, int32_t vertex)
{
    if (forest->heap_size == forest->heap_room) {
        size_t room = 2 * forest->heap_room + 64;
        Event *grown = PyMem_Realloc(forest->heap, room * sizeof *grown);
        if (grown == NULL) {
            forest->no_memory = 1;
            return;
        }
        forest->heap = grown;
        forest->heap_room = room;
    }
    Event event = {time, vertex};
    size_t index = forest->heap_size++;
    while (index > 0 && earlier(event, forest->heap[(index - 1) / 2])) {
        forest->heap[index] = forest->heap[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    forest->heap[index] = event;
}

static Event pop(Forest *forest)
{
    Event top = forest->heap[0], last = forest->heap[--forest->heap_size];
    size_t index = 0, child;
    while ((child = 2 * index + 1) < forest->heap_size) {
        if (child + 1 < forest->heap_size && earlier(forest->heap[child + 1], forest->heap[child]))
            child++;
        if (!earlier(forest->heap[child], last))
            break;
        forest->heap[index] = forest->heap[child];
        index = child;
    }
    forest->heap[index] = last;
    return top;
}

/* Let something happen to a vertex now, after all that is to happen already. */
static void enqueue(Forest *forest, int32_t vertex)
{
    if (forest->is_queued[vertex])
        return;
    forest->is_queued[vertex] = 1;
    size_t index = (forest->queue_first + forest->queue_size++) % (size_t)forest->vertices;
    forest->queue[index] = vertex;
}

static int32_t dequeue(Forest *forest)
{
    int32_t vertex = forest->queue[forest->queue_first];
    forest->queue_first = (forest->queue_first + 1) % (size_t)forest->vertices;
    forest->queue_size--;
    forest->is_queued[vertex] = 0;
    return vertex;
}

static void await(Forest *forest, int64_t time, int32_t vertex)
{
    if (time <= forest->now)
        enqueue(forest, vertex);
    else
        push(forest, time, vertex);
}

/* Trees. */

/* Find out when, and from where, a vertex outside will be reached. */
static void look(Forest *forest, int32_t vertex)
{
    forest->at[vertex] = NEVER;
    for (int32_t edge = forest->first[vertex]; edge < forest->first[vertex + 1]; edge++) {
        int32_t other = forest->other[edge];
        if (forest->role[other] != FALLING)
            continue;
        int64_t time = forest->dual[other] + forest->dual[vertex] - forest->weight[edge];
        if (time < forest->at[vertex]) {
            forest->at[vertex] = time;
            forest->from[vertex] = other;
            forest->over[vertex] = forest->weight[edge];
        }
    }
    if (forest->at[vertex] != NEVER)
        await(forest, forest->at[vertex], vertex);
}

static void add_to_tree(Forest *forest, int32_t vertex, int32_t root)
{
    forest->root[vertex] = root;
    forest->next[vertex] = NONE;
    if (vertex != root)
        forest->next[forest->last[root]] = vertex;
    forest->last[root] = vertex;
}

/* A vertex whose dual falls from now on: it may reach its neighbours, or come down to 0. */
static void fall(Forest *forest, int32_t vertex, int32_t root)
{
    add_to_tree(forest, vertex, root);
    forest->role[vertex] = FALLING;
    forest->dual[vertex] += forest->now;
    forest->at[vertex] = forest->dual[vertex];
    await(forest, forest->at[vertex], vertex);
    for (int32_t edge = forest->first[vertex]; edge < forest->first[vertex + 1]; edge++) {
        int32_t other = forest->other[edge];
        if (forest->role[other] != OUTSIDE)
            continue;
        int64_t time = forest->dual[vertex] + forest->dual[other] - forest->weight[edge];
        if (time < forest->at[other]) {
            forest->at[other] = time;
            forest->from[other] = vertex;
            forest->over[other] = forest->weight[edge];
            await(forest, time, other);
        }
    }
}

static void dissolve(Forest *forest, int32_t root)
{
    for (int32_t vertex = root; vertex != NONE; vertex = forest->next[vertex]) {
        forest->dual[vertex] += forest->role[vertex] == FALLING ? -forest->now : forest->now;
        forest->at[vertex] = NEVER;
    }
    for (int32_t vertex = root; vertex != NONE; vertex = forest->next[vertex])
        if (forest->role[vertex] == FALLING)
            forest->role[vertex] = OUTSIDE;
    for (int32_t vertex = root; vertex != NONE; vertex = forest->next[vertex])
        if (forest->role[vertex] == RISING) {
            forest->role[vertex] = OUTSIDE;
            look(forest, vertex);
        }
}

/* Give a vertex the mate it was reached from, whose own mate takes the one it was reached from, up to the root. */
static void flip(Forest *forest, int32_t vertex)
{
    while (vertex != NONE) {
        int32_t above = forest->from[vertex], left = forest->mate[above];
        forest->mate[vertex] = above;
        forest->mate[above] = vertex;
        vertex = left;
    }
}

/* What happens to a vertex whose moment has come, unless that has changed meanwhile. */
static void happen(Forest *forest, int32_t vertex)
{
    if (forest->role[vertex] == RISING)
        return;
    if (forest->role[vertex] == FALLING) {
        if (forest->dual[vertex] > forest->now)
            return;
        int32_t root = forest->root[vertex], left = forest->mate[vertex];
        forest->mate[vertex] = NONE;
        if (left != NONE)
            flip(forest, left);
        dissolve(forest, root);
        return;
    }
    if (forest->at[vertex] > forest->now)
        return;
    int32_t from = forest->from[vertex];
    if (forest->role[from] != FALLING || forest->dual[from] + forest->dual[vertex] - forest->over[vertex] > forest->now) {
        look(forest, vertex);
        return;
    }
    int32_t root = forest->root[from], mate = forest->mate[vertex];
    if (mate == NONE) {
        flip(forest, vertex);
        dissolve(forest, root);
        look(forest, vertex);
        return;
    }
    add_to_tree(forest, vertex, root);
    forest->role[vertex] = RISING;
    forest->dual[vertex] -= forest->now;
    fall(forest, mate, root);
}

/* Make the vertices of one side happy. */
static void grow(Forest *forest, int32_t begin, int32_t end)
{
    forest->now = 0;
    forest->heap_size = forest->queue_size = forest->queue_first = 0;
    for (int32_t vertex = 0; vertex < forest->vertices; vertex++) {
        forest->role[vertex] = OUTSIDE;
        forest->at[vertex] = NEVER;
        forest->is_queued[vertex] = 0;
    }
    for (int32_t vertex = begin; vertex < end; vertex++)
        if (forest->mate[vertex] == NONE && forest->dual[vertex] > 0)
            fall(forest, vertex, vertex);
    while (!forest->no_memory) {
        if (forest->queue_size == 0) {
            if (forest->heap_size == 0)
                return;
            forest->now = forest->heap[0].time;
            while (forest->heap_size > 0 && forest->heap[0].time == forest->now)
                enqueue(forest, pop(forest).vertex);
        }
        happen(forest, dequeue(forest));
    }
}

/* Duals. */

/* The least duals of some vertices that leave no edge with duals below its weight. */
static void tighten(Forest *forest, int32_t begin, int32_t end)
{
    for (int32_t vertex = begin; vertex < end; vertex++) {
        int64_t least = 0;
        for (int32_t edge = forest->first[vertex]; edge < forest->first[vertex + 1]; edge++) {
            int64_t needed = forest->weight[edge] - forest->dual[forest->other[edge]];
            least = needed > least ? needed : least;
        }
        forest->dual[vertex] = least;
    }
}

static int is_tight(const Forest *forest, int32_t vertex, int32_t edge)
{
    return forest->dual[vertex] + forest->dual[forest->other[edge]] == forest->weight[edge];
}

/* Keep mates over tight edges only, and match what can be matched at once. */
static void match_tight(Forest *forest)
{
    for (int32_t row = 0; row < forest->rows; row++) {
        int32_t mate = forest->mate[row], found = NONE, spare = NONE;
        for (int32_t edge = forest->first[row]; edge < forest->first[row + 1]; edge++)
            if (is_tight(forest, row, edge)) {
                if (forest->other[edge] == mate)
                    found = mate;
                else if (spare == NONE && forest->mate[forest->other[edge]] == NONE)
                    spare = forest->other[edge];
            }
        if (mate != NONE && found == NONE)
            forest->mate[row] = forest->mate[mate] = NONE;
        if (forest->mate[row] == NONE && spare != NONE && forest->dual[row] > 0) {
            forest->mate[row] = spare;
            forest->mate[spare] = row;
        }
    }
}

/* The best assignment for weights that are divided by a power of two. */
static void settle(Forest *forest, int shift)
{
    for (int32_t edge = 0; edge < forest->first[forest->vertices]; edge++)
        forest->weight[edge] = forest->whole[edge] >> shift;
    tighten(forest, 0, forest->rows);
    tighten(forest, forest->rows, forest->vertices);
    match_tight(forest);
    grow(forest, 0, forest->rows);
    grow(forest, forest->rows, forest->vertices);
}

/* The auction. Every vertex is a person and an object: a person may take the object of a neighbour, worth the weight of
   their edge, or its own, worth nothing; so everyone is served. */

typedef struct {
    double *price;
    int32_t *holder, *holds;
} Auction;

static double best_object(const Forest *forest, const Auction *auction, int32_t person, int32_t *best, double *second)
{
    double most = -auction->price[person];
    *best = person;
    *second = -INFINITY;
    for (int32_t edge = forest->first[person]; edge < forest->first[person + 1]; edge++) {
        double gain = forest->given[edge] - auction->price[forest->other[edge]];
        if (gain > most) {
            *second = most;
            most = gain;
            *best = forest->other[edge];
        } else if (gain > *second) {
            *second = gain;
        }
    }
    return most;
}

static double gain_of(const Forest *forest, const Auction *auction, int32_t person, int32_t object)
{
    if (object == person)
        return -auction->price[object];
    for (int32_t edge = forest->first[person]; edge < forest->first[person + 1]; edge++)
        if (forest->other[edge] == object)
            return forest->given[edge] - auction->price[object];
    return -INFINITY;
}

static void auction_round(Forest *forest, Auction *auction, double step)
{
    forest->queue_size = forest->queue_first = 0;
    for (int32_t person = 0; person < forest->vertices; person++) {
        int32_t best, held = auction->holds[person];
        double second, most = best_object(forest, auction, person, &best, &second);
        if (held != NONE && gain_of(forest, auction, person, held) >= most - step)
            continue;
        if (held != NONE)
            auction->holder[held] = NONE;
        auction->holds[person] = NONE;
        enqueue(forest, person);
    }
    while (forest->queue_size > 0) {
        int32_t best, person = dequeue(forest);
        double second, most = best_object(forest, auction, person, &best, &second);
        auction->price[best] += (isfinite(second) ? most - second : 0) + step;
        int32_t displaced = auction->holder[best];
        auction->holder[best] = person;
        auction->holds[person] = best;
        if (displaced != NONE) {
            auction->holds[displaced] = NONE;
            enqueue(forest, displaced);
        }
    }
}

/* Duals that are nearly right, in units of `scale` parts of a weight. */
static int bid_for_duals(Forest *forest, double heaviest, double scale, int is_whole)
{
    size_t count = (size_t)forest->vertices;
    Auction auction = {PyMem_Calloc(count, sizeof(double)), PyMem_Malloc(count * sizeof(int32_t)),
                       PyMem_Malloc(count * sizeof(int32_t))};
    int enough = auction.price != NULL && auction.holder != NULL && auction.holds != NULL;
    if (enough) {
        double least = heaviest / LAST_STEP;
        if (is_whole && least < LEAST_WHOLE_STEP)
            least = LEAST_WHOLE_STEP;
        for (size_t vertex = 0; vertex < count; vertex++) {
            auction.holder[vertex] = auction.holds[vertex] = NONE;
            forest->is_queued[vertex] = 0;
        }
        for (double step = heaviest / FIRST_STEP; step > least; step /= STEP)
            auction_round(forest, &auction, step);
        auction_round(forest, &auction, least);
        for (int32_t vertex = 0; vertex < forest->vertices; vertex++) {
            int32_t best;
            double second, most = best_object(forest, &auction, vertex, &best, &second);
            double dual = (auction.price[vertex] + most) / 2 * scale;
            forest->dual[vertex] = dual > 0 ? (int64_t)ceil(dual) : 0;
        }
    }
    PyMem_Free(auction.price);
    PyMem_Free(auction.holder);
    PyMem_Free(auction.holds);
    return enough;
}

/* Weights as integers: whole ones as they are, others times a power of two, so that the largest has 52 bits. */
static int as_integers(Forest *forest, double heaviest, double *scale)
{
    int exponent, is_whole = heaviest < 4503599627370496.0;
    int32_t edges = forest->first[forest->vertices];
    for (int32_t edge = 0; edge < edges && is_whole; edge++)
        is_whole = forest->given[edge] == floor(forest->given[edge]);
    frexp(heaviest, &exponent);
    *scale = is_whole ? 1.0 : ldexp(1.0, FULL_BITS - exponent);
    for (int32_t edge = 0; edge < edges; edge++)
        forest->whole[edge] = (int64_t)llround(forest->given[edge] * *scale);
    return is_whole;
}

static int solve(Forest *forest)
{
    double heaviest = 0, scale;
    for (int32_t edge = 0; edge < forest->first[forest->vertices]; edge++)
        heaviest = forest->given[edge] > heaviest ? forest->given[edge] : heaviest;
    int is_whole = as_integers(forest, heaviest, &scale), bits = 0;
    if (!bid_for_duals(forest, heaviest, scale, is_whole))
        return 0;
    for (int64_t most = (int64_t)llround(heaviest * scale); most > 0; most >>= 1)
        bits++;
    int shift = bits > GRID_BITS ? bits - GRID_BITS : 0;
    for (int32_t vertex = 0; vertex < forest->vertices; vertex++) {
        forest->mate[vertex] = NONE;
        forest->dual[vertex] = (forest->dual[vertex] + ((int64_t)1 << shift) - 1) >> shift;
    }
    settle(forest, shift);
    if (shift > 0) {
        for (int32_t vertex = 0; vertex < forest->vertices; vertex++)
            forest->dual[vertex] <<= shift;
        settle(forest, 0);
    }
    return !forest->no_memory;
}

int forest_assignment(const Component *component, int32_t *mate)
{
    size_t count = (size_t)component->vertices, edges = (size_t)component->first[count];
    int64_t *wide = PyMem_Malloc((2 * edges + 3 * count + 1) * sizeof *wide);
    int32_t *narrow = PyMem_Malloc((5 * count + 1) * sizeof *narrow);
    char *marks = PyMem_Calloc(2 * count + 1, 1);
    int enough = wide != NULL && narrow != NULL && marks != NULL;
    if (enough) {
        Forest forest = {
            .vertices = component->vertices,
            .rows = component->rows,
            .first = component->first,
            .other = component->other,
            .given = component->weight,
            .whole = wide,
            .weight = wide + edges,
            .dual = wide + 2 * edges,
            .at = wide + 2 * edges + count,
            .over = wide + 2 * edges + 2 * count,
            .mate = mate,
            .root = narrow,
            .from = narrow + count,
            .next = narrow + 2 * count,
            .last = narrow + 3 * count,
            .queue = narrow + 4 * count,
            .role = marks,
            .is_queued = marks + count,
        };
        enough = solve(&forest);
        PyMem_Free(forest.heap);
    }
    PyMem_Free(wide);
    PyMem_Free(narrow);
    PyMem_Free(marks);
    return enough;
}
