/* An auction that finds almost correct duals and mates for a component with many ties.

   The dual of a vertex is its gain, and also its price. A vertex without a mate that could gain takes the neighbour
   with the greatest gain, even if another vertex has it, and raises its price by the difference to the second best gain
   plus one step. First, rows bid until no row could gain. A column that is then without a mate, but has a price from an
   earlier round, bids for rows in the same way. This takes no mate away from a row. The steps get smaller in each
   round.

   The result need not be exact, so prices are 32-bit integers, and an auction that takes too long is stopped. */

#include "forest.h"

#define PRICE_BITS 26 /* of the heaviest weight */
#define WHOLE_BITS 2  /* the smallest step is a quarter if weights are whole numbers */
#define FIRST_STEP 16
#define STEP 20
#define BIDS 256 /* of each vertex, on average */

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
    size_t far = auction->queue_size < 10 ? auction->queue_size - 1 : 9;
    FETCH(auction->first + upcoming(auction, far));
    FETCH(auction->offer + auction->first[upcoming(auction, far * 2 / 3)]);
    FETCH(auction->bidder + upcoming(auction, far / 3));
    fetch_offers(auction, upcoming(auction, far / 3));
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

static void hold_round(Auction *auction, int32_t step)
{
    part(auction, step);
    let_bid(auction, 0, auction->rows, step);
    let_bid(auction, auction->rows, auction->vertices, step);
}

static void hold_auction(Auction *auction, int32_t heaviest)
{
    for (int32_t step = heaviest / FIRST_STEP; step > 1; step /= STEP)
        hold_round(auction, step);
    hold_round(auction, 1);
}

/* A weight of 52 bits would be too long for a price, and a small whole weight is less precise than prices can be. */
static int64_t shifted(int64_t weight, int shift) { return shift < 0 ? weight << -shift : weight >> shift; }

int auction_start(Forest *forest, int bits, int is_whole)
{
    size_t count = (size_t)forest->vertices, edges = (size_t)forest->first[count];
    int shift = is_whole && bits - PRICE_BITS < -WHOLE_BITS ? -WHOLE_BITS : bits - PRICE_BITS;
    Offer *offer = new_table(edges * sizeof *offer);
    Bidder *bidder = new_table(count * sizeof *bidder);
    int32_t *queue = new_table(count * sizeof *queue);
    int enough = offer != NULL && bidder != NULL && queue != NULL;
    if (enough) {
        Auction auction = {forest->vertices, forest->rows, forest->first, offer, bidder, queue, 0, 0,
                           BIDS * (int64_t)count};
        for (size_t edge = 0; edge < edges; edge++)
            offer[edge] = (Offer){forest->other[edge], (int32_t)shifted(forest->weight[edge], shift)};
        for (size_t number = 0; number < count; number++)
            bidder[number] = (Bidder){0, NONE};
        hold_auction(&auction, (int32_t)shifted((int64_t)1 << bits, shift));
        for (size_t number = 0; number < count; number++) {
            forest->vertex[number].dual = shifted(bidder[number].dual, -shift);
            forest->vertex[number].mate = bidder[number].mate;
        }
    }
    PyMem_Free(offer);
    PyMem_Free(bidder);
    PyMem_Free(queue);
    return enough;
}
