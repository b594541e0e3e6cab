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

/* The names of fields, which the list keeps: NULL if there is no memory or a name is no bytes, with an exception set. */
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
        PyErr_SetString(PyExc_TypeError, "blocks come from an iterator");
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
    if (!PyArg_ParseTuple(arguments, "O(pnnp)", &blocks, &layout.tabs, &layout.columns, &layout.behind,
                          &layout.open_ended))
        return NULL;
    if (PyIter_Check(blocks))
        result = read_conll(blocks, &layout);
    else
        PyErr_SetString(PyExc_TypeError, "blocks come from an iterator");
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
        PyErr_SetString(PyExc_TypeError, "blocks come from an iterator");
    return result;
}

/* The lines of a document from its bounds in a file: 0 if they are not inside, with an exception set. */
static int bound_text(Text *text, const Py_buffer *data, Py_ssize_t begin, Py_ssize_t end)
{
    if (begin < 0 || end < begin || end > data->len) {
        PyErr_SetString(PyExc_ValueError, "a document is outside of its file");
        return 0;
    }
    text->start = (const char *)data->buf + begin;
    text->last = (const char *)data->buf + end;
    return 1;
}

static PyObject *words_are_same(PyObject *module, PyObject *arguments)
{
    Py_buffer ours, theirs;
    Py_ssize_t begin, end, other_begin, other_end;
    Text one = {0}, other = {0};
    PyObject *result = NULL;
    Layout *here = &one.layout, *there = &other.layout;
    if (!PyArg_ParseTuple(arguments, "y*nn(pn(pnnp))y*nn(pn(pnnp))", &ours, &begin, &end, &one.is_conllu, &one.column,
                          &here->tabs, &here->columns, &here->behind, &here->open_ended, &theirs, &other_begin,
                          &other_end, &other.is_conllu, &other.column, &there->tabs, &there->columns, &there->behind,
                          &there->open_ended))
        return NULL;
    if (bound_text(&one, &ours, begin, end) && bound_text(&other, &theirs, other_begin, other_end))
        result = PyBool_FromLong(same_words(one, other));
    PyBuffer_Release(&ours);
    PyBuffer_Release(&theirs);
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

/* Where the edges of each row begin; NULL if they are not in the order of their rows, or outside of the table. */
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

/* The usual patience, which no component of a real text comes near. */
#define PATIENCE 262144

static PyObject *assign(PyObject *module, PyObject *arguments)
{
    Py_buffer row, column, weight;
    Py_ssize_t rows, columns, patience = PATIENCE;
    if (!PyArg_ParseTuple(arguments, "y*y*y*nn|n", &row, &column, &weight, &rows, &columns, &patience))
        return NULL;
    PyObject *result = NULL;
    if (row.len != column.len || row.len != weight.len || rows < 0 || columns < 0) {
        PyErr_SetString(PyExc_ValueError, "each edge has a row, a column and a weight");
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
    {"is_text", text_in, METH_VARARGS, "Whether some bytes are UTF-8 without a zero among them."},
    {"read_conll", conll_in, METH_VARARGS,
     "The columns of a CoNLL file; None if there is something to say about it."},
    {"read_conllu", conllu_in, METH_VARARGS,
     "The columns of a CorefUD file; None if there is something to say about it."},
    {"read_jsonlines", jsonlines_in, METH_VARARGS,
     "The columns of a file of JSON lines; None if there is something to say about it."},
    {"same_words", words_are_same, METH_VARARGS, "Whether two documents surely have the same words and sentences."},
    {"number_spans", span_numbers, METH_VARARGS,
     "A number for each span of key and response, and whether a side repeats one; None if some are no spans."},
    {"assign", assign, METH_VARARGS, "The edges of an assignment of greatest weight."},
    {NULL, NULL, 0, NULL},
};

/* The functions keep no state, and lists that they get are used by nobody else at the same time. */
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
