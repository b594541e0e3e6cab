/* Mentions in brackets, such as (12, (3)|12) or 7)(5. */

#ifndef COREFSCORE_BRACKETS_H
#define COREFSCORE_BRACKETS_H

#include "native.h"

#define NOTHING (-1)

/* Columns of mentions, in the order in which they open: document, first token, last token, entity, and the line where
   they open. Columns of entities: the length of each name, and its bytes. */
enum { DOCUMENT, START, END, ENTITY, LINE, NAME_LENGTH, NAME_BYTE, BRACKET_COLUMNS };

/* A name with a bracket before it, after it, or both. */
typedef struct {
    Stretch name;
    int opens, closes;
} Mark;

/* Finds the next mark of a cell. Returns 0 if there is none, NOTHING if the cell needs a message. */
int next_mark(const char **byte, const char *last, Mark *mark);

/* The position of a mark: the line of its cell, and its token in the document. */
typedef struct {
    int64_t token, line;
} Position;

/* An entity of a document: the position of its name in its column, the innermost of its open mentions, and the line
   where a mention was last closed. */
typedef struct {
    size_t name, length;
    int64_t innermost, closed_in;
} Entity;

/* Entities by number, or by hash. Each row has the count of all entities of the file up to this one. A count that earlier
   documents have reached, such as 0, means that the row is free. So nothing is cleared between documents. */
typedef struct {
    uint32_t *rows;
    size_t size;
} Lookup;

/* The brackets of one document after the other. While a mention is open, its last token is the number of the mention of
   the same entity that is open around it, or NOTHING. */
typedef struct {
    Column *columns;
    Entity *entities;           /* of the present document */
    size_t room;                /* for so many entities */
    uint32_t count, earlier;    /* the entities of all documents so far, and of earlier documents */
    Lookup by_number, by_hash;  /* names that are small numbers, and other names */
    size_t hashed;              /* how many entities of the present document have such other names */
    int64_t document, open;
    int may_reopen; /* whether an entity may be closed and opened again on one token */
} Brackets;

void free_brackets(Brackets *brackets);

/* Begins the next document. Returns 0 if a mention is still open. */
int next_document(Brackets *brackets);

/* Opens or closes a mention, or both. Returns its number, or NOTHING if it needs a message, or for an exception. */
int64_t take_mark(Brackets *brackets, const Mark *mark, Position position);

#endif
