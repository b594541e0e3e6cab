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

#define EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/* How many bytes the character at some place has, 0 if there is none that is UTF-8, or only a zero. */
static int character_size(const unsigned char *place, Py_ssize_t left)
{
    unsigned char first = place[0];
    if (first < 0x80)
        return first != 0;
    int size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < size)
        return 0;
    /* Longer ways to write a character, surrogates and what is beyond the last character are told by the second byte. */
    unsigned char lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (place[1] < lowest || place[1] > highest)
        return 0;
    for (int rest = 2; rest < size; rest++)
        if ((place[rest] & 0xc0) != 0x80)
            return 0;
    return size;
}

#define WORD ((Py_ssize_t)sizeof(uint64_t))

/* Whether bytes are UTF-8 without a zero among them. Most are ASCII, and looked at a machine word at a time. */
static int are_text(const unsigned char *place, const unsigned char *last)
{
    while (place < last) {
        const unsigned char *stop = last - place < WORD ? last : place + WORD;
        uint64_t word = EACH_BYTE(0x80);
        if (stop - place == WORD)
            memcpy(&word, place, WORD);
        if (!(word & EACH_BYTE(0x80))) {
            if ((word - EACH_BYTE(1)) & EACH_BYTE(0x80))
                return 0;
            place = stop;
        }
        while (place < stop) {
            int size = character_size(place, last - place);
            if (size == 0)
                return 0;
            place += size;
        }
    }
    return 1;
}

static PyObject *is_text(PyObject *module, PyObject *arguments)
{
    Py_buffer block;
    if (!PyArg_ParseTuple(arguments, "y*", &block))
        return NULL;
    int found = are_text(block.buf, (unsigned char *)block.buf + block.len);
    PyBuffer_Release(&block);
    return PyBool_FromLong(found);
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

enum { TOKEN_ROW, TOKEN_AT, NUMBER, IS_NODE, GAP, FORM_LENGTH, FORM, NODE_AT, NODE_END, HEADER_ROW, HEADER_AT, HEADER_END,
       VALUE_TOKEN, VALUE_LENGTH, VALUE, SCANNED_CONLLU };

#define TABS 9
#define LONGEST_NUMBER 9
#define ENTITY "Entity="

/* A block of CoNLL-U while it is read: the next row and token, and how many blank lines came before. */
typedef struct {
    const char *begin, *last;
    int64_t row, token, gaps;
    Column columns[SCANNED_CONLLU];
} Conllu;

/* The values of Entity= between bars, in the last column of a token. */
static int scan_values(Conllu *scan, const char *item, const char *end, int is_token)
{
    for (;;) {
        const char *stop = memchr(item, '|', end - item);
        if (stop == NULL)
            stop = end;
        if (scan->last - item > (Py_ssize_t)strlen(ENTITY) && memcmp(item, ENTITY, strlen(ENTITY)) == 0) {
            if (!is_token)
                return 0;
            const char *value = item + strlen(ENTITY);
            size_t length = stop - value - (stop[-1] == '\r');
            append_int(scan->columns + VALUE_TOKEN, scan->token);
            append_int(scan->columns + VALUE_LENGTH, length);
            append(scan->columns + VALUE, value, length);
        }
        if (stop == end)
            return 1;
        item = stop + 1;
    }
}

static int count_tabs(const char *start, const char *end)
{
    int count = 0;
    for (const char *place = start; place < end; place++)
        count += *place == '\t';
    return count;
}

/* A line of ten columns, which begins with the number of a word, an empty node or a range. */
static int scan_columns(Conllu *scan, const char *start, const char *end)
{
    const char *place = start, *misc = end;
    int32_t number = 0;
    for (; place < end && place - start < LONGEST_NUMBER && *place >= '0' && *place <= '9'; place++)
        number = 10 * number + (*place - '0');
    char after = place > start && place < end ? *place : '\n';
    int is_node = after == '.', is_token = is_node || after == '\t';
    if ((!is_token && after != '-') || count_tabs(place, end) != TABS)
        return 0;
    while (misc[-1] != '\t')
        misc--;
    if (!scan_values(scan, misc, end, is_token))
        return 0;
    if (!is_token)
        return 1;
    char flag = (char)is_node;
    append_int(scan->columns + TOKEN_ROW, scan->row);
    append_int(scan->columns + TOKEN_AT, start - scan->begin);
    append_short(scan->columns + NUMBER, number);
    append(scan->columns + IS_NODE, &flag, 1);
    append_int(scan->columns + GAP, scan->gaps);
    if (is_node) {
        append_int(scan->columns + NODE_AT, start - scan->begin);
        append_int(scan->columns + NODE_END, end - scan->begin);
    } else {
        const char *form = place + 1;
        size_t length = (const char *)memchr(form, '\t', end - form) - form;
        append_int(scan->columns + FORM_LENGTH, length);
        append(scan->columns + FORM, form, length);
    }
    scan->token++;
    return 1;
}

/* Whether a comment may begin with newdoc or global.Entity: its third byte tells for most. */
static int may_be_header(const char *start, const char *end)
{
    return end - start > 2 && memchr("ngel \t", start[2], 6) != NULL;
}

static int scan_conllu_line(Conllu *scan, const char *start, const char *end)
{
    if (start == end || (*start == '\r' && end - start == 1)) {
        scan->gaps++;
        return 1;
    }
    if (*start != '#')
        return scan_columns(scan, start, end);
    if (may_be_header(start, end)) {
        append_int(scan->columns + HEADER_ROW, scan->row);
        append_int(scan->columns + HEADER_AT, start - scan->begin);
        append_int(scan->columns + HEADER_END, end - scan->begin);
    }
    return 1;
}

static PyObject *scan_conllu(PyObject *module, PyObject *arguments)
{
    Py_buffer block;
    if (!PyArg_ParseTuple(arguments, "y*", &block))
        return NULL;
    Conllu scan = {.begin = block.buf, .last = (char *)block.buf + block.len};
    int understood = 1;
    for (const char *start = scan.begin; understood && start < scan.last; scan.row++) {
        const char *end = memchr(start, '\n', scan.last - start);
        if (end == NULL)
            end = scan.last;
        understood = scan_conllu_line(&scan, start, end);
        start = end + 1;
    }
    PyObject *columns = as_tuple(scan.columns, SCANNED_CONLLU);
    PyBuffer_Release(&block);
    if (columns != NULL && !understood) {
        Py_DECREF(columns);
        return Py_NewRef(Py_None);
    }
    return columns == NULL ? NULL : Py_BuildValue("LLN", (long long)scan.row, (long long)scan.gaps, columns);
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

static PyMethodDef functions[] = {
    {"is_text", is_text, METH_VARARGS, "Whether some bytes are UTF-8 without a zero among them."},
    {"scan_lines", scan_lines, METH_VARARGS,
     "Length and prefix of each line, the rows that are blank or begin with #, and the cells that are not empty."},
    {"scan_conllu", scan_conllu, METH_VARARGS,
     "Lines and blank lines of a block of CoNLL-U, and its tokens, headers and values of Entity; None if it is faulty."},
    {"same_lines", same_lines, METH_VARARGS, "Whether lines of two files have the same bytes before their cells."},
    {"number_spans", number_spans, METH_VARARGS,
     "A number for each span of key and response, and whether a side repeats one; None if some are no spans."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "kernel", NULL, 0, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
