/* Mentions whose names are fields between dashes, with heads and types in others. */

#include "pairing.h"

#define LONGEST_NUMBER 9
#define FIRST_WORD 1

static int is_bracket(char byte) { return byte == '(' || byte == ')'; }

static int is_between(char byte) { return is_bracket(byte) || byte == '|' || byte == ' '; }

/* Whether a mark is one that takes a closer look: an empty one, or a split antecedent such as 12+3. */
static int is_odd(const char *mark, const char *end)
{
    return *mark == '-' || *mark == '_' || *mark == '*' || memchr(mark, '+', (size_t)(end - mark)) != NULL;
}

/* A field of a mark: it is empty if there is none of that number. */
static Name field_of(const Pairing *pairing, const char *mark, const char *end, int number)
{
    const char *start = number < 0 ? end : mark;
    for (int before = 0; before < number && start < end; before++) {
        const char *dash = memchr(start, '-', (size_t)(end - start));
        start = dash == NULL ? end : dash + 1;
    }
    const char *dash = memchr(start, '-', (size_t)(end - start));
    return (Name){start - pairing->byte, (dash == NULL ? end : dash) - start};
}

static void append_name(Column *columns, Name name)
{
    append_int(columns, name.place);
    append_int(columns + 1, name.length);
}

/* The number of the word that is the head, the first if none is named; 0 if that is no number. */
static int64_t head_of(const Pairing *pairing, Name field, int *is_number)
{
    int64_t head = field.length > 0 ? 0 : FIRST_WORD;
    *is_number = field.length <= LONGEST_NUMBER;
    for (const char *byte = pairing->byte + field.place; *is_number && field.length > 0; byte++, field.length--) {
        *is_number = *byte >= '0' && *byte <= '9';
        head = 10 * head + (*byte - '0');
    }
    return head;
}

static int take_mark(Pairing *pairing, const MentionLayout *layout, const char *mark, const char *end, int opens,
                     int closes, int64_t cell, Column *columns)
{
    Name name = {mark - pairing->byte, end - mark};
    if (opens) {
        int is_number;
        name = field_of(pairing, mark, end, layout->entity);
        append_int(columns + HEAD, head_of(pairing, field_of(pairing, mark, end, layout->head), &is_number));
        append_name(columns + TYPE_AT, field_of(pairing, mark, end, layout->type));
        append_name(columns + MINIMUM_AT, field_of(pairing, mark, end, layout->minimum));
        if (!is_number)
            return 0;
    }
    return name.length > 0 && take(pairing, name, opens, closes, cell, columns);
}

/* The marks of one cell; every bracket must belong to a mark, and every mark must have one. */
static int pair_in_cell(Pairing *pairing, const MentionLayout *layout, const char *place, const char *last,
                        int64_t cell, Column *columns)
{
    while (place < last) {
        int opens = *place == '(';
        const char *mark = place + opens, *end = mark;
        if (!opens && is_between(*place)) {
            if (is_bracket(*place))
                return 0;
            place++;
            continue;
        }
        while (end < last && !is_between(*end))
            end++;
        int closes = end < last && *end == ')';
        if (end == mark || !(opens || closes) || is_odd(mark, end) ||
            !take_mark(pairing, layout, mark, end, opens, closes, cell, columns))
            return 0;
        place = end + closes;
    }
    return 1;
}

static int pair_all(Pairing *pairing, const Cells *cells, const MentionLayout *layout, Column *columns)
{
    const char *place = cells->byte, *last = place + cells->bytes;
    for (size_t cell = 0; cell < cells->count; cell++) {
        int64_t length = cells->length[cell];
        if (length < 0 || length > last - place || !go_to(pairing, cells->document[cell]) ||
            !pair_in_cell(pairing, layout, place, place + length, (int64_t)cell, columns))
            return 0;
        place += length;
    }
    return pairing->open == 0;
}

int pair_mentions(const Cells *cells, const MentionLayout *layout, Column *columns)
{
    Pairing pairing;
    int plain = begin(&pairing, cells->byte, cells->bytes, 1) && pair_all(&pairing, cells, layout, columns);
    end(&pairing);
    return plain;
}
