#ifndef COREFSCORE_BRACKETS_H
#define COREFSCORE_BRACKETS_H

#include "column.h"

/* Coreference cells one after the other: all their bytes, the length of each, and the number of its document. */
typedef struct {
    const char *byte;
    size_t bytes;
    const int64_t *length, *document;
    size_t count;
} Cells;

/* What comes out: the cells where each mention opens and closes, its entity, and which mark opens it; the cell of each
   mark; the name of each entity, in as many bytes as a name may have. */
enum { OPENING, CLOSING, ENTITY, PLACE, MARK_CELL, NAME, PAIRED };

#define LONGEST_NAME 8

/* Pair the brackets of cells such as (12, (3)|12) or 7)(5, whose names are letters and digits, mentions in the order in
   which they open: 0 if a cell is not like that, a bracket has no partner, or memory runs out. */
int pair_brackets(const Cells *cells, Column *columns);

#endif
