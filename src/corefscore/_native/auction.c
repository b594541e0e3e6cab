/* An auction that finds almost correct duals and mates for a component with many ties.

   The dual of a vertex is its gain, and also its price. A vertex without a mate that could gain takes the neighbour
   with the greatest gain, even if another vertex has it, and raises its price by the difference to the second best gain
   plus one step. First, rows bid until no row could gain. A column that is then without a mate, but has a price from an
   earlier round, bids for rows in the same way. This takes no mate away from a row. If only a few columns are left like
   this, the prices of all columns are lowered first. The steps get smaller in each round.

   The result need not be exact, so prices are 32-bit integers, and an auction that takes too long is stopped. */

#include "forest.h"

#define PRICE_BITS 26 /* of the heaviest weight */
#define WHOLE_BITS 2  /* the smallest step is a quarter if weights are whole numbers */
#define FIRST_STEP 320
#define STEP 20
#define BIDS 256      /* of each vertex, on average */
#define FEW 64        /* one column among so many vertices */
#define FARTHEST 4096 /* steps */

typedef struct {
    int32_t vertex, worth;
} Offer;

typedef struct {
    int32_t dual, mate; /* the duals of two mates together are the worth of their edge */
} Bidder;

typedef struct {
    int32_t vertices, rows;
    const int32_t *first;
    Offer *offer; /* the edges */
    Bidder *bidder;
    int32_t *queue; /* the vertices that wait for their turn, in a ring */
    size_t queue_first, queue_size;
    int64_t bids; /* how many bids are left */
} Auction;

/* How far the columns are from an end, in steps. Columns that are equally far are in a list. */
typedef struct {
    int32_t *steps;          /* of each column */
    int32_t *column, *next;  /* of each entry of a list: the column, and the next entry */
    int32_t first[FARTHEST]; /* of each list: its first entry */
    int32_t entries;
} Distances;

typedef struct {
    int32_t vertex, gain, second; /* the best neighbour, its gain, and the second best gain */
} Choice;

static inline Choice choose(const Auction *auction, int32_t number)
{
    int32_t best = NONE, most = 0, second = 0, end = auction->first[number + 1];
    for (int32_t each = auction->first[number]; each < end; each++) {
        Offer offer = auction->offer[each];
        int32_t gain = offer.worth - auction->bidder[offer.vertex].dual, less = gain < most ? gain : most;
        second = less > second ? less : second;
        best = gain > most ? offer.vertex : best;
        most = gain > most ? gain : most;
    }
    return (Choice){best, most, second};
}

FETCHING void fetch_offers(const Auction *auction, int32_t number)
{
    int32_t offer = auction->first[number], end = auction->first[number + 1];
    for (end = end - offer > MOST_FETCHED ? offer + MOST_FETCHED : end; offer < end; offer++)
        FETCH(auction->bidder + auction->offer[offer].vertex);
}

static int32_t upcoming(const Auction *auction, size_t steps)
{
    return auction->queue[in_ring(auction->queue_first + steps, auction->vertices)];
}

FETCHING void fetch_upcoming(const Auction *auction)
{
    if (auction->queue_size < 4)
        return;
    /* A vertex that was displaced is at the end of the queue. If the queue is short, its turn comes soon. */
    size_t ahead = auction->queue_size < 10 ? auction->queue_size - 1 : 9;
    FETCH(auction->first + upcoming(auction, ahead));
    FETCH(auction->offer + auction->first[upcoming(auction, ahead * 2 / 3)]);
    FETCH(auction->bidder + upcoming(auction, ahead / 3));
    fetch_offers(auction, upcoming(auction, ahead / 3));
}

/* Put a vertex at the end of the queue, if it has no mate and could gain. */
static void wait_for_turn(Auction *auction, int32_t number)
{
    if (auction->bidder[number].mate == NONE && auction->bidder[number].dual > 0)
        auction->queue[in_ring(auction->queue_first + auction->queue_size++, auction->vertices)] = number;
}

