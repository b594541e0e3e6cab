/* What the kernel can do, a file for each subject. Arrays come in and go out as bytes. */

#ifndef COREFSCORE_KERNEL_H
#define COREFSCORE_KERNEL_H

#include "column.h"

static inline int is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

/* text.c: whether bytes are UTF-8 without a zero among them. */
int are_text(const unsigned char *place, const unsigned char *last);

/* lines.c: of each line its length with its end and its length up to the wanted cell; which lines are blank or begin
   with #, and where the latter begin and end; which have a cell that is not empty, its length and its bytes. */
enum { LENGTH, PREFIX, BLANK, HASHED, HASHED_AT, HASHED_END, CELL, CELL_LENGTH, CELL_BYTE, LINE_COLUMNS };

/* How lines are made up: what separates columns, and how many there are behind the one that is wanted. */
typedef struct {
    const char *separators;
    int columns_after, trim;
} Layout;

/* Add the lines of a block, which begins at some place of its file; the first of them has a number. */
void add_lines(const char *block, size_t size, int64_t begin, int64_t number, const Layout *layout, Column *columns);

/* Lines of a file: its bytes, where the first begins, and the length of each. */
typedef struct {
    const char *byte;
    Py_ssize_t size, begin;
    const int32_t *length;
} Lines;

/* Whether lines of two files have the same bytes before their cells; -1 is the prefix of a line to be passed over. */
int compare_lines(const Lines *one, const Lines *other, const int32_t *prefix, Py_ssize_t count);

/* conllu.c: the line and the number of each token, whether it is an empty node, how many blank lines come before it; the
   forms of words; where empty nodes and headers are; the token of each value of Entity=, and the value. */
enum { TOKEN_LINE, NUMBER, IS_NODE, SENTENCE, FORM_LENGTH, FORM, NODE_AT, NODE_END, HEADER_LINE, HEADER_AT, HEADER_END,
       VALUE_TOKEN, VALUE_LENGTH, VALUE, CONLLU_COLUMNS };

#define NOT_KNOWN (-1)

/* A block of CoNLL-U, which begins at some place of its file, while it is read: the lines and blank lines so far, and the
   number that the next word should have, not known once a word had another. */
typedef struct {
    const char *begin, *last;
    int64_t at, lines, gaps, next_word;
    Column columns[CONLLU_COLUMNS];
} Conllu;

/* Add a block: 0 if a line in it is faulty. */
int scan_conllu(Conllu *scan);

/* brackets.c: the cells (or marks) where each mention opens and closes, its entity, and which mark opens it; the cell of
   each mark; where the name of each entity stands, and its length. */
enum { OPENING, CLOSING, ENTITY, PLACE, MARK_CELL, NAME_AT, NAME_LENGTH, BRACKET_COLUMNS };

/* Coreference cells one after the other: all their bytes, the length of each, and the number of its document. */
typedef struct {
    const char *byte;
    size_t bytes;
    const int64_t *length, *document;
    size_t count;
} Cells;

/* Pair the brackets of cells such as (12, (3)|12) or 7)(5, whose names are letters and digits, mentions in the order in
   which they open: 0 if a cell is not like that, a bracket has no partner, or memory runs out. */
int pair_cells(const Cells *cells, Column *columns);

/* mentions.c: the same, and of each mention the number of its head among its words, the place and length of its type, and
   those of its minimum span. */
enum { HEAD = BRACKET_COLUMNS, TYPE_AT, TYPE_LENGTH, MINIMUM_AT, MINIMUM_LENGTH, MENTION_COLUMNS };

/* Which of the fields between dashes is what; -1 for one that is not there. */
typedef struct {
    int entity, head, type, minimum;
} MentionLayout;

/* Pair the marks of cells such as (e3-person-2(e7) as they stand: 0 if there is something to say of one. */
int pair_mentions(const Cells *cells, const MentionLayout *layout, Column *columns);

/* texts.c: copy stretches of bytes to strings of one width, which are longer or as long: 0 if one is not like that. */
typedef struct {
    const int64_t *place, *length;
    size_t count;
} Stretches;

int cut(const char *byte, size_t bytes, const Stretches *stretches, size_t width, char *strings);

/* spans.c: number the spans of key and response, two tuples of numbers being the same if they are equal. A span is
   numbered by its first place among those of the key and, after them, of the response. */
typedef enum { NO_SPANS, NO_MEMORY, ONCE, WITH_REPEATS } Numbered;

Numbered number_spans(PyObject *key, PyObject *response, int64_t *key_numbers, int64_t *response_numbers);

/* assignment.c */

/* A sparse table of weights above 0: the columns and weights of row r stand from first[r] to first[r + 1]. */
typedef struct {
    size_t rows, columns;
    const size_t *first;
    const int64_t *column;
    const double *weight;
} Table;

/* Fill `chosen` with the edge that each row gets in an assignment of greatest weight, or -1: 0 if memory runs out. */
int best_assignment(const Table *table, int64_t *chosen);

#endif
