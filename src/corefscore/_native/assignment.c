/* The assignment of greatest weight in a sparse table.

   Columns have prices, which begin at 0. The gain of a row from a column is the weight minus the price. A row that
   gains nothing gets no column. First, rows bid: each takes the column with its greatest gain, even if another row has
   it, and raises the price by the difference to its second best gain. A row that is then still without a column enters
   along the cheapest path of exchanges (Dijkstra's algorithm on the loss of each exchange). The path ends at a free
   column, or at a row that gains nothing. Prices rise so that every row still has the column of its greatest gain.

   If many weights are equal, such paths get long. A connected component in which the search visits too many edges is
   left to ties.c. The result in a component depends on nothing else in the table. */

#include "large.h"

#define NONE (-1)
#define BIDS 2
#define SHARE 4 /* one in this many edges of a large component may be visited */

typedef struct {
    double loss;
    int64_t column;
} Entry;

typedef struct {
    const Table *table;
    int64_t *chosen;  /* the edge of each row */
    int64_t *owner;   /* the row that has each column */
    double *price;    /* of each column */
    double *loss;     /* of each reached column: the least loss on a path to it */
    int64_t *from;    /* of each reached column: the last edge of the path */
    int64_t *giver;   /* of each reached column: the row of that edge */
    int64_t *reached; /* of each column: the last new row whose search reached it */
    int64_t *settled; /* the columns whose loss is final, in order */
    Entry *heap;
    size_t heap_size;
    int64_t looks; /* how many edges were visited */
} Search;

static double gain(const Search *search, int64_t edge)
{
    return search->table->weight[edge] - search->price[search->table->column[edge]];
}

static void give(Search *search, int64_t row, int64_t edge)
{
    search->chosen[row] = edge;
    search->owner[search->table->column[edge]] = row;
}

static int is_free(const Search *search, int64_t edge)
{
    return search->owner[search->table->column[edge]] == NONE;
}

/* The greatest gain of a row, and in `second` the greatest gain from any other column; 0 if it gains nothing. */
static double best_gain(const Search *search, int64_t row, int64_t *best_edge, double *second)
{
    double best = 0;
    *best_edge = NONE;
    *second = 0;
    for (size_t edge = search->table->first[row]; edge < search->table->first[row + 1]; edge++) {
        double here = gain(search, (int64_t)edge);
        if (here > best) {
            *second = best;
            best = here;
            *best_edge = (int64_t)edge;
        } else if (here > *second) {
            *second = here;
            if (here == best && is_free(search, (int64_t)edge) && !is_free(search, *best_edge))
                *best_edge = (int64_t)edge;
        }
    }
    return best;
}

/* Let a row, and the rows that it displaces, bid until one finds a free column, gains nothing, or cannot outbid. */
static void bid(Search *search, int64_t row)
{
    for (int bids = 0; row != NONE && bids < BIDS; bids++) {
        int64_t edge;
        double second, best = best_gain(search, row, &edge, &second);
        if (edge == NONE)
            return;
        int64_t column = search->table->column[edge], displaced = search->owner[column];
        if (displaced != NONE && best <= second)
            return;
        search->price[column] += best - second;
        if (displaced != NONE)
            search->chosen[displaced] = NONE;
        give(search, row, edge);
        row = displaced;
    }
}

static int before(const Entry *one, const Entry *other)
{
    return one->loss < other->loss || (one->loss == other->loss && one->column < other->column);
}

