#ifndef COREFSCORE_COLUMN_H
#define COREFSCORE_COLUMN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* A column of numbers or bytes that grows in a bytearray. NumPy uses it without a copy. */
typedef struct {
    PyObject *array;
    char *content;
    size_t size, capacity;
} Column;

/* Make room for more bytes. Returns 0 if there is no memory, with an exception set. */
static inline int make_room(Column *column, size_t size)
{
    size_t most = (size_t)PY_SSIZE_T_MAX / 2;
    if (column->size > most || size > most - column->size) {
        PyErr_NoMemory();
        return 0;
    }
    size_t capacity = (column->size + size) / 2 * 3 + 4096;
    if (PyByteArray_Resize(column->array, (Py_ssize_t)capacity) < 0)
        return 0;
    column->content = PyByteArray_AsString(column->array);
    column->capacity = capacity;
    return 1;
}

static inline int append(Column *column, const void *items, size_t size)
{
    if (size > column->capacity - column->size && !make_room(column, size))
        return 0;
    memcpy(column->content + column->size, items, size);
    column->size += size;
    return 1;
}

static inline int append_int(Column *column, int64_t number) { return append(column, &number, sizeof number); }

/* Consecutive bytes, such as a line, a field or a name. */
typedef struct {
    const char *start, *end;
} Stretch;

static inline size_t length_of(Stretch stretch) { return (size_t)(stretch.end - stretch.start); }

/* Append the length of a stretch to one column, and its bytes to the next. */
static inline int append_stretch(Column *columns, Stretch stretch)
{
    size_t length = length_of(stretch);
    return append_int(columns, (int64_t)length) && append(columns + 1, stretch.start, length);
}

#define SHORT 16

/* Append a word to the words of a document: a tab if it begins a sentence, the word, and a newline. No word has a tab or
   a newline in it, so documents with the same bytes have the same words and sentences. Bytes up to `last` can be read:
   to copy a fixed number of bytes is faster than to copy a short word. */
static inline int append_word(Column *words, Stretch word, int begins_sentence, const char *last)
{
    size_t length = length_of(word), size = (length < SHORT ? SHORT : length) + 2;
    if (size > words->capacity - words->size && !make_room(words, size))
        return 0;
    char *byte = words->content + words->size;
    *byte = '\t';
    byte += begins_sentence != 0;
    if (length < SHORT && last - word.start >= SHORT)
        memcpy(byte, word.start, SHORT);
    else
        memcpy(byte, word.start, length);
    byte += length;
    *byte++ = '\n';
    words->size = (size_t)(byte - words->content);
    return 1;
}

/* In the place of a word that is not clear. No text has it. */
#define UNCLEAR "\0"

static inline int64_t *ints_of(const Column *column) { return (int64_t *)column->content; }

static inline int64_t count_ints(const Column *column) { return (int64_t)(column->size / sizeof(int64_t)); }

static inline void free_columns(Column *columns, Py_ssize_t count)
{
    for (Column *column = columns; column < columns + count; column++)
        Py_CLEAR(column->array);
}

/* Make empty columns. Returns 0 if there is no memory, with an exception set. */
static inline int new_columns(Column *columns, Py_ssize_t count)
{
    memset(columns, 0, (size_t)count * sizeof *columns);
    for (Column *column = columns; column < columns + count; column++) {
        column->array = PyByteArray_FromStringAndSize(NULL, 0);
        if (column->array == NULL) {
            free_columns(columns, count);
            return 0;
        }
        column->content = PyByteArray_AsString(column->array);
    }
    return 1;
}

/* The columns as a tuple of bytearrays. The columns are empty afterwards. */
static inline PyObject *tuple_of_columns(Column *columns, Py_ssize_t count)
{
    PyObject *arrays = PyTuple_New(count);
    for (Py_ssize_t index = 0; arrays != NULL && index < count; index++) {
        Column *column = columns + index;
        if (PyByteArray_Resize(column->array, (Py_ssize_t)column->size) < 0) {
            Py_CLEAR(arrays);
        } else {
            PyTuple_SetItem(arrays, index, column->array); /* the tuple takes the reference */
            column->array = NULL;
        }
    }
    free_columns(columns, count);
    return arrays;
}

#endif
