/* An auction that gives nearly the right duals to a component full of ties.

   Every vertex is a person and an object: a person may take the object of a neighbour, worth the weight of their edge, or
   its own, worth nothing; so everyone can be served. Who is without an object takes the one it gains most by, and raises
   its price by as much as it prefers it to the next best, and a step more. The steps get smaller from round to round. The
   dual of a vertex is the mean of its price as an object and its gain as a person.

   The result need not be exact, so prices are 32-bit integers, and an auction that takes too long is broken off. */

#include "forest.h"

#define OWN (-2)
#define PRICE_BITS 22 /* of the heaviest weight */
#define WHOLE_BITS 2  /* the least step is a quarter where weights are whole */
#define FIRST_STEP 256
#define STEP 10
#define LAST_STEP 262144 /* 2 to the power of 18 */
#define MOST_PRICE (INT32_MAX / 4)
#define BIDS 256 /* of each person, on average */

typedef struct {
    int32_t object, worth;
} Offer;

typedef struct {
    int32_t price, holder;
} Object;

typedef struct {
    int32_t persons;
    const int32_t *first;
    Offer *offer;   /* the edges */
    Object *object;
    int32_t *held;  /* of each person, the offer taken, or OWN for its own object */
    int32_t *queue; /* who is without an object, in a ring */
    size_t queue_first, queue_size;
    int64_t bids; /* how many more there may be */
} Auction;

typedef struct {
    int32_t offer, gain, second; /* the offer that gives most; what it gives, and what the next best gives */
} Choice;

static inline Choice choose(const Auction *auction, int32_t person)
{
    int32_t best = OWN, most = -auction->object[person].price, second = INT32_MIN, end = auction->first[person + 1];
    for (int32_t each = auction->first[person]; each < end; each++) {
        Offer offer = auction->offer[each];
        int32_t gain = offer.worth - auction->object[offer.object].price, less = gain < most ? gain : most;
        second = less > second ? less : second;
        best = gain > most ? each : best;
        most = gain > most ? gain : most;
    }
    return (Choice){best, most, second};
}

static int32_t upcoming(const Auction *auction, size_t steps)
{
    return auction->queue[in_ring(auction->queue_first + steps, auction->persons)];
}

FETCHING void fetch_upcoming(const Auction *auction)
{
    if (auction->queue_size < 10)
        return;
    FETCH(auction->first + upcoming(auction, 9));
    FETCH(auction->offer + auction->first[upcoming(auction, 6)]);
    int32_t person = upcoming(auction, 3), offer = auction->first[person], end = auction->first[person + 1];
    FETCH(auction->object + person);
    for (end = end - offer > MOST_FETCHED ? offer + MOST_FETCHED : end; offer < end; offer++)
        FETCH(auction->object + auction->offer[offer].object);
}

static void wait_for_object(Auction *auction, int32_t person)
{
    auction->queue[in_ring(auction->queue_first + auction->queue_size++, auction->persons)] = person;
}

/* Take the objects away that are worse by more than a step than the best that their holders could have. */
static void take_away(Auction *auction, int32_t step)
{
    auction->queue_first = auction->queue_size = 0;
    for (int32_t person = 0; person < auction->persons; person++) {
        int32_t held = auction->held[person];
        if (held != NONE) {
            Offer offer = held == OWN ? (Offer){person, 0} : auction->offer[held];
            Object *object = auction->object + offer.object;
            if (offer.worth - object->price >= choose(auction, person).gain - step)
                continue;
            object->holder = NONE;
        }
        wait_for_object(auction, person);
    }
}

static void serve(Auction *auction, int32_t person, int32_t step)
{
    Choice choice = choose(auction, person);
    Object *object = auction->object + (choice.offer == OWN ? person : auction->offer[choice.offer].object);
    if (object->holder != NONE)
        wait_for_object(auction, object->holder);
    object->holder = person;
    object->price += choice.gain - choice.second + step;
    auction->held[person] = choice.offer;
    auction->bids -= object->price > MOST_PRICE ? auction->bids : 1;
}

static void hold_round(Auction *auction, int32_t step)
{
    take_away(auction, step);
    while (auction->queue_size > 0 && auction->bids > 0) {
        fetch_upcoming(auction);
        int32_t person = upcoming(auction, 0);
        auction->queue_first = in_ring(auction->queue_first + 1, auction->persons);
        auction->queue_size--;
        serve(auction, person, step);
    }
}

static void hold_auction(Auction *auction, int32_t heaviest)
{
    int32_t least = heaviest / LAST_STEP > 1 ? heaviest / LAST_STEP : 1;
    for (int32_t step = heaviest / FIRST_STEP; step > least && auction->bids > 0; step /= STEP)
        hold_round(auction, step);
    if (auction->bids > 0)
        hold_round(auction, least);
}

/* A weight of 52 bits would be too long for a price, and a small whole one is less exact than prices may be. */
static int32_t as_price(int64_t weight, int shift) { return (int32_t)(shift < 0 ? weight << -shift : weight >> shift); }

/* Half of a price and a gain, rounded up, as a dual. */
static int64_t as_dual(int64_t both, int shift)
{
    if (both <= 0)
        return 0;
    return shift > 0 ? both << (shift - 1) : (both + ((int64_t)1 << (1 - shift)) - 1) >> (1 - shift);
}

int auction_duals(Forest *forest, int bits, int is_whole)
{
    size_t count = (size_t)forest->vertices, edges = (size_t)forest->first[count];
    int shift = is_whole && bits - PRICE_BITS < -WHOLE_BITS ? -WHOLE_BITS : bits - PRICE_BITS;
    Offer *offer = PyMem_Malloc(edges * sizeof *offer);
    Object *object = PyMem_Malloc(count * sizeof *object);
    int32_t *narrow = PyMem_Malloc(2 * count * sizeof *narrow);
    int enough = offer != NULL && object != NULL && narrow != NULL;
    if (enough) {
        Auction auction = {forest->vertices, forest->first, offer, object, narrow, narrow + count, 0, 0,
                           BIDS * (int64_t)count};
        for (size_t edge = 0; edge < edges; edge++)
            offer[edge] = (Offer){forest->other[edge], as_price(forest->weight[edge], shift)};
        for (size_t vertex = 0; vertex < count; vertex++) {
            object[vertex] = (Object){0, NONE};
            auction.held[vertex] = NONE;
        }
        hold_auction(&auction, as_price((int64_t)1 << bits, shift));
        for (int32_t vertex = 0; vertex < forest->vertices; vertex++)
            forest->vertex[vertex].dual = as_dual((int64_t)object[vertex].price + choose(&auction, vertex).gain, shift);
    }
    PyMem_Free(offer);
    PyMem_Free(object);
    PyMem_Free(narrow);
    return enough;
}