static void push(Search *search, double loss, int64_t column)
{
    Entry entry = {loss, column};
    size_t index = search->heap_size++;
    while (index > 0 && before(&entry, search->heap + (index - 1) / 2)) {
        search->heap[index] = search->heap[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    search->heap[index] = entry;
}

static Entry pop(Search *search)
{
    Entry top = search->heap[0], last = search->heap[--search->heap_size];
    size_t index = 0, child;
    while ((child = 2 * index + 1) < search->heap_size) {
        if (child + 1 < search->heap_size && before(search->heap + child + 1, search->heap + child))
            child++;
        if (!before(search->heap + child, &last))
            break;
        search->heap[index] = search->heap[child];
        index = child;
    }
    search->heap[index] = last;
    return top;
}

/* The end of a path of exchanges: a free column, or a row that is left without a column. */
typedef struct {
    double loss;
    int64_t column, row;
} End;

/* Continue from a row, given the loss on the path to it: its other columns may be reached with less loss. */
static void go_on(Search *search, int64_t newcomer, int64_t row, double lost, double row_gain, End *end)
{
    search->looks += (int64_t)(search->table->first[row + 1] - search->table->first[row]);
    for (size_t edge = search->table->first[row]; edge < search->table->first[row + 1]; edge++) {
        int64_t column = search->table->column[edge];
        double less = row_gain - gain(search, (int64_t)edge);
        double loss = lost + (less > 0 ? less : 0);
        if (loss >= end->loss || (search->reached[column] == newcomer && loss >= search->loss[column]))
            continue;
        search->reached[column] = newcomer;
        search->loss[column] = loss;
        search->from[column] = (int64_t)edge;
        search->giver[column] = row;
        if (search->owner[column] == NONE)
            *end = (End){loss, column, NONE};
        else
            push(search, loss, column);
    }
}

/* Pass columns on along the path to its end, so that the new row has a column, or is left without one. */
static void exchange(Search *search, int64_t newcomer, const End *end)
{
    int64_t column = end->column;
    if (end->row != NONE) {
        if (end->row == newcomer)
            return;
        column = search->table->column[search->chosen[end->row]];
        search->chosen[end->row] = NONE;
    }
    for (;;) {
        int64_t row = search->giver[column], edge = search->from[column], before_it = search->chosen[row];
        give(search, row, edge);
        if (row == newcomer)
            return;
        column = search->table->column[before_it];
    }
}

static void enter(Search *search, int64_t newcomer)
{
    int64_t edge;
    double second, most = best_gain(search, newcomer, &edge, &second);
    if (edge == NONE)
        return;
    End end = {most, NONE, newcomer};
    size_t settled = 0;
    search->heap_size = 0;
    go_on(search, newcomer, newcomer, 0, most, &end);
    while (search->heap_size > 0) {
        Entry nearest = pop(search);
        if (nearest.loss >= end.loss)
            break;
        if (nearest.loss > search->loss[nearest.column])
            continue;
        int64_t row = search->owner[nearest.column];
        double row_gain = gain(search, search->chosen[row]);
        search->settled[settled++] = nearest.column;
        if (nearest.loss + row_gain < end.loss)
            end = (End){nearest.loss + row_gain, NONE, row};
        go_on(search, newcomer, row, nearest.loss, row_gain, &end);
    }
    for (size_t index = 0; index < settled; index++) {
        int64_t column = search->settled[index];
        if (search->loss[column] < end.loss)
            search->price[column] += end.loss - search->loss[column];
    }
    exchange(search, newcomer, &end);
}

/* The connected components of a table, named by the first row of each. */
typedef struct {
    int64_t *leader;   /* of each row, then of each column: a vertex closer to the leader of its component */
    int64_t *edges;    /* of each leader: the number of edges of its component */
    int64_t *looks;    /* of each leader: how many edges were visited */
    int64_t *next_row; /* of each row: the next row of its component, if the component is left to the forest */
} Components;

static int64_t find_leader(int64_t *leader, int64_t vertex)
{
    while (leader[vertex] != vertex) {
        leader[vertex] = leader[leader[vertex]];
        vertex = leader[vertex];
    }
    return vertex;
}

/* Find the components. `looks` has the number of edges that were visited for each row so far. */
static int find_components(const Table *table, Components *components, const int64_t *looks)
{
    size_t rows = table->rows, vertices = rows + table->columns;
    components->leader = new_table((vertices + 2 * rows) * sizeof(int64_t));
    if (components->leader == NULL)
        return 0;
    components->edges = components->leader + vertices;
    components->looks = components->edges + rows;
    for (size_t vertex = 0; vertex < vertices; vertex++)
        components->leader[vertex] = (int64_t)vertex;
    for (size_t row = 0; row < rows; row++) {
        int64_t one = find_leader(components->leader, (int64_t)row);
        for (size_t edge = table->first[row]; edge < table->first[row + 1]; edge++)
            if (table->weight[edge] > 0) {
                int64_t other = find_leader(components->leader, (int64_t)rows + table->column[edge]);
                int64_t leader = one < other ? one : other;
                components->leader[one] = components->leader[other] = leader;
                one = leader;
            }
    }
    for (size_t row = 0; row < rows; row++)
        components->edges[row] = components->looks[row] = 0;
    for (size_t row = 0; row < rows; row++) {
        int64_t leader = find_leader(components->leader, (int64_t)row);
        components->looks[leader] += looks[row];
        for (size_t edge = table->first[row]; edge < table->first[row + 1]; edge++)
            components->edges[leader] += table->weight[edge] > 0;
    }
    return 1;
}

static int is_hard(const Table *table, const Components *components, int64_t leader)
{
    int64_t looks = components->looks[leader], edges = components->edges[leader];
    int is_long = looks > table->patience && (table->patience < 0 || looks > edges / SHARE);
    return is_long && edges > 0 && edges < INT32_MAX / 8;
}

/* Copy a component, with the edges of rows and of columns. Columns are numbered in the order in which rows use them. */
static int gather(const Table *table, const int64_t *next_row, int64_t row, int64_t *local, Component *component,
                  int32_t *first, int32_t *other, double *weight)
{
    int32_t rows = 0, columns = 0, count = 0;
    for (int64_t each = row; each != NONE; each = next_row[each])
        rows++;
    for (int64_t each = row; each != NONE; each = next_row[each]) {
        *first++ = count;
        for (size_t edge = table->first[each]; edge < table->first[each + 1]; edge++)
            if (table->weight[edge] > 0) {
                int64_t *number = local + table->column[edge];
                if (*number == NONE)
                    *number = rows + columns++;
                other[count] = (int32_t)*number;
                weight[count++] = table->weight[edge];
            }
    }
    first -= rows;
    for (int32_t column = 0; column <= columns; column++)
        first[rows + column] = column ? 0 : count;
    for (int32_t edge = 0; edge < count; edge++)
        first[other[edge] + 1]++;
    for (int32_t column = 0; column < columns; column++)
        first[rows + column + 1] += first[rows + column];
    for (int32_t vertex = rows - 1, edge = count - 1; vertex >= 0; vertex--)
        for (; edge >= first[vertex]; edge--) {
            int32_t behind = --first[other[edge] + 1];
            other[behind] = vertex;
            weight[behind] = weight[edge];
        }
    for (int32_t column = 0; column < columns; column++)
        first[rows + column] = first[rows + column + 1];
    first[rows + columns] = 2 * count;
    *component = (Component){rows + columns, rows, first, other, weight};
    return 1;
}

/* Assign a component again. */
static int leave_to_forest(const Table *table, const Components *components, int64_t row, int64_t *local, int64_t *chosen)
{
    size_t edges = (size_t)components->edges[row];
    int32_t *narrow = new_table((6 * edges + 4) * sizeof *narrow);
    double *weight = new_table((2 * edges + 1) * sizeof *weight);
    int enough = narrow != NULL && weight != NULL;
    if (enough) {
        Component component;
        int32_t *mate = narrow + 4 * edges + 2;
        gather(table, components->next_row, row, local, &component, narrow + 2 * edges, narrow, weight);
        enough = forest_assignment(&component, mate);
        const int32_t *other = component.other;
        for (int64_t each = row; each != NONE && enough; each = components->next_row[each], mate++) {
            chosen[each] = NONE;
            for (size_t edge = table->first[each]; edge < table->first[each + 1]; edge++)
                if (table->weight[edge] > 0 && *other++ == *mate)
                    chosen[each] = (int64_t)edge;
        }
    }
    PyMem_Free(narrow);
    PyMem_Free(weight);
    return enough;
}

static int solve_hard_components(const Table *table, Components *components, int64_t *local, int64_t *chosen)
{
    int64_t *next_row = components->next_row = new_table((2 * table->rows + 1) * sizeof(int64_t));
    if (next_row == NULL)
        return 0;
    int64_t *last = next_row + table->rows;
    for (size_t column = 0; column < table->columns; column++)
        local[column] = NONE;
    for (int64_t row = 0; row < (int64_t)table->rows; row++) {
        int64_t leader = find_leader(components->leader, row);
        next_row[row] = NONE;
        if (leader != row)
            next_row[last[leader]] = row;
        last[leader] = row;
    }
    int enough = 1;
    for (int64_t row = 0; row < (int64_t)table->rows && enough; row++)
        if (components->leader[row] == row && is_hard(table, components, row))
            enough = leave_to_forest(table, components, row, local, chosen);
    PyMem_Free(next_row);
    return enough;
}

/* Let all rows without a column enter, except in components that are too hard. */
static int enter_all(Search *search)
{
    const Table *table = search->table;
    Components components = {NULL, NULL, NULL, NULL};
    int64_t total = 0, *looks = PyMem_Calloc(table->rows + 1, sizeof *looks);
    int enough = looks != NULL && (table->patience >= 0 || find_components(table, &components, looks));
    for (int64_t row = 0; row < (int64_t)table->rows && enough; row++) {
        if (search->chosen[row] != NONE)
            continue;
        int64_t leader = components.leader == NULL ? NONE : find_leader(components.leader, row);
        if (leader != NONE && is_hard(table, &components, leader))
            continue;
        search->looks = 0;
        enter(search, row);
        looks[row] = search->looks;
        total += search->looks;
        if (leader != NONE)
            components.looks[leader] += search->looks;
        else if (total > table->patience)
            enough = find_components(table, &components, looks);
    }
    if (enough && components.leader != NULL)
        enough = solve_hard_components(table, &components, search->settled, search->chosen);
    PyMem_Free(components.leader);
    PyMem_Free(looks);
    return enough;
}

int best_assignment(const Table *table, int64_t *chosen)
{
    size_t edges = table->first[table->rows], columns = table->columns, most = (size_t)PY_SSIZE_T_MAX / 16;
    if (columns > most / 5 || edges > most - 1)
        return 0;
    Search search = {.table = table, .chosen = chosen};
    int64_t *numbers = new_table((5 * columns + 1) * sizeof *numbers);
    double *amounts = new_table((2 * columns + 1) * sizeof *amounts);
    search.heap = new_table((edges + 1) * sizeof *search.heap);
    int enough = numbers != NULL && amounts != NULL && search.heap != NULL;
    if (enough) {
        search.owner = numbers;
        search.from = numbers + columns;
        search.giver = numbers + 2 * columns;
        search.reached = numbers + 3 * columns;
        search.settled = numbers + 4 * columns;
        search.price = amounts;
        search.loss = amounts + columns;
        for (size_t column = 0; column < columns; column++) {
            search.owner[column] = search.reached[column] = NONE;
            search.price[column] = 0;
        }
        for (size_t row = 0; row < table->rows; row++)
            chosen[row] = NONE;
        for (size_t row = 0; row < table->rows; row++)
            bid(&search, (int64_t)row);
        enough = enter_all(&search);
    }
    PyMem_Free(numbers);
    PyMem_Free(amounts);
    PyMem_Free(search.heap);
    return enough;
}
