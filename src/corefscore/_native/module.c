/* The module: functions for Python. */

#include "native.h"

static PyObject *text_in(PyObject *module, PyObject *arguments)
{
    Py_buffer block;
    if (!PyArg_ParseTuple(arguments, "y*", &block))
        return NULL;
    int found = is_text(block.buf, (unsigned char *)block.buf + block.len);
    PyBuffer_Release(&block);
    return PyBool_FromLong(found);
}

/* The names of fields, which the list owns. NULL, with an exception, if there is no memory or a name is not bytes. */
static Stretch *field_names(PyObject *names, Py_ssize_t count)
{
    Stretch *found = PyMem_Calloc((size_t)count + 1, sizeof *found);
    if (found == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t field = 0; field < count; field++) {
        char *start;
        Py_ssize_t length;
        if (PyBytes_AsStringAndSize(PyList_GetItem(names, field), &start, &length) < 0) {
            PyMem_Free(found);
            return NULL;
        }
        found[field] = (Stretch){start, start + length};
    }
    return found;
}

static PyObject *jsonlines_in(PyObject *module, PyObject *arguments)
{
    PyObject *blocks, *names, *result = NULL;
    JsonFields fields;
    if (!PyArg_ParseTuple(arguments, "OO!(nnn)", &blocks, &PyList_Type, &names, &fields.texts, &fields.lists,
                          &fields.words))
        return NULL;
    fields.count = PyList_Size(names);
    if (!PyIter_Check(blocks)) {
        PyErr_SetString(PyExc_TypeError, "blocks must be an iterator");
    } else if ((fields.name = field_names(names, fields.count)) != NULL) {
        result = read_jsonlines(blocks, &fields);
        PyMem_Free(fields.name);
    }
    return result;
}

static PyObject *conll_in(PyObject *module, PyObject *arguments)
{
    PyObject *blocks, *result = NULL;
    Layout layout;
    if (!PyArg_ParseTuple(arguments, "O(pnnpn)", &blocks, &layout.tabs, &layout.columns, &layout.behind,
                          &layout.open_ended, &layout.word))
        return NULL;
    if (PyIter_Check(blocks))
        result = read_conll(blocks, &layout);
    else
        PyErr_SetString(PyExc_TypeError, "blocks must be an iterator");
    return result;
}

static PyObject *conllu_in(PyObject *module, PyObject *arguments)
{
    PyObject *blocks, *result = NULL;
    Fields fields;
    if (!PyArg_ParseTuple(arguments, "O(nnnn)", &blocks, &fields.entity, &fields.head, &fields.type,
                          &fields.minimum))
        return NULL;
    if (PyIter_Check(blocks))
        result = read_conllu(blocks, &fields);
    else
        PyErr_SetString(PyExc_TypeError, "blocks must be an iterator");
    return result;
}

static PyObject *span_numbers(PyObject *module, PyObject *arguments)
{
    PyObject *key, *response, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyList_Type, &key, &PyList_Type, &response))
        return NULL;
    Py_ssize_t number = (Py_ssize_t)sizeof(int64_t);
    PyObject *ours = PyBytes_FromStringAndSize(NULL, PyList_Size(key) * number);
    PyObject *theirs = PyBytes_FromStringAndSize(NULL, PyList_Size(response) * number);
    if (ours != NULL && theirs != NULL) {
        int64_t *our_numbers = (int64_t *)PyBytes_AsString(ours), *their_numbers = (int64_t *)PyBytes_AsString(theirs);
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

/* The first edge of each row; NULL if the edges are not in the order of their rows, or not inside the table. */
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
            PyErr_SetString(PyExc_ValueError, "edges must be in the order of their rows, and inside the table");
            PyMem_Free(first);
            return NULL;
        }
        first[row[edge] + 1] = edge + 1;
    }
    for (Py_ssize_t index = 0; index < rows; index++)
        if (first[index + 1] < first[index])
            first[index + 1] = first[index];
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

/* The usual patience. No component of a real text comes close to it. */
#define PATIENCE 262144

static PyObject *assign(PyObject *module, PyObject *arguments)
{
    Py_buffer row, column, weight;
    Py_ssize_t rows, columns, patience = PATIENCE;
    if (!PyArg_ParseTuple(arguments, "y*y*y*nn|n", &row, &column, &weight, &rows, &columns, &patience))
        return NULL;
    PyObject *result = NULL;
    if (row.len != column.len || row.len != weight.len || rows < 0 || columns < 0) {
        PyErr_SetString(PyExc_ValueError, "each edge must have a row, a column and a weight");
    } else {
        size_t edges = (size_t)row.len / sizeof(int64_t);
        size_t *first = row_starts(row.buf, column.buf, edges, rows, columns);
        if (first != NULL) {
            Table table = {(size_t)rows, (size_t)columns, first, column.buf, weight.buf, patience};
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
    {"is_text", text_in, METH_VARARGS, "Return whether bytes are UTF-8 without a zero byte."},
    {"read_conll", conll_in, METH_VARARGS,
     "Return the columns of a CoNLL file; None if the file needs a message."},
    {"read_conllu", conllu_in, METH_VARARGS,
     "Return the columns of a CorefUD file; None if the file needs a message."},
    {"read_jsonlines", jsonlines_in, METH_VARARGS,
     "Return the columns of a JSON lines file; None if the file needs a message."},
    {"number_spans", span_numbers, METH_VARARGS,
     "Number the spans of key and response. Also return whether a side has repeats; None if some are not spans."},
    {"assign", assign, METH_VARARGS, "Return the edges of an assignment with the greatest total weight."},
    {NULL, NULL, 0, NULL},
};

/* The functions keep no state. Nobody else uses their lists at the same time. */
static PyModuleDef_Slot slots[] = {
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "compiled",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit_compiled(void) { return PyModuleDef_Init(&definition); }
