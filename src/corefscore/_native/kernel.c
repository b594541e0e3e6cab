/* The module: what the kernel can do, for Python. */

#define PY_SSIZE_T_CLEAN
#include "kernel.h"

static PyObject *text_in(PyObject *module, PyObject *arguments)
{
    Py_buffer block;
    if (!PyArg_ParseTuple(arguments, "y*", &block))
        return NULL;
    int found = are_text(block.buf, (unsigned char *)block.buf + block.len);
    PyBuffer_Release(&block);
    return PyBool_FromLong(found);
}

static int are_bytearrays(PyObject *arrays, Py_ssize_t count)
{
    int good = PyTuple_GET_SIZE(arrays) == count;
    for (Py_ssize_t place = 0; good && place < count; place++)
        good = PyByteArray_CheckExact(PyTuple_GET_ITEM(arrays, place));
    return good;
}

static PyObject *lines_in(PyObject *module, PyObject *arguments)
{
    Py_buffer block, separators;
    long long begin, number;
    Layout layout;
    PyObject *arrays;
    if (!PyArg_ParseTuple(arguments, "y*LLy*ipO!", &block, &begin, &number, &separators, &layout.columns_after,
                          &layout.trim, &PyTuple_Type, &arrays))
        return NULL;
    PyObject *result = NULL;
    if (separators.len != 256) {
        PyErr_SetString(PyExc_ValueError, "separators tell of each byte whether it is one");
    } else if (!are_bytearrays(arrays, LINE_COLUMNS)) {
        PyErr_SetString(PyExc_ValueError, "lines are added to bytearrays, one for each column");
    } else {
        Column columns[LINE_COLUMNS];
        layout.separators = separators.buf;
        open_columns(columns, LINE_COLUMNS, arrays);
        add_lines(block.buf, (size_t)block.len, begin, number, &layout, columns);
        if (columns_done(columns, LINE_COLUMNS))
            result = Py_NewRef(Py_None);
    }
    PyBuffer_Release(&block);
    PyBuffer_Release(&separators);
    return result;
}

static PyObject *lines_are_same(PyObject *module, PyObject *arguments)
{
    Py_buffer one, lengths, other, other_lengths, prefixes;
    Py_ssize_t here, there;
    if (!PyArg_ParseTuple(arguments, "y*ny*y*ny*y*", &one, &here, &lengths, &other, &there, &other_lengths, &prefixes))
        return NULL;
    PyObject *result = NULL;
    if (lengths.len != prefixes.len || other_lengths.len != prefixes.len) {
        PyErr_SetString(PyExc_ValueError, "each line has two lengths and a prefix");
    } else {
        Lines ours = {one.buf, one.len, here, lengths.buf}, theirs = {other.buf, other.len, there, other_lengths.buf};
        Py_ssize_t count = prefixes.len / (Py_ssize_t)sizeof(int32_t);
        result = PyBool_FromLong(compare_lines(&ours, &theirs, prefixes.buf, count));
    }
    PyBuffer_Release(&one);
    PyBuffer_Release(&lengths);
    PyBuffer_Release(&other);
    PyBuffer_Release(&other_lengths);
    PyBuffer_Release(&prefixes);
    return result;
}

/* Columns that were filled as a tuple, or None if there is something to say of what was read. */
static PyObject *filled(PyObject *arrays, Column *columns, Py_ssize_t count, int is_plain)
{
    if (!columns_done(columns, count)) {
        Py_DECREF(arrays);
        return NULL;
    }
    if (!is_plain)
        Py_SETREF(arrays, Py_NewRef(Py_None));
    return arrays;
}

static PyObject *conllu_in(PyObject *module, PyObject *arguments)
{
    Py_buffer block;
    long long at, lines, gaps, next_word;
    PyObject *arrays;
    if (!PyArg_ParseTuple(arguments, "y*LLLLO!", &block, &at, &lines, &gaps, &next_word, &PyTuple_Type, &arrays))
        return NULL;
    PyObject *result = NULL;
    if (!are_bytearrays(arrays, CONLLU_COLUMNS)) {
        PyErr_SetString(PyExc_ValueError, "lines are added to bytearrays, one for each column");
    } else {
        Conllu scan = {block.buf, (char *)block.buf + block.len, at, lines, gaps, next_word};
        open_columns(scan.columns, CONLLU_COLUMNS, arrays);
        int is_sound = scan_conllu(&scan);
        if (!is_sound)
            undo_columns(scan.columns, CONLLU_COLUMNS);
        if (columns_done(scan.columns, CONLLU_COLUMNS))
            result = is_sound ? Py_BuildValue("LLL", (long long)scan.lines, (long long)scan.gaps, (long long)scan.next_word)
                              : Py_NewRef(Py_None);
    }
    PyBuffer_Release(&block);
    return result;
}

