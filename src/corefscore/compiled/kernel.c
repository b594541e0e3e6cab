/* What takes NumPy many passes, in one pass each. Arrays come in and go out as bytes. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* A column of numbers or bytes that grows; `failed` once there is no memory left for it. */
typedef struct {
    char *content;
    size_t size, capacity;
    int failed;
} Column;

static void append(Column *column, const void *items, size_t size)
{
    if (column->size + size > column->capacity) {
        size_t capacity = 2 * (column->size + size) + 4096;
        char *content = column->failed ? NULL : PyMem_Realloc(column->content, capacity);
        if (content == NULL) {
            column->failed = 1;
            return;
        }
        column->content = content;
        column->capacity = capacity;
    }
    memcpy(column->content + column->size, items, size);
    column->size += size;
}

static void append_int(Column *column, int64_t number) { append(column, &number, sizeof number); }

static void append_short(Column *column, int32_t number) { append(column, &number, sizeof number); }

/* The columns as a tuple of bytes; their memory is given back. */
static PyObject *as_tuple(Column *columns, Py_ssize_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t number = 0; number < count; number++) {
        Column *column = columns + number;
        if (tuple != NULL) {
            PyObject *content =
                column->failed ? PyErr_NoMemory() : PyBytes_FromStringAndSize(column->content, column->size);
            if (content == NULL)
                Py_CLEAR(tuple);
            else
                PyTuple_SET_ITEM(tuple, number, content);
        }
        PyMem_Free(column->content);
    }
    return tuple;
}

static int is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

static const char *trimmed(const char *start, const char *stop)
{
    while (stop > start && is_blank(stop[-1]))
        stop--;
    return stop;
}

static const char *field_start(const char *start, const char *stop, const char *separators)
{
    while (stop > start && !separators[(unsigned char)stop[-1]])
        stop--;
    return stop;
}

static int is_empty_mark(const char *field, const char *stop)
{
    return stop - field == 1 && (*field == '-' || *field == '_' || *field == '*');
}

enum { LENGTH, PREFIX, BLANK, HASHED, HASHED_AT, CELL, CELL_LENGTH, CELL_BYTE, SCANNED };

static void scan_line(Column *columns, int64_t row, const char *block, const char *start, const char *end, const char *separators,
                      int columns_after, int trim)
{
    const char *stop = trimmed(start, end);
    if (stop == start) {
        append_int(columns + BLANK, row);
        append_short(columns + PREFIX, 0);
        return;
    }
    if (*start == '#') {
        append_int(columns + HASHED, row);
        append_int(columns + HASHED_AT, start - block);
    }
    for (int column = 0; column < columns_after; column++) {
        stop = field_start(start, stop, separators);
        stop = stop > start ? stop - 1 : start;
        if (trim)
            stop = trimmed(start, stop);
    }
    const char *field = field_start(start, stop, separators);
    if (stop == start || is_empty_mark(field, stop)) {
        append_short(columns + PREFIX, (int32_t)(stop - start - 1));
        return;
    }
    append_short(columns + PREFIX, (int32_t)(field - start));
    append_int(columns + CELL, row);
    append_int(columns + CELL_LENGTH, stop - field);
    append(columns + CELL_BYTE, field, stop - field);
}

static PyObject *scan_lines(PyObject *module, PyObject *arguments)
{
    Py_buffer block, separators;
    int columns_after, trim;
    if (!PyArg_ParseTuple(arguments, "y*y*ip", &block, &separators, &columns_after, &trim))
        return NULL;
    PyObject *result = NULL;
    if (separators.len != 256) {
        PyErr_SetString(PyExc_ValueError, "separators tell of each byte whether it is one");
    } else {
        Column columns[SCANNED] = {{0}};
        const char *start = block.buf, *last = start + block.len;
        for (int64_t row = 0; start < last; row++) {
            const char *end = memchr(start, '\n', last - start);
            if (end == NULL)
                end = last;
            append_short(columns + LENGTH, (int32_t)(end + 1 - start));
            scan_line(columns, row, block.buf, start, end, separators.buf, columns_after, trim);
            start = end + 1;
        }
        result = as_tuple(columns, SCANNED);
    }
    PyBuffer_Release(&block);
    PyBuffer_Release(&separators);
    return result;
}

/* Whether lines of two files have the same bytes before their cells; -1 is the prefix of a line to be passed over. */
static int compare_lines(Py_buffer *one, Py_ssize_t here, const int32_t *lengths, Py_buffer *other, Py_ssize_t there,
                         const int32_t *other_lengths, const int32_t *prefixes, Py_ssize_t count)
{
    for (Py_ssize_t row = 0; row < count; row++) {
        int32_t prefix = prefixes[row];
        if (prefix > 0) {
            if (here < 0 || there < 0 || prefix > one->len - here || prefix > other->len - there)
                return 0;
            if (memcmp((char *)one->buf + here, (char *)other->buf + there, prefix) != 0)
                return 0;
        }
        here += lengths[row];
        there += other_lengths[row];
    }
    return 1;
}

static PyObject *same_lines(PyObject *module, PyObject *arguments)
{
    Py_buffer one, lengths, other, other_lengths, prefixes;
    Py_ssize_t here, there;
    if (!PyArg_ParseTuple(arguments, "y*ny*y*ny*y*", &one, &here, &lengths, &other, &there, &other_lengths, &prefixes))
        return NULL;
    PyObject *result = NULL;
    if (lengths.len != prefixes.len || other_lengths.len != prefixes.len)
        PyErr_SetString(PyExc_ValueError, "each line has two lengths and a prefix");
    else
        result = PyBool_FromLong(compare_lines(&one, here, lengths.buf, &other, there, other_lengths.buf, prefixes.buf,
                                               prefixes.len / (Py_ssize_t)sizeof(int32_t)));
    PyBuffer_Release(&one);
    PyBuffer_Release(&lengths);
    PyBuffer_Release(&other);
    PyBuffer_Release(&other_lengths);
    PyBuffer_Release(&prefixes);
    return result;
}

static PyMethodDef functions[] = {
    {"scan_lines", scan_lines, METH_VARARGS,
     "Length and prefix of each line, the rows that are blank or begin with #, and the cells that are not empty."},
    {"same_lines", same_lines, METH_VARARGS, "Whether lines of two files have the same bytes before their cells."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "kernel", NULL, 0, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
