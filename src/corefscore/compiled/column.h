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
} Column;

static inline Column column_in(PyObject *array)
{
    size_t size = array == NULL ? 0 : (size_t)PyByteArray_GET_SIZE(array);
    return (Column){array, array == NULL ? NULL : PyByteArray_AS_STRING(array), size, size};
}

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

/* Cut the bytearray to what the column holds: 0 if that or anything before failed, with an exception set. */
static inline int column_done(Column *column)
{
    return column->array != NULL && PyByteArray_Resize(column->array, (Py_ssize_t)column->size) == 0;
}

#endif