/* The mentions of cells: with a layout, those whose names are fields, without one, those of plain names. */
static PyObject *paired(const Py_buffer *byte, const Py_buffer *length, const Py_buffer *document,
                        const MentionLayout *layout)
{
    Py_ssize_t count = layout == NULL ? BRACKET_COLUMNS : MENTION_COLUMNS;
    Column columns[MENTION_COLUMNS];
    if (length->len != document->len) {
        PyErr_SetString(PyExc_ValueError, "each cell has a length and a document");
        return NULL;
    }
    PyObject *arrays = new_arrays(count);
    if (arrays == NULL)
        return NULL;
    open_columns(columns, count, arrays);
    Cells cells = {byte->buf, (size_t)byte->len, length->buf, document->buf, (size_t)length->len / sizeof(int64_t)};
    int is_plain = layout == NULL ? pair_cells(&cells, columns) : pair_mentions(&cells, layout, columns);
    return filled(arrays, columns, count, is_plain);
}

static PyObject *pairs_in_cells(PyObject *module, PyObject *arguments)
{
    Py_buffer byte, length, document;
    if (!PyArg_ParseTuple(arguments, "y*y*y*", &byte, &length, &document))
        return NULL;
    PyObject *arrays = paired(&byte, &length, &document, NULL);
    PyBuffer_Release(&byte);
    PyBuffer_Release(&length);
    PyBuffer_Release(&document);
    return arrays;
}

static PyObject *mentions_in_cells(PyObject *module, PyObject *arguments)
{
    Py_buffer byte, length, document;
    MentionLayout layout;
    if (!PyArg_ParseTuple(arguments, "y*y*y*(iiii)", &byte, &length, &document, &layout.entity, &layout.head, &layout.type,
                          &layout.minimum))
        return NULL;
    PyObject *arrays = paired(&byte, &length, &document, &layout);
    PyBuffer_Release(&byte);
    PyBuffer_Release(&length);
    PyBuffer_Release(&document);
    return arrays;
}

static PyObject *cut_texts(PyObject *module, PyObject *arguments)
{
    Py_buffer byte, place, length;
    Py_ssize_t width;
    if (!PyArg_ParseTuple(arguments, "y*y*y*n", &byte, &place, &length, &width))
        return NULL;
    PyObject *result = NULL;
    Stretches stretches = {place.buf, length.buf, (size_t)length.len / sizeof(int64_t)};
    if (place.len != length.len || width < 0)
        PyErr_SetString(PyExc_ValueError, "each text has a place and a length");
    else if (width > PY_SSIZE_T_MAX / (length.len + 1))
        PyErr_NoMemory();
    else
        result = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)stretches.count * width);
    if (result != NULL &&
        !cut(byte.buf, (size_t)byte.len, &stretches, (size_t)width, PyByteArray_AS_STRING(result))) {
        PyErr_SetString(PyExc_ValueError, "a text is not among the bytes, or wider than it may be");
        Py_CLEAR(result);
    }
    PyBuffer_Release(&byte);
    PyBuffer_Release(&place);
    PyBuffer_Release(&length);
    return result;
}

static PyObject *span_numbers(PyObject *module, PyObject *arguments)
{
    PyObject *key, *response, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyList_Type, &key, &PyList_Type, &response))
        return NULL;
    Py_ssize_t number = (Py_ssize_t)sizeof(int64_t);
    PyObject *ours = PyBytes_FromStringAndSize(NULL, PyList_GET_SIZE(key) * number);
    PyObject *theirs = PyBytes_FromStringAndSize(NULL, PyList_GET_SIZE(response) * number);
    if (ours != NULL && theirs != NULL) {
        int64_t *our_numbers = (int64_t *)PyBytes_AS_STRING(ours), *their_numbers = (int64_t *)PyBytes_AS_STRING(theirs);
        Numbered numbered = number_spans(key, response, our_numbers, their_numbers);
        if (numbered == NO_MEMORY)
            PyErr_NoMemory();
        else if (numbered == NO_SPANS)
            result = Py_NewRef(Py_None);
        else
            result = Py_BuildValue("OOO", ours, theirs, numbered == WITH_REPEATS ? Py_True : Py_False);
    }
    Py_XDECREF(ours);
    Py_XDECREF(theirs);
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

static PyMethodDef functions[] = {
    {"is_text", text_in, METH_VARARGS, "Whether some bytes are UTF-8 without a zero among them."},
    {"scan_lines", lines_in, METH_VARARGS,
     "Add to columns: length and prefix of each line, which are blank or begin with #, the cells that are not empty."},
    {"scan_conllu", conllu_in, METH_VARARGS,
     "Add to columns the tokens, headers and values of Entity of a block of CoNLL-U, and count on; None if it is faulty."},
    {"same_lines", lines_are_same, METH_VARARGS, "Whether lines of two files have the same bytes before their cells."},
    {"number_spans", span_numbers, METH_VARARGS,
     "A number for each span of key and response, and whether a side repeats one; None if some are no spans."},
    {"pair_cells", pairs_in_cells, METH_VARARGS,
     "The mentions of plain cells, and the cells of their marks; None if a cell takes a closer look."},
    {"pair_mentions", mentions_in_cells, METH_VARARGS,
     "The mentions of cells with fields, their heads, types and minima; None if there is something to say of one."},
    {"cut", cut_texts, METH_VARARGS, "Stretches of bytes as strings of one width."},
    {"assign", assign, METH_VARARGS, "The edges of an assignment of greatest weight."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "kernel", NULL, 0, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