static void bid(Auction *auction, int32_t number, int32_t step)
{
    Choice choice = choose(auction, number);
    int32_t left = choice.second > step ? choice.second - step : 0;
    auction->bidder[number] = (Bidder){left, choice.vertex};
    if (choice.vertex == NONE)
        return;
    Bidder *chosen = auction->bidder + choice.vertex;
    int32_t displaced = chosen->mate;
    *chosen = (Bidder){chosen->dual + choice.gain - left, number};
    if (displaced != NONE) {
        auction->bidder[displaced].mate = NONE;
        wait_for_turn(auction, displaced);
    }
}

static void let_bid(Auction *auction, int32_t begin, int32_t end, int32_t step)
{
    auction->queue_first = auction->queue_size = 0;
    for (int32_t number = begin; number < end; number++)
        wait_for_turn(auction, number);
    for (; auction->queue_size > 0 && auction->bids > 0; auction->bids--) {
        fetch_upcoming(auction);
        int32_t number = upcoming(auction, 0);
        auction->queue_first = in_ring(auction->queue_first + 1, auction->vertices);
        auction->queue_size--;
        bid(auction, number, step);
    }
}

/* Part rows from mates that are worse by more than a step than the best they could have. */
static void part(Auction *auction, int32_t step)
{
    for (int32_t row = 0; row < auction->rows; row++) {
        if (row + 4 < auction->rows)
            fetch_offers(auction, row + 4);
        Bidder *bidder = auction->bidder + row;
        int32_t most = choose(auction, row).gain;
        if (bidder->mate != NONE && bidder->dual >= most - step)
            continue;
        if (bidder->mate != NONE)
            auction->bidder[bidder->mate].mate = NONE;
        *bidder = (Bidder){most, NONE};
    }
}

static int32_t count_waiting(const Auction *auction)
{
    int32_t waiting = 0;
    for (int32_t number = auction->rows; number < auction->vertices; number++)
        waiting += auction->bidder[number].mate == NONE && auction->bidder[number].dual > 0;
    return waiting;
}

/* Note that a column is not farther from an end than this. */
static void come_closer(const Auction *auction, Distances *distances, int32_t number, int32_t steps)
{
    int32_t column = number - auction->rows;
    if (steps >= distances->steps[column])
        return;
    distances->steps[column] = steps;
    distances->column[distances->entries] = number;
    distances->next[distances->entries] = distances->first[steps];
    distances->first[steps] = distances->entries++;
}

/* A column can take this row, which is `steps` away from an end. The column loses a part of its gain by that. */
static void visit(const Auction *auction, Distances *distances, int32_t row, int32_t steps, int32_t step)
{
    for (int32_t each = auction->first[row]; each < auction->first[row + 1]; each++) {
        Offer offer = auction->offer[each];
        int32_t loss = auction->bidder[offer.vertex].dual + auction->bidder[row].dual - offer.worth;
        come_closer(auction, distances, offer.vertex, steps + (loss > 0 ? loss / step : 0));
    }
}

/* Find the distances of columns, the nearest first, up to that of the last column that waits. Returns this distance. */
static int32_t measure_distances(const Auction *auction, Distances *distances, int32_t waiting, int32_t step)
{
    for (int32_t steps = 0; steps < FARTHEST; steps++)
        distances->first[steps] = NONE;
    distances->entries = 0;
    for (int32_t number = auction->rows; number < auction->vertices; number++) {
        distances->steps[number - auction->rows] = FARTHEST;
        come_closer(auction, distances, number, auction->bidder[number].dual / step);
    }
    for (int32_t row = 0; row < auction->rows; row++)
        if (auction->bidder[row].mate == NONE)
            visit(auction, distances, row, 0, step);
    for (int32_t steps = 0; steps < FARTHEST; steps++)
        while (distances->first[steps] != NONE) {
            int32_t entry = distances->first[steps], number = distances->column[entry];
            distances->first[steps] = distances->next[entry];
            if (distances->steps[number - auction->rows] < steps)
                continue; /* it has come closer since */
            int32_t row = auction->bidder[number].mate;
            if (row != NONE)
                visit(auction, distances, row, steps, step);
            else if (auction->bidder[number].dual > 0 && --waiting == 0)
                return steps;
        }
    return FARTHEST;
}

