#ifndef COREFSCORE_COLUMN_H
#define COREFSCORE_COLUMN_H

#include <Python.h>
#include <stdint.h>
#include <string.h>

/* A column of numbers or bytes that grows in a bytearray, which becomes an array of NumPy's without being copied. */
typedef struct {
    PyObject *array; /* NULL once memory has run out */
    char *content;
    size_t size, capacity;
    size_t before; /* its size when it was opened */
} Column;

static inline void append(Column *column, const void *items, size_t size)
{
    if (column->size + size > column->capacity) {
        size_t capacity = (column->size + size) / 2 * 3 + 4096;
        if (column->array == NULL || PyByteArray_Resize(column->array, (Py_ssize_t)capacity) < 0) {
            column->array = NULL;
            return;
        }
        column->content = PyByteArray_AS_STRING(column->array);
        column->capacity = capacity;
    }
    memcpy(column->content + column->size, items, size);
    column->size += size;
}

static inline void append_int(Column *column, int64_t number) { append(column, &number, sizeof number); }

static inline void append_short(Column *column, int32_t number) { append(column, &number, sizeof number); }

/* A tuple of empty bytearrays for columns: NULL if there is no memory for it, with an exception set. */
static inline PyObject *new_arrays(Py_ssize_t count)
{
    PyObject *arrays = PyTuple_New(count);
    for (Py_ssize_t place = 0; arrays != NULL && place < count; place++) {
        PyObject *array = PyByteArray_FromStringAndSize(NULL, 0);
        if (array == NULL)
            Py_CLEAR(arrays);
        else
            PyTuple_SET_ITEM(arrays, place, array);
    }
    return arrays;
}

/* Go on with the columns that are in some bytearrays. */
static inline void open_columns(Column *columns, Py_ssize_t count, PyObject *arrays)
{
    for (Py_ssize_t place = 0; place < count; place++) {
        PyObject *array = PyTuple_GET_ITEM(arrays, place);
        size_t size = (size_t)PyByteArray_GET_SIZE(array);
        columns[place] = (Column){array, PyByteArray_AS_STRING(array), size, size, size};
    }
}

/* Forget what was added. */
static inline void undo_columns(Column *columns, Py_ssize_t count)
{
    for (Column *column = columns; column < columns + count; column++)
        column->size = column->before;
}

/* Cut the bytearrays to what the columns hold: 0 if that or anything before failed, with an exception set. */
static inline int columns_done(Column *columns, Py_ssize_t count)
{
    int done = 1;
    for (Column *column = columns; column < columns + count; column++)
        done &= column->array != NULL && PyByteArray_Resize(column->array, (Py_ssize_t)column->size) == 0;
    return done;
}

#endif
