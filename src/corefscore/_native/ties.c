/* The assignment of greatest weight in one connected component with many ties.

   An auction gives duals and mates that are almost correct. If all weights are small whole numbers, the heaviest edge
   of each row is as good. Then tight edges are matched, and forest.c makes all vertices happy. */

#include "forest.h"

#include <math.h>

#define FULL_BITS 52
#define FEW_BITS 6 /* of whole weights that need no auction */

/* Weights as integers: whole weights stay, others are multiplied by a power of two, so that the largest has 52 bits. */
typedef struct {
    double scale, rest; /* the power of two, in two parts because it may be out of range */
    int bits;           /* of the heaviest weight */
    int is_whole;
} Measure;

static Measure measure(const Component *component)
{
    double heaviest = 0;
    int32_t edges = component->first[component->rows], exponent;
    for (int32_t edge = 0; edge < edges; edge++)
        heaviest = component->weight[edge] > heaviest ? component->weight[edge] : heaviest;
    frexp(heaviest, &exponent);
    int is_whole = exponent <= FULL_BITS;
    for (int32_t edge = 0; edge < edges && is_whole; edge++)
        is_whole = component->weight[edge] == floor(component->weight[edge]);
    int power = is_whole ? 0 : FULL_BITS - exponent;
    return (Measure){ldexp(1.0, power / 2), ldexp(1.0, power - power / 2), is_whole ? exponent : FULL_BITS, is_whole};
}

static void weigh(Forest *forest, const Component *component, const Measure *measure)
{
    for (int32_t edge = 0; edge < forest->first[forest->vertices]; edge++)
        forest->weight[edge] = (int64_t)(component->weight[edge] * measure->scale * measure->rest + 0.5);
}

/* Set the smallest duals of the vertices that keep the duals of every edge at least at its weight. */
static void tighten(Forest *forest, int32_t begin, int32_t end)
{
    for (int32_t number = begin; number < end; number++) {
        int64_t least = 0;
        if (number + 4 < end)
            fetch_neighbours(forest, number + 4);
        for (int32_t edge = forest->first[number]; edge < forest->first[number + 1]; edge++) {
            int64_t needed = forest->weight[edge] - forest->vertex[forest->other[edge]].dual;
            least = needed > least ? needed : least;
        }
        forest->vertex[number].dual = least;
    }
}

/* Tight edges are matched with the method of Karp and Sipser: a vertex with one choice left takes it. */

typedef struct {
    int32_t left, mate; /* the number of choices that are left, and the choice that was made */
} Chooser;

typedef struct {
    int32_t *first;  /* of each vertex: its first choice; after the last vertex, the end */
    int32_t *choice; /* free neighbours of free vertices, over tight edges */
    Chooser *chooser;
    int32_t *queue; /* the vertices that had one choice left at some time */
    int32_t queue_first, queue_end;
} Choices;

static int is_tight(const Forest *forest, int32_t number, int32_t edge)
{
    return forest->vertex[number].dual + forest->vertex[forest->other[edge]].dual == forest->weight[edge];
}

static void unmatch_loose(Forest *forest)
{
    for (int32_t row = 0; row < forest->rows; row++) {
        int32_t mate = forest->vertex[row].mate, stays = mate == NONE;
        for (int32_t edge = forest->first[row]; edge < forest->first[row + 1] && !stays; edge++)
            stays = forest->other[edge] == mate && is_tight(forest, row, edge);
        if (!stays)
            forest->vertex[row].mate = forest->vertex[mate].mate = NONE;
    }
}

static void gather_choices(const Forest *forest, Choices *choices)
{
    int32_t count = 0;
    for (int32_t number = 0; number < forest->vertices; number++) {
        int32_t mate = forest->vertex[number].mate;
        choices->first[number] = count;
        if (number + 4 < forest->vertices)
            fetch_neighbours(forest, number + 4);
        for (int32_t edge = forest->first[number]; edge < forest->first[number + 1] && mate == NONE; edge++)
            if (forest->vertex[forest->other[edge]].mate == NONE && is_tight(forest, number, edge))
                choices->choice[count++] = forest->other[edge];
        choices->chooser[number] = (Chooser){count - choices->first[number], mate};
        if (choices->chooser[number].left == 1)
            choices->queue[choices->queue_end++] = number;
    }
    choices->first[forest->vertices] = count;
}

