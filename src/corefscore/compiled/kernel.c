/* What takes NumPy many passes, in one pass each. Arrays come in and go out as bytes. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#include "assignment.h"
#include "brackets.h"
#include "column.h"

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

enum { LENGTH, PREFIX, BLANK, HASHED, HASHED_AT, HASHED_END, CELL, CELL_LENGTH, CELL_BYTE, SCANNED };

/* How lines are made up: what separates columns, and how many there are behind the one that is wanted. */
typedef struct {
    const char *separators;
    int columns_after, trim;
} Layout;

/* Scan a line, which has a number; places are counted from the beginning of the file. */
static void scan_line(Column *columns, const Layout *layout, int64_t number, int64_t place, const char *start,
                      const char *end)
{
    const char *stop = trimmed(start, end);
    append_short(columns + LENGTH, (int32_t)(end + 1 - start));
    if (stop == start) {
        append_int(columns + BLANK, number);
        append_short(columns + PREFIX, 0);
        return;
    }
    if (*start == '#') {
        append_int(columns + HASHED, number);
        append_int(columns + HASHED_AT, place);
        append_int(columns + HASHED_END, place + (end - start));
    }
    for (int column = 0; column < layout->columns_after; column++) {
        stop = field_start(start, stop, layout->separators);
        stop = stop > start ? stop - 1 : start;
        if (layout->trim)
            stop = trimmed(start, stop);
    }
    const char *field = field_start(start, stop, layout->separators);
    if (stop == start || is_empty_mark(field, stop)) {
        append_short(columns + PREFIX, (int32_t)(stop - start - 1));
        return;
    }
    append_short(columns + PREFIX, (int32_t)(field - start));
    append_int(columns + CELL, number);
    append_int(columns + CELL_LENGTH, stop - field);
    append(columns + CELL_BYTE, field, (size_t)(stop - field));
}

static int scan_block(const Py_buffer *block, int64_t begin, int64_t number, const Layout *layout, PyObject *arrays)
{
    Column columns[SCANNED];
    for (int column = 0; column < SCANNED; column++)
        columns[column] = column_in(PyTuple_GET_ITEM(arrays, column));
    const char *first = block->buf, *start = first, *last = first + block->len;
    while (start < last) {
        const char *end = memchr(start, '\n', (size_t)(last - start));
        if (end == NULL)
            end = last;
        scan_line(columns, layout, number++, begin + (start - first), start, end);
        start = end + 1;
    }
    int done = 1;
    for (int column = 0; column < SCANNED; column++)
        done &= column_done(columns + column);
    return done;
}

static int are_bytearrays(PyObject *arrays, Py_ssize_t count)
{
    int good = PyTuple_GET_SIZE(arrays) == count;
    for (Py_ssize_t place = 0; good && place < count; place++)
        good = PyByteArray_CheckExact(PyTuple_GET_ITEM(arrays, place));
    return good;
}

