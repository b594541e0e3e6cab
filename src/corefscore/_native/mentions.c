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

/* The number of the word that is the head, the first if none is named, and whether what is named is a number. */
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

static int take_mark(Pairing *pairing, const char *mark, const char *end, int opens, int closes, int64_t cell,
                     Column *columns)
{
    const MentionLayout *layout = pairing->layout;
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
static int pair_cell(Pairing *pairing, int64_t cell, const char *place, const char *last, Column *columns)
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
            !take_mark(pairing, mark, end, opens, closes, cell, columns))
            return 0;
        place = end + closes;
    }
    return 1;
}

int pair_mentions(const Cells *cells, const MentionLayout *layout, Column *columns)
{
    return pair_with(cells, layout, pair_cell, columns);
}