/* Mark that no vertex can choose this one any more. */
static void withdraw(Choices *choices, int32_t number)
{
    for (int32_t each = choices->first[number]; each < choices->first[number + 1]; each++)
        if (--choices->chooser[choices->choice[each]].left == 1)
            choices->queue[choices->queue_end++] = choices->choice[each];
}

/* Match a free vertex to the free neighbour that has the fewest choices. */
static void match(Choices *choices, int32_t number)
{
    int32_t best = NONE, least = INT32_MAX;
    if (choices->chooser[number].mate != NONE)
        return;
    for (int32_t each = choices->first[number]; each < choices->first[number + 1]; each++) {
        Chooser chooser = choices->chooser[choices->choice[each]];
        if (chooser.mate == NONE && chooser.left < least) {
            best = choices->choice[each];
            least = chooser.left;
        }
    }
    if (best == NONE)
        return;
    choices->chooser[number].mate = best;
    choices->chooser[best].mate = number;
    withdraw(choices, number);
    withdraw(choices, best);
}

static void match_tight(Forest *forest)
{
    size_t count = (size_t)forest->vertices, edges = (size_t)forest->first[count];
    int32_t *narrow = new_table((edges + 2 * count + 1) * sizeof *narrow);
    Choices choices = {narrow + count, narrow + 2 * count + 1, new_table(count * sizeof(Chooser)), narrow, 0, 0};
    forest->no_memory |= narrow == NULL || choices.chooser == NULL;
    if (!forest->no_memory) {
        unmatch_loose(forest);
        gather_choices(forest, &choices);
        for (int32_t row = 0; row < forest->rows; row++) {
            while (choices.queue_first < choices.queue_end)
                match(&choices, choices.queue[choices.queue_first++]);
            match(&choices, row);
        }
        for (int32_t number = 0; number < forest->vertices; number++)
            forest->vertex[number].mate = choices.chooser[number].mate;
    }
    PyMem_Free(narrow);
    PyMem_Free(choices.chooser);
}

static int solve(Forest *forest, const Component *component)
{
    Measure weights = measure(component);
    for (int32_t number = 0; number < forest->vertices; number++)
        forest->vertex[number] = (Vertex){.mate = NONE};
    weigh(forest, component, &weights);
    if ((!weights.is_whole || weights.bits > FEW_BITS) && !auction_start(forest, weights.bits, weights.is_whole))
        return 0;
    tighten(forest, 0, forest->rows);
    tighten(forest, forest->rows, forest->vertices);
    match_tight(forest);
    grow(forest, 0, forest->rows);
    grow(forest, forest->rows, forest->vertices);
    return !forest->no_memory;
}

int forest_assignment(const Component *component, int32_t *mate)
{
    size_t count = (size_t)component->vertices, edges = (size_t)component->first[count];
    int64_t *weight = new_table(edges * sizeof *weight);
    int32_t *narrow = new_table(3 * count * sizeof *narrow);
    char *space = new_table((count + 1) * sizeof(Vertex));
    int enough = weight != NULL && narrow != NULL && space != NULL;
    if (enough) {
        Forest forest = {
            .vertices = component->vertices,
            .rows = component->rows,
            .first = component->first,
            .other = component->other,
            .weight = weight,
            .vertex = (Vertex *)(space + (sizeof(Vertex) - (uintptr_t)space % sizeof(Vertex)) % sizeof(Vertex)),
            .root = narrow,
            .next = narrow + count,
            .queue = narrow + 2 * count,
        };
        enough = solve(&forest, component);
        for (size_t number = 0; number < count && enough; number++)
            mate[number] = forest.vertex[number].mate;
        PyMem_Free(forest.heap);
    }
    PyMem_Free(weight);
    PyMem_Free(narrow);
    PyMem_Free(space);
    return enough;
}