static PyObject *scan_lines(PyObject *module, PyObject *arguments)
{
    Py_buffer block, separators;
    long long begin, number;
    Layout layout;
    PyObject *arrays;
    if (!PyArg_ParseTuple(arguments, "y*LLy*ipO!", &block, &begin, &number, &separators, &layout.columns_after,
                          &layout.trim, &PyTuple_Type, &arrays))
        return NULL;
    PyObject *result = NULL;
    layout.separators = separators.buf;
    if (separators.len != 256)
        PyErr_SetString(PyExc_ValueError, "separators tell of each byte whether it is one");
    else if (!are_bytearrays(arrays, SCANNED))
        PyErr_SetString(PyExc_ValueError, "lines are added to bytearrays, one for each column");
    else if (scan_block(&block, begin, number, &layout, arrays))
        result = Py_NewRef(Py_None);
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

/* A span (first, last) of two numbers below 2^31 in one number; -1 for anything else. */
static int64_t packed_span(PyObject *mention)
{
    if (!PyTuple_CheckExact(mention) || PyTuple_GET_SIZE(mention) != 2)
        return -1;
    int64_t packed = 0;
    for (int end = 0; end < 2; end++) {
        PyObject *token = PyTuple_GET_ITEM(mention, end);
        int overflow = 0;
        int64_t number = PyLong_CheckExact(token) ? PyLong_AsLongLongAndOverflow(token, &overflow) : -1;
        if (overflow || number < 0 || number > INT32_MAX)
            return -1;
        packed = packed << 32 | number;
    }
    return packed;
}

enum { NOBODY, KEY, RESPONSE };

/* A span, its number, and the side that had it last. */
typedef struct {
    int64_t span, number;
    int side;
} Slot;

/* Where a span is or belongs in a table whose size, a power of two, is larger than the number of spans. */
static Slot *slot_of(Slot *table, size_t size, int64_t span)
{
    uint64_t mixed = (uint64_t)span;
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    size_t place = (size_t)(mixed ^ mixed >> 31) & (size - 1);
    while (table[place].side != NOBODY && table[place].span != span)
        place = (place + 1) & (size - 1);
    return table + place;
}

/* Number the spans of one side, the first of them `first` if it is new: 0 if there is something that is no span. */
static int number_side(int side, PyObject *mentions, int64_t first, Slot *table, size_t size, int64_t *numbers,
                       int *repeats)
{
    for (Py_ssize_t row = 0; row < PyList_GET_SIZE(mentions); row++) {
        int64_t span = packed_span(PyList_GET_ITEM(mentions, row));
        if (span < 0)
            return 0;
        Slot *slot = slot_of(table, size, span);
        if (slot->side == NOBODY)
            *slot = (Slot){span, first + row, NOBODY};
        *repeats |= slot->side == side;
        slot->side = side;
        numbers[row] = slot->number;
    }
    return 1;
}

static PyObject *number_spans(PyObject *module, PyObject *arguments)
{
    PyObject *key, *response;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyList_Type, &key, &PyList_Type, &response))
        return NULL;
    Py_ssize_t ours = PyList_GET_SIZE(key), theirs = PyList_GET_SIZE(response);
    size_t size = 16;
    while (size < 2 * (size_t)(ours + theirs))
        size *= 2;
    Slot *table = PyMem_Calloc(size, sizeof *table);
    PyObject *key_numbers = PyBytes_FromStringAndSize(NULL, ours * (Py_ssize_t)sizeof(int64_t));
    PyObject *response_numbers = PyBytes_FromStringAndSize(NULL, theirs * (Py_ssize_t)sizeof(int64_t));
    PyObject *result = NULL;
    int repeats = 0;
    if (table == NULL)
        PyErr_NoMemory();
    else if (key_numbers != NULL && response_numbers != NULL) {
        int64_t *our_numbers = (int64_t *)PyBytes_AS_STRING(key_numbers);
        int64_t *their_numbers = (int64_t *)PyBytes_AS_STRING(response_numbers);
        if (number_side(KEY, key, 0, table, size, our_numbers, &repeats) &&
            number_side(RESPONSE, response, ours, table, size, their_numbers, &repeats))
            result = Py_BuildValue("OOO", key_numbers, response_numbers, repeats ? Py_True : Py_False);
        else
            result = Py_NewRef(Py_None);
    }
    PyMem_Free(table);
    Py_XDECREF(key_numbers);
    Py_XDECREF(response_numbers);
    return result;
}

