/* Blocks of whole lines, which come from an iterator: Python checks that they are text, and gives their memory back. */

#ifndef COREFSCORE_BLOCKS_H
#define COREFSCORE_BLOCKS_H

#include "column.h"

/* Reads a line: 0 if there is something to say about it, or an exception. */
typedef int ReadLine(void *state, const char *start, const char *end);

static inline int read_lines(const char *start, const char *last, ReadLine *read, void *state)
{
    while (start < last) {
        const char *end = memchr(start, '\n', (size_t)(last - start));
        if (end == NULL)
            end = last;
        if (!read(state, start, end))
            return 0;
        start = end < last ? end + 1 : end;
    }
    return 1;
}

static inline int read_blocks(const char *data, Py_ssize_t size, PyObject *blocks, ReadLine *read, void *state)
{
    PyObject *block;
    int is_clean = 1;
    while (is_clean && (block = PyIter_Next(blocks)) != NULL) {
        Py_ssize_t begin = 0, end = 0;
        if (!PyTuple_Check(block))
            PyErr_SetString(PyExc_TypeError, "a block is a tuple");
        else if (PyArg_ParseTuple(block, "nn;a block has a begin and an end", &begin, &end) &&
                 (begin < 0 || end < begin || end > size))
            PyErr_SetString(PyExc_ValueError, "a block is outside of its file");
        Py_DECREF(block);
        is_clean = PyErr_Occurred() == NULL && read_lines(data + begin, data + end, read, state);
    }
    return is_clean && PyErr_Occurred() == NULL;
}

/* What a reader found as a tuple of columns: None if there is something to say about the file, NULL for an exception. */
static inline PyObject *result_of(Column *columns, Py_ssize_t count, int is_clean)
{
    if (is_clean)
        return tuple_of_columns(columns, count);
    free_columns(columns, count);
    return PyErr_Occurred() != NULL ? NULL : Py_NewRef(Py_None);
}

#endif
