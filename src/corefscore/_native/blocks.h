/* Blocks of whole lines from an iterator. Python reads them, and checks that they are text. The next block reuses their
   memory, so nothing may point into an old block. */

#ifndef COREFSCORE_BLOCKS_H
#define COREFSCORE_BLOCKS_H

#include "column.h"

/* Reads a line. Returns 0 if the line needs a message, or for an exception. */
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

/* The block that is being read: its bytes, and its offset in the file. */
typedef struct {
    const char *start, *last;
    int64_t offset;
} Block;

/* The offset of a byte of the block in the file. */
static inline int64_t offset_of(const Block *block, const char *byte) { return block->offset + (byte - block->start); }

static inline int read_block(PyObject *lines, ReadLine *read, Block *block, void *state)
{
    Py_buffer view;
    if (PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE) < 0)
        return 0;
    block->start = view.buf;
    block->last = block->start + view.len;
    int is_clean = read_lines(block->start, block->last, read, state);
    block->offset += view.len;
    PyBuffer_Release(&view);
    return is_clean;
}

static inline int read_blocks(PyObject *blocks, ReadLine *read, Block *block, void *state)
{
    PyObject *lines;
    int is_clean = 1;
    while (is_clean && (lines = PyIter_Next(blocks)) != NULL) {
        is_clean = read_block(lines, read, block, state);
        Py_DECREF(lines);
    }
    return is_clean && PyErr_Occurred() == NULL;
}

/* What a reader found, as a tuple of columns: None if the file needs a message, NULL for an exception. */
static inline PyObject *result_of(Column *columns, Py_ssize_t count, int is_clean)
{
    if (is_clean)
        return tuple_of_columns(columns, count);
    free_columns(columns, count);
    return PyErr_Occurred() != NULL ? NULL : Py_NewRef(Py_None);
}

#endif