/* Where the edges of each row begin, for edges in the order of their rows: NULL if they are not, or out of the table. */
static size_t *row_starts(const int64_t *row, const int64_t *column, size_t edges, Py_ssize_t rows, Py_ssize_t columns)
{
    size_t *first = PyMem_Calloc((size_t)rows + 1, sizeof *first);
    if (first == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (size_t edge = 0; edge < edges; edge++) {
        if (row[edge] < (edge > 0 ? row[edge - 1] : 0) || row[edge] >= rows || column[edge] < 0 ||
            column[edge] >= columns) {
            PyErr_SetString(PyExc_ValueError, "edges stand in the order of their rows, inside the table");
            PyMem_Free(first);
            return NULL;
        }
        first[row[edge] + 1] = edge + 1;
    }
    for (Py_ssize_t place = 0; place < rows; place++)
        if (first[place + 1] < first[place])
            first[place + 1] = first[place];
    return first;
}

static PyObject *chosen_edges(const Table *table)
{
    int64_t *chosen = PyMem_Calloc(table->rows + 1, sizeof *chosen);
    if (chosen == NULL || !best_assignment(table, chosen)) {
        PyMem_Free(chosen);
        return PyErr_NoMemory();
    }
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (chosen[row] >= 0)
            chosen[count++] = chosen[row];
    PyObject *result = PyBytes_FromStringAndSize((char *)chosen, (Py_ssize_t)(count * sizeof *chosen));
    PyMem_Free(chosen);
    return result;
}

static PyObject *assign(PyObject *module, PyObject *arguments)
{
    Py_buffer row, column, weight;
    Py_ssize_t rows, columns;
    if (!PyArg_ParseTuple(arguments, "y*y*y*nn", &row, &column, &weight, &rows, &columns))
        return NULL;
    PyObject *result = NULL;
    if (row.len != column.len || row.len != weight.len || rows < 0 || columns < 0) {
        PyErr_SetString(PyExc_ValueError, "each edge has a row, a column and a weight");
    } else {
        size_t edges = (size_t)row.len / sizeof(int64_t);
        size_t *first = row_starts(row.buf, column.buf, edges, rows, columns);
        if (first != NULL) {
            Table table = {(size_t)rows, (size_t)columns, first, column.buf, weight.buf};
            result = chosen_edges(&table);
            PyMem_Free(first);
        }
    }
    PyBuffer_Release(&row);
    PyBuffer_Release(&column);
    PyBuffer_Release(&weight);
    return result;
}

/* The columns of paired brackets as a tuple, or None if there is more to say of the cells. */
static PyObject *paired(const Cells *cells)
{
    PyObject *arrays = PyTuple_New(PAIRED);
    Column columns[PAIRED];
    for (int column = 0; arrays != NULL && column < PAIRED; column++) {
        columns[column] = column_in(PyByteArray_FromStringAndSize(NULL, 0));
        if (columns[column].array == NULL)
            Py_CLEAR(arrays);
        else
            PyTuple_SET_ITEM(arrays, column, columns[column].array);
    }
    if (arrays == NULL)
        return NULL;
    int plain = pair_brackets(cells, columns), done = 1;
    for (int column = 0; column < PAIRED; column++)
        done &= column_done(columns + column);
    if (done && plain)
        return arrays;
    Py_DECREF(arrays);
    return done ? Py_NewRef(Py_None) : NULL;
}

static PyObject *pair_cells(PyObject *module, PyObject *arguments)
{
    Py_buffer byte, length, document;
    if (!PyArg_ParseTuple(arguments, "y*y*y*", &byte, &length, &document))
        return NULL;
    PyObject *result = NULL;
    if (length.len != document.len) {
        PyErr_SetString(PyExc_ValueError, "each cell has a length and a document");
    } else {
        Cells cells = {byte.buf, (size_t)byte.len, length.buf, document.buf, (size_t)length.len / sizeof(int64_t)};
        result = paired(&cells);
    }
    PyBuffer_Release(&byte);
    PyBuffer_Release(&length);
    PyBuffer_Release(&document);
    return result;
}

static PyMethodDef functions[] = {
    {"scan_lines", scan_lines, METH_VARARGS,
     "Add to columns: length and prefix of each line, which are blank or begin with #, the cells that are not empty."},
    {"same_lines", same_lines, METH_VARARGS, "Whether lines of two files have the same bytes before their cells."},
    {"number_spans", number_spans, METH_VARARGS,
     "A number for each span of key and response, and whether a side repeats one; None if some are no spans."},
    {"pair_cells", pair_cells, METH_VARARGS,
     "The mentions of plain cells, and the cells of their marks; None if a cell takes a closer look."},
    {"assign", assign, METH_VARARGS, "The edges of an assignment of greatest weight."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "kernel", NULL, 0, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
