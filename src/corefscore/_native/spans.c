/* Spans from Python. */

#include "native.h"

/* A span (first, last) of two numbers below 2^31 as one number; -1 for anything else. Also -1 if it ends before it
   starts: such a span is probably a mistake, and Python warns of it. */
static int64_t packed_span(PyObject *mention)
{
    if (!PyTuple_CheckExact(mention) || PyTuple_Size(mention) != 2)
        return -1;
    int64_t packed = 0;
    for (int end = 0; end < 2; end++) {
        PyObject *token = PyTuple_GetItem(mention, end);
        int overflow = 0;
        int64_t number = PyLong_CheckExact(token) ? PyLong_AsLongLongAndOverflow(token, &overflow) : -1;
        if (overflow || number < 0 || number > INT32_MAX)
            return -1;
        packed = packed << 32 | number;
    }
    return packed >> 32 > (packed & INT32_MAX) ? -1 : packed;
}

enum { NOBODY, KEY, RESPONSE };

/* A span, its number, and the side that had it last. */
typedef struct {
    int64_t span, number;
    int side;
} Slot;

/* The entry of a span in the table, or the free entry for it. The size of the table is a power of two, and larger than
   the number of spans. */
static Slot *slot_of(Slot *table, size_t size, int64_t span)
{
    uint64_t mixed = (uint64_t)span;
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    size_t index = (size_t)(mixed ^ mixed >> 31) & (size - 1);
    while (table[index].side != NOBODY && table[index].span != span)
        index = (index + 1) & (size - 1);
    return table + index;
}

/* Number the spans of one side. `first` is the number of its first span, if that is new. 0 if something is not a span.
   */
static int number_side(int side, PyObject *mentions, int64_t first, Slot *table, size_t size, int64_t *numbers,
                       int *repeats)
{
    Py_ssize_t count = PyList_Size(mentions);
    for (Py_ssize_t row = 0; row < count; row++) {
        int64_t span = packed_span(PyList_GetItem(mentions, row));
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

Numbered number_spans(PyObject *key, PyObject *response, int64_t *key_numbers, int64_t *response_numbers)
{
    Py_ssize_t ours = PyList_Size(key), theirs = PyList_Size(response);
    size_t spans = (size_t)ours + (size_t)theirs, size = 16;
    if (spans > SIZE_MAX / 4)
        return NO_MEMORY;
    while (size < 2 * spans)
        size *= 2;
    Slot *table = PyMem_Calloc(size, sizeof *table);
    if (table == NULL)
        return NO_MEMORY;
    int repeats = 0;
    int are_spans = number_side(KEY, key, 0, table, size, key_numbers, &repeats) &&
                    number_side(RESPONSE, response, ours, table, size, response_numbers, &repeats);
    PyMem_Free(table);
    return !are_spans ? NO_SPANS : repeats ? WITH_REPEATS : ONCE;
}
