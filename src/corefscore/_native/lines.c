/* Lines of columns. */

#include "kernel.h"

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

void add_lines(const char *block, size_t size, int64_t begin, int64_t number, const Layout *layout, Column *columns)
{
    const char *start = block, *last = block + size;
    while (start < last) {
        const char *end = memchr(start, '\n', (size_t)(last - start));
        if (end == NULL)
            end = last;
        scan_line(columns, layout, number++, begin + (start - block), start, end);
        start = end + 1;
    }
}

int compare_lines(const Lines *one, const Lines *other, const int32_t *prefix, Py_ssize_t count)
{
    Py_ssize_t here = one->begin, there = other->begin;
    for (Py_ssize_t row = 0; row < count; row++) {
        if (prefix[row] > 0) {
            if (here < 0 || there < 0 || prefix[row] > one->size - here || prefix[row] > other->size - there)
                return 0;
            if (memcmp(one->byte + here, other->byte + there, (size_t)prefix[row]) != 0)
                return 0;
        }
        here += one->length[row];
        there += other->length[row];
    }
    return 1;
}
