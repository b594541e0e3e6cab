/* Brackets in one pass: the open mentions of an entity are a chain, from the innermost outwards. */

#include "kernel.h"

#define NOTHING (-1)

/* A name among the bytes. */
typedef struct {
    int64_t place, length;
} Name;

/* An entity of some document: its name, the innermost of its open mentions, and the last cell where one closed. */
typedef struct {
    Name name;
    int64_t document, number, innermost, closed_in;
} Entity;

typedef struct {
    const char *byte;
    Entity *table;
    size_t size, used;
    int64_t document, entities, open;
    int64_t *around; /* of each mention: the open one of its entity around it */
} Pairing;

static int is_same(const Pairing *pairing, Name one, Name other)
{
    return one.length == other.length &&
           memcmp(pairing->byte + one.place, pairing->byte + other.place, (size_t)one.length) == 0;
}

static Entity *place_of(const Pairing *pairing, Name name)
{
    uint64_t mixed = (uint64_t)name.length;
    for (const char *byte = pairing->byte + name.place; byte < pairing->byte + name.place + name.length; byte++)
        mixed = (mixed ^ (unsigned char)*byte) * UINT64_C(0x100000001b3);
    size_t place = (size_t)(mixed ^ mixed >> 32) & (pairing->size - 1);
    while (pairing->table[place].document == pairing->document && !is_same(pairing, pairing->table[place].name, name))
        place = (place + 1) & (pairing->size - 1);
    return pairing->table + place;
}

/* A table twice as large, with the entities of the present document: 0 if there is no memory for it. */
static int grow(Pairing *pairing)
{
    Pairing larger = *pairing;
    larger.size = pairing->size > 0 ? 2 * pairing->size : 1024;
    larger.table = PyMem_Malloc(larger.size * sizeof *larger.table);
    if (larger.table == NULL)
        return 0;
    for (size_t place = 0; place < larger.size; place++)
        larger.table[place].document = NOTHING;
    for (size_t place = 0; place < pairing->size; place++)
        if (pairing->table[place].document == pairing->document)
            *place_of(&larger, pairing->table[place].name) = pairing->table[place];
    PyMem_Free(pairing->table);
    *pairing = larger;
    return 1;
}

/* The entity of that name in the present document: NULL if there is no memory for a new one. */
static Entity *entity_of(Pairing *pairing, Name name, Column *columns)
{
    if (2 * (pairing->used + 1) > pairing->size && !grow(pairing))
        return NULL;
    Entity *entity = place_of(pairing, name);
    if (entity->document != pairing->document) {
        *entity = (Entity){name, pairing->document, pairing->entities++, NOTHING, NOTHING};
        pairing->used++;
        append_int(columns + NAME_AT, name.place);
        append_int(columns + NAME_LENGTH, name.length);
    }
    return entity;
}

static int64_t rows(const Column *column) { return (int64_t)(column->size / sizeof(int64_t)); }

/* Take a mark in; 0 if it closes what is not open, or opens again what closed in the same cell. */
static int take(Pairing *pairing, Name name, int opens, int closes, int64_t cell, Column *columns)
{
    Entity *entity = entity_of(pairing, name, columns);
    if (entity == NULL || columns[CLOSING].array == NULL)
        return 0;
    int64_t mention = rows(columns + CLOSING);
    if (opens) {
        if (!closes && entity->closed_in == cell)
            return 0;
        append_int(columns + OPENING, cell);
        append_int(columns + CLOSING, cell);
        append_int(columns + ENTITY, entity->number);
        append_int(columns + PLACE, rows(columns + MARK_CELL));
        if (!closes) {
            pairing->around[mention] = entity->innermost;
            entity->innermost = mention;
            pairing->open++;
        }
    } else {
        if (entity->innermost == NOTHING)
            return 0;
        ((int64_t *)columns[CLOSING].content)[entity->innermost] = cell;
        entity->innermost = pairing->around[entity->innermost];
        entity->closed_in = cell;
        pairing->open--;
    }
    append_int(columns + MARK_CELL, cell);
    return 1;
}

static int is_plain(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static int pair_cell(Pairing *pairing, int64_t cell, const char *byte, const char *end, Column *columns)
{
    while (byte < end) {
        int opens = *byte == '(';
        byte += opens;
        Name name = {byte - pairing->byte, 0};
        while (byte < end && is_plain(*byte))
            byte++;
        name.length = byte - pairing->byte - name.place;
        int closes = byte < end && *byte == ')';
        if (name.length == 0 || !(opens || closes) || !take(pairing, name, opens, closes, cell, columns))
            return 0;
        byte += closes;
        if (byte < end && *byte == '|' && ++byte == end)
            return 0;
    }
    return 1;
}

/* Go on to the document of the next bracket: 0 if a mention is still open in another, or documents are out of order. */
static int go_to(Pairing *pairing, int64_t document)
{
    if (document == pairing->document)
        return 1;
    int in_order = document > pairing->document;
    pairing->document = document;
    pairing->used = 0;
    return in_order && pairing->open == 0;
}

static int pair_all_cells(Pairing *pairing, const Cells *cells, Column *columns)
{
    const char *byte = cells->byte, *last = byte + cells->bytes;
    for (size_t cell = 0; cell < cells->count; cell++) {
        int64_t length = cells->length[cell];
        if (length < 0 || length > last - byte || !go_to(pairing, cells->document[cell]) ||
            !pair_cell(pairing, (int64_t)cell, byte, byte + length, columns))
            return 0;
        byte += length;
    }
    return pairing->open == 0;
}

static int pair_all_marks(Pairing *pairing, const Marks *marks, Column *columns)
{
    for (size_t mark = 0; mark < marks->count; mark++) {
        Name name = {marks->place[mark], marks->length[mark]};
        if (name.place < 0 || name.length < 0 || name.length > marks->bytes - name.place ||
            !go_to(pairing, marks->document[mark]) ||
            !take(pairing, name, marks->opens[mark], marks->closes[mark], (int64_t)mark, columns))
            return 0;
    }
    return pairing->open == 0;
}

/* Begin to pair so many mentions at most: 0 if there is no memory for them. */
static int begin(Pairing *pairing, const char *byte, size_t mentions)
{
    *pairing = (Pairing){.byte = byte, .document = NOTHING, .around = PyMem_Malloc((mentions + 1) * sizeof(int64_t))};
    return pairing->around != NULL;
}

static void end(Pairing *pairing)
{
    PyMem_Free(pairing->table);
    PyMem_Free(pairing->around);
}

int pair_cells(const Cells *cells, Column *columns)
{
    Pairing pairing;
    int plain = begin(&pairing, cells->byte, cells->bytes) && pair_all_cells(&pairing, cells, columns);
    end(&pairing);
    return plain;
}

int pair_marks(const Marks *marks, Column *columns)
{
    Pairing pairing;
    int plain = begin(&pairing, marks->byte, marks->count) && pair_all_marks(&pairing, marks, columns);
    end(&pairing);
    return plain;
}
