/* Trees that make all vertices of a component happy.

   All unhappy vertices of one side become roots of trees, which grow at the same time. While time passes, the duals of
   tree vertices on the side of the roots fall, and those on the other side rise. A vertex that a tree reaches over a
   tight edge joins the tree with its mate. If it has no mate, or if a dual has fallen to 0, the path from the root is
   flipped, and only this tree is dissolved. One queue has all events of one moment, so trees grow breadth first. */

#include "forest.h"

#define NEVER INT64_MAX

/* The heap of events, by time. */

static int earlier(Event one, Event two)
{
    return one.time < two.time;
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

static void await(Forest *forest, int64_t time, int32_t vertex)
{
    if (time <= forest->now)
        enqueue(forest, vertex);
    else
        push(forest, time, vertex);
}

/* Trees. */

/* Find out when, and from where, a vertex outside will be reached. */
static void look(Forest *forest, int32_t number)
{
    Vertex *vertex = forest->vertex + number;
    vertex->at = NEVER;
    for (int32_t edge = forest->first[number]; edge < forest->first[number + 1]; edge++) {
        const Vertex *other = forest->vertex + forest->other[edge];
        if (other->role != FALLING)
            continue;
        int64_t time = other->dual + vertex->dual - forest->weight[edge];
        if (time < vertex->at) {
            vertex->at = time;
            vertex->from = forest->other[edge];
            vertex->by = edge;
        }
    }
    if (vertex->at != NEVER)
        await(forest, vertex->at, number);
}

static void add_to_tree(Forest *forest, int32_t number, int32_t root)
{
    forest->root[number] = root;
    forest->next[number] = number == root ? NONE : forest->next[root];
    if (number != root)
        forest->next[root] = number;
}

/* A vertex whose dual falls from now on: it may reach its neighbours, or come down to 0. */
static void fall(Forest *forest, int32_t number, int32_t root)
{
    Vertex *vertex = forest->vertex + number;
    add_to_tree(forest, number, root);
    vertex->role = FALLING;
    vertex->dual += forest->now;
    vertex->at = vertex->dual;
    await(forest, vertex->at, number);
    for (int32_t edge = forest->first[number]; edge < forest->first[number + 1]; edge++) {
        Vertex *other = forest->vertex + forest->other[edge];
        if (other->role != OUTSIDE)
            continue;
        int64_t time = vertex->dual + other->dual - forest->weight[edge];
        if (time < other->at) {
            other->at = time;
            other->from = number;
            other->by = edge;
            await(forest, time, forest->other[edge]);
        }
    }
}

/* Remove all vertices of a tree from it. Vertices that have risen may be reached from other trees. They search for
   these after all trees that end at the same moment are gone. */
static void dissolve(Forest *forest, int32_t root)
{
    forest->trees--;
    for (int32_t number = root; number != NONE; number = forest->next[number]) {
        Vertex *vertex = forest->vertex + number;
        int has_risen = vertex->role == RISING;
        vertex->dual += has_risen ? forest->now : -forest->now;
        vertex->at = has_risen ? forest->now : NEVER;
        vertex->role = OUTSIDE;
        if (has_risen)
            enqueue(forest, number);
    }
}

/* Match a vertex with the one it was reached from. The old mate of that one is matched in the same way, up to the root.
   */
static void flip(Forest *forest, int32_t number)
{
    while (number != NONE) {
        int32_t above = forest->vertex[number].from, left = forest->vertex[above].mate;
        forest->vertex[number].mate = above;
        forest->vertex[above].mate = number;
        number = left;
    }
}

/* A dual has fallen to 0: its vertex loses its mate, and the tree ends. */
static void come_down(Forest *forest, int32_t number)
{
    int32_t root = forest->root[number], left = forest->vertex[number].mate;
    forest->vertex[number].mate = NONE;
    if (left != NONE)
        flip(forest, left);
    dissolve(forest, root);
}

/* A vertex outside is reached: it joins the tree with its mate. If it has no mate, the tree ends. */
static void reach(Forest *forest, int32_t number)
{
    Vertex *vertex = forest->vertex + number;
    int32_t root = forest->root[vertex->from];
    if (vertex->mate == NONE) {
        flip(forest, number);
        dissolve(forest, root);
        look(forest, number);
        return;
    }
    add_to_tree(forest, number, root);
    vertex->role = RISING;
    vertex->dual -= forest->now;
    fall(forest, vertex->mate, root);
}

/* Handle the event of a vertex, unless the event has changed in the meantime. */
static void happen(Forest *forest, int32_t number)
{
    const Vertex *vertex = forest->vertex + number;
    if (vertex->role == FALLING && vertex->dual <= forest->now)
        come_down(forest, number);
    if (vertex->role != OUTSIDE || vertex->at > forest->now)
        return;
    const Vertex *from = forest->vertex + vertex->from;
    if (from->role != FALLING || from->dual + vertex->dual - forest->weight[vertex->by] > forest->now)
        look(forest, number);
    else
        reach(forest, number);
}

/* The vertex whose edges an event will need: the vertex itself if it must look again, else its mate, which joins a tree.
   */
static inline int32_t needed_by(const Forest *forest, int32_t number)
{
    const Vertex *vertex = forest->vertex + number;
    return forest->vertex[vertex->from].role == FALLING ? vertex->mate : number;
}

/* Prefetch the memory for the next events. */
FETCHING void fetch_upcoming(const Forest *forest)
{
    if (forest->queue_size < 12)
        return;
    int32_t soon[12];
    for (size_t steps = 1; steps <= 11; steps++)
        soon[steps] = forest->queue[in_ring(forest->queue_first + steps, forest->vertices)];
    FETCH(forest->vertex + soon[11]);
    FETCH(forest->vertex + forest->vertex[soon[8]].from);
    int32_t needed = needed_by(forest, soon[6]);
    if (needed != NONE) {
        FETCH(forest->vertex + needed);
        FETCH(forest->first + needed);
    }
    needed = needed_by(forest, soon[4]);
    if (needed != NONE) {
        FETCH(forest->other + forest->first[needed]);
        FETCH(forest->weight + forest->first[needed]);
    }
    needed = needed_by(forest, soon[2]);
    if (needed != NONE)
        fetch_neighbours(forest, needed);
}

/* Move all events of the next moment into the queue. Returns 0 if there are none. */
static int advance(Forest *forest)
{
    if (forest->heap_size == 0)
        return 0;
    forest->now = forest->heap[0].time;
    while (forest->heap_size > 0 && forest->heap[0].time == forest->now)
        enqueue(forest, pop(forest).vertex);
    return 1;
}

void grow(Forest *forest, int32_t begin, int32_t end)
{
    forest->now = 0;
    forest->heap_size = forest->queue_size = forest->queue_first = 0;
    forest->trees = 0;
    for (int32_t number = 0; number < forest->vertices; number++) {
        forest->vertex[number].role = OUTSIDE;
        forest->vertex[number].at = NEVER;
        forest->vertex[number].is_queued = 0;
    }
    for (int32_t number = begin; number < end; number++)
        if (forest->vertex[number].mate == NONE && forest->vertex[number].dual > 0) {
            fall(forest, number, number);
            forest->trees++;
        }
    while (forest->trees > 0 && !forest->no_memory && (forest->queue_size > 0 || advance(forest))) {
        fetch_upcoming(forest);
        happen(forest, dequeue(forest));
    }
}