/* Lower the prices of columns before the last few of them bid. Their bids would lower most prices by one step after the
   other, until a column without a mate takes a row without one, or a column has the price 0. That is an end. So every
   column is lowered at once by its distance to an end, but at most by the distance of the columns that wait. */
static void lower_prices(Auction *auction, Distances *distances, int32_t waiting, int32_t step)
{
    int32_t most = measure_distances(auction, distances, waiting, step);
    for (int32_t number = auction->rows; number < auction->vertices; number++) {
        int32_t steps = distances->steps[number - auction->rows];
        Bidder *column = auction->bidder + number;
        int32_t less = (steps < most ? steps : most) * step;
        column->dual -= less;
        if (column->mate != NONE)
            auction->bidder[column->mate].dual += less;
    }
}

static void hold_round(Auction *auction, Distances *distances, int32_t step)
{
    part(auction, step);
    let_bid(auction, 0, auction->rows, step);
    int32_t waiting = count_waiting(auction);
    if (waiting > 0 && waiting < auction->vertices / FEW)
        lower_prices(auction, distances, waiting, step);
    let_bid(auction, auction->rows, auction->vertices, step);
}

static void hold_auction(Auction *auction, Distances *distances, int32_t heaviest)
{
    for (int32_t step = heaviest / FIRST_STEP; step > 1; step /= STEP)
        hold_round(auction, distances, step);
    hold_round(auction, distances, 1);
}

/* A weight of 52 bits would be too long for a price, and a small whole weight is less precise than prices can be. */
static int64_t shifted(int64_t weight, int shift) { return shift < 0 ? weight << -shift : weight >> shift; }

int auction_start(Forest *forest, int bits, int is_whole)
{
    size_t count = (size_t)forest->vertices, edges = (size_t)forest->first[count];
    int shift = is_whole && bits - PRICE_BITS < -WHOLE_BITS ? -WHOLE_BITS : bits - PRICE_BITS;
    size_t columns = count - (size_t)forest->rows, entries = edges / 2 + columns; /* each row is visited once */
    Offer *offer = new_table(edges * sizeof *offer);
    Bidder *bidder = new_table(count * sizeof *bidder);
    int32_t *queue = new_table(count * sizeof *queue);
    Distances *distances = PyMem_Malloc(sizeof *distances);
    int32_t *lists = new_table((columns + 2 * entries) * sizeof *lists);
    int enough = offer != NULL && bidder != NULL && queue != NULL && distances != NULL && lists != NULL;
    if (enough) {
        Auction auction = {forest->vertices, forest->rows, forest->first, offer, bidder, queue, 0, 0,
                           BIDS * (int64_t)count};
        for (size_t edge = 0; edge < edges; edge++)
            offer[edge] = (Offer){forest->other[edge], (int32_t)shifted(forest->weight[edge], shift)};
        for (size_t number = 0; number < count; number++)
            bidder[number] = (Bidder){0, NONE};
        distances->steps = lists;
        distances->column = lists + columns;
        distances->next = lists + columns + entries;
        hold_auction(&auction, distances, (int32_t)shifted((int64_t)1 << bits, shift));
        for (size_t number = 0; number < count; number++) {
            forest->vertex[number].dual = shifted(bidder[number].dual, -shift);
            forest->vertex[number].mate = bidder[number].mate;
        }
    }
    PyMem_Free(offer);
    PyMem_Free(bidder);
    PyMem_Free(queue);
    PyMem_Free(distances);
    PyMem_Free(lists);
    return enough;
}
