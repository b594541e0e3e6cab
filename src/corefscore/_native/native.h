/* The functions for Python, one file for each subject. The native code has no policies and no messages: if a file needs
   a message, a reader stops, and the plain reader of the same format reads the file again. */

#ifndef COREFSCORE_NATIVE_H
#define COREFSCORE_NATIVE_H

#include "column.h"

/* Eight bytes of this value. */
#define EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline int is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

static inline int is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* The end of a line without the blanks at its end. */
static inline const char *trimmed(const char *start, const char *end)
{
    while (end > start && is_blank(end[-1]))
        end--;
    return end;
}

static inline const char *skip_blanks(const char *byte, const char *end)
{
    while (byte < end && is_blank(*byte))
        byte++;
    return byte;
}

/* The byte after a word that is here; NULL if something else is here. */
static inline const char *behind_word(const char *byte, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - byte) >= length && memcmp(byte, word, length) == 0 ? byte + length : NULL;
}

/* Whether a word continues here with a letter, a digit or an underscore. */
static inline int goes_on(const char *byte, const char *end)
{
    return byte < end &&
           (is_digit(*byte) || *byte == '_' || (*byte >= 'a' && *byte <= 'z') || (*byte >= 'A' && *byte <= 'Z'));
}

/* text.c: whether bytes are UTF-8 without a zero byte. */
int is_text(const unsigned char *byte, const unsigned char *last);

/* The fields of documents in JSON lines, one kind after the other: texts, lists of clusters, sentences, and fields that
   are ignored. Each number is the first index after its kind. */
typedef struct {
    Stretch *name;
    Py_ssize_t texts, lists, words, count;
} JsonFields;

/* json.c: the columns of a file, like `read_conll`. */
PyObject *read_jsonlines(PyObject *blocks, const JsonFields *fields);

/* The structure of the lines of a CoNLL file. */
typedef struct {
    int tabs;          /* whether tabs separate columns; if not, blanks do */
    Py_ssize_t columns; /* the number of columns */
    Py_ssize_t behind;  /* the number of columns after the coreference column */
    int open_ended;    /* whether all lines end with a tab, which then has no meaning */
    Py_ssize_t word;   /* the column of the words, counted from 0; -1 if there are no words */
} Layout;

/* conll.c: the columns of a file, read in blocks of whole lines. None if the file needs a message, NULL for an
   exception. */
PyObject *read_conll(PyObject *blocks, const Layout *layout);

/* The index of each field of a mention, between dashes; -1 if a field is missing. */
typedef struct {
    Py_ssize_t entity, head, type, minimum;
} Fields;

/* conllu.c: the same for CorefUD. */
PyObject *read_conllu(PyObject *blocks, const Fields *fields);

/* spans.c: number the spans of key and response; equal spans have the same number. The number of a span is its first
   index, counted over the key and then over the response. */
typedef enum { NO_SPANS, NO_MEMORY, ONCE, WITH_REPEATS } Numbered;

Numbered number_spans(PyObject *key, PyObject *response, int64_t *key_numbers, int64_t *response_numbers);

/* assignment.c: a sparse table of weights; row r has the edges from first[r] up to first[r + 1]. */
typedef struct {
    size_t rows, columns;
    const size_t *first;
    const int64_t *column;
    const double *weight;
    int64_t patience; /* how many edges may be visited in any component; below 0, all are left to the forest */
} Table;

/* ties.c: a connected component of such a table, with edges from both ends. Rows come first; weights are above 0. */
typedef struct {
    int32_t vertices, rows;
    const int32_t *first, *other;
    const double *weight;
} Component;

/* Fill `mate` with the other end of each vertex in an assignment of greatest weight, or -1. 0 if there is no memory. */
int forest_assignment(const Component *component, int32_t *mate);

/* Fill `chosen` with the edge of each row in an assignment of greatest weight, or -1. 0 if there is no memory. */
int best_assignment(const Table *table, int64_t *chosen);

#endif
