/* Marks in cells: names with a bracket before, behind or both, and fields in them. */

#include "kernel.h"

static int is_bracket(char byte) { return byte == '(' || byte == ')'; }

static int is_between(char byte) { return is_bracket(byte) || byte == '|' || byte == ' '; }

/* Whether a name is one that takes a closer look: an empty mark, or a split antecedent such as 12+3. */
static int is_odd(const char *name, const char *end)
{
    return *name == '-' || *name == '_' || *name == '*' || memchr(name, '+', (size_t)(end - name)) != NULL;
}

/* The marks of one cell; every bracket must belong to a name, and every name must have one. */
static int find_in_cell(const Cells *cells, int64_t cell, const char *start, const char *last, Column *columns)
{
    const char *place = start;
    while (place < last) {
        char opens = *place == '(';
        const char *name = place + opens;
        if (!opens && is_between(*place)) {
            if (is_bracket(*place))
                return 0;
            place++;
            continue;
        }
        const char *end = name;
        while (end < last && !is_between(*end))
            end++;
        char closes = end < last && *end == ')';
        if (end == name || (!opens && !closes) || is_odd(name, end))
            return 0;
        append_int(columns + FOUND_CELL, cell);
        append_int(columns + FOUND_AT, name - cells->byte);
        append_int(columns + FOUND_LENGTH, end - name);
        append(columns + FOUND_OPENS, &opens, 1);
        append(columns + FOUND_CLOSES, &closes, 1);
        place = end + closes;
    }
    return 1;
}

int find_marks(const Cells *cells, Column *columns)
{
    const char *place = cells->byte, *last = cells->byte + cells->bytes;
    for (size_t cell = 0; cell < cells->count; cell++) {
        if (cells->length[cell] < 0 || cells->length[cell] > last - place)
            return 0;
        if (!find_in_cell(cells, (int64_t)cell, place, place + cells->length[cell], columns))
            return 0;
        place += cells->length[cell];
    }
    return 1;
}

int find_fields(const char *byte, size_t bytes, const Stretch *marks, int field, Column *columns)
{
    for (size_t mark = 0; mark < marks->count; mark++) {
        int64_t place = marks->place[mark], length = marks->length[mark];
        if (place < 0 || length < 0 || (uint64_t)place > bytes || (uint64_t)length > bytes - (uint64_t)place)
            return 0;
        const char *start = byte + place, *last = start + length;
        for (int before = 0; before < field; before++) {
            const char *dash = memchr(start, '-', (size_t)(last - start));
            start = dash == NULL ? last : dash + 1;
        }
        const char *end = memchr(start, '-', (size_t)(last - start));
        append_int(columns + FIELD_AT, start - byte);
        append_int(columns + FIELD_LENGTH, (end == NULL ? last : end) - start);
    }
    return 1;
}
