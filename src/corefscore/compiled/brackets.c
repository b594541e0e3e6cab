/* Brackets in one pass: the open mentions of an entity are a chain, from the innermost outwards. */

#include "kernel.h"

#define NOTHING (-1)

/* An entity of some document: its name, the innermost of its open mentions, and the last cell where one closed. */
typedef struct {
    uint64_t name;
    int64_t document, number, innermost, closed_in;
} Entity;

typedef struct {
    Entity *table;
    size_t size, used;
    int64_t document, entities, open;
    int64_t *around; /* of each mention: the open one of its entity around it */
} Pairing;

static Entity *place_of(const Pairing *pairing, uint64_t name)
{
    uint64_t mixed = (name ^ name >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    size_t place = (size_t)(mixed >> 32) & (pairing->size - 1);
    while (pairing->table[place].document == pairing->document && pairing->table[place].name != name)
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
static Entity *entity_of(Pairing *pairing, uint64_t name, Column *columns)
{
    if (2 * (pairing->used + 1) > pairing->size && !grow(pairing))
        return NULL;
    Entity *entity = place_of(pairing, name);
    if (entity->document != pairing->document) {
        *entity = (Entity){name, pairing->document, pairing->entities++, NOTHING, NOTHING};
        pairing->used++;
        append(columns + NAME, &name, LONGEST_NAME);
    }
    return entity;
}

static int64_t rows(const Column *column) { return (int64_t)(column->size / sizeof(int64_t)); }

/* Take a mark in; 0 if it closes what is not open, or opens again what closed in the same cell. */
static int take(Pairing *pairing, uint64_t name, int opens, int closes, int64_t cell, Column *columns)
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
        const char *name = byte;
        while (byte < end && is_plain(*byte))
            byte++;
        size_t length = (size_t)(byte - name);
        int closes = byte < end && *byte == ')';
        if (length == 0 || length > LONGEST_NAME || !(opens || closes))
            return 0;
        uint64_t packed = 0;
        memcpy(&packed, name, length);
        if (!take(pairing, packed, opens, closes, cell, columns))
            return 0;
        byte += closes;
        if (byte < end && *byte == '|' && ++byte == end)
            return 0;
    }
    return 1;
}

static int pair_all(Pairing *pairing, const Cells *cells, Column *columns)
{
    const char *byte = cells->byte, *last = byte + cells->bytes;
    for (size_t cell = 0; cell < cells->count; cell++) {
        if (cells->document[cell] != pairing->document) {
            if (pairing->open)
                return 0;
            pairing->document = cells->document[cell];
            pairing->used = 0;
        }
        if (cells->length[cell] < 0 || cells->length[cell] > last - byte)
            return 0;
        if (!pair_cell(pairing, (int64_t)cell, byte, byte + cells->length[cell], columns))
            return 0;
        byte += cells->length[cell];
    }
    return pairing->open == 0;
}

int pair_brackets(const Cells *cells, Column *columns)
{
    /* Each mark has a bracket and a name, so there are fewer mentions than half of the bytes. */
    Pairing pairing = {NULL, 0, 0, NOTHING, 0, 0, PyMem_Malloc((cells->bytes / 2 + 1) * sizeof(int64_t))};
    int plain = pairing.around != NULL && pair_all(&pairing, cells, columns);
    PyMem_Free(pairing.table);
    PyMem_Free(pairing.around);
    return plain;
}
