#ifndef COREFSCORE_PAIRING_H
#define COREFSCORE_PAIRING_H

#include "kernel.h"

/* Brackets in one pass: the open mentions of an entity are a chain, from the innermost outwards. */

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
    const MentionLayout *layout; /* of marks that are taken as they stand, or NULL */
    int64_t *around; /* of each mention: the open one of its entity around it */
} Pairing;

static inline int is_same(const Pairing *pairing, Name one, Name other)
{
    return one.length == other.length &&
           memcmp(pairing->byte + one.place, pairing->byte + other.place, (size_t)one.length) == 0;
}

static inline Entity *place_of(const Pairing *pairing, Name name)
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
static inline int grow(Pairing *pairing)
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
static inline Entity *entity_of(Pairing *pairing, Name name, Column *columns)
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

static inline int64_t rows(const Column *column) { return (int64_t)(column->size / sizeof(int64_t)); }

/* Take a mark in; 0 if it closes what is not open, or opens again what closed in the same cell, unless marks are taken as
   they stand. */
static inline int take(Pairing *pairing, Name name, int opens, int closes, int64_t cell, Column *columns)
{
    Entity *entity = entity_of(pairing, name, columns);
    if (entity == NULL || columns[CLOSING].array == NULL)
        return 0;
    int64_t mention = rows(columns + CLOSING);
    if (opens) {
        if (!closes && entity->closed_in == cell && pairing->layout == NULL)
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

/* Go on to the document of the next bracket: 0 if a mention is still open in another, or documents are out of order. */
static inline int go_to(Pairing *pairing, int64_t document)
{
    if (document < 0) /* which would be taken for NOTHING */
        return 0;
    if (document == pairing->document)
        return 1;
    int in_order = document > pairing->document;
    pairing->document = document;
    pairing->used = 0;
    return in_order && pairing->open == 0;
}

/* Takes in the marks of one cell: 0 if there is something to say of one. */
typedef int PairCell(Pairing *pairing, int64_t cell, const char *byte, const char *end, Column *columns);

static inline int pair_all(Pairing *pairing, const Cells *cells, PairCell *pair_cell, Column *columns)
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

/* Pair the marks of all cells: 0 if there is something to say of one, or no memory. */
static inline int pair_with(const Cells *cells, const MentionLayout *layout, PairCell *pair_cell, Column *columns)
{
    Pairing pairing = {.byte = cells->byte, .document = NOTHING, .layout = layout};
    pairing.around = PyMem_Malloc((cells->bytes + 1) * sizeof(int64_t)); /* there are fewer mentions than bytes */
    int is_plain = pairing.around != NULL && pair_all(&pairing, cells, pair_cell, columns);
    PyMem_Free(pairing.table);
    PyMem_Free(pairing.around);
    return is_plain;
}

#endif
