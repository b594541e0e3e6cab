/* Lines of CoNLL-U. */

#include "kernel.h"
#include "separators.h"

#define TABS 9
#define LONGEST_NUMBER 9
#define ENTITY_MARK "Entity="

static int64_t place_of(const Conllu *scan, const char *byte) { return scan->at + (byte - scan->begin); }

/* The values of Entity= between bars, in the last column of a token. */
static int scan_values(Conllu *scan, const char *item, const char *end, int is_token)
{
    for (;;) {
        const char *stop = memchr(item, '|', end - item);
        if (stop == NULL)
            stop = end;
        if (scan->last - item > (Py_ssize_t)strlen(ENTITY_MARK) && memcmp(item, ENTITY_MARK, strlen(ENTITY_MARK)) == 0) {
            if (!is_token)
                return 0;
            const char *value = item + strlen(ENTITY_MARK);
            size_t length = stop - value - (stop[-1] == '\r');
            append_int(scan->columns + VALUE_TOKEN, (int64_t)scan->columns[IS_NODE].size);
            append_int(scan->columns + VALUE_LENGTH, length);
            append(scan->columns + VALUE, value, length);
        }
        if (stop == end)
            return 1;
        item = stop + 1;
    }
}

/* A line, and where its first tabs are. */
typedef struct {
    const char *start, *end;
    const char *tab[TABS];
    int tabs;
} Line;

/* A line of ten columns, which begins with the number of a word, an empty node or a range. */
static int scan_columns(Conllu *scan, const Line *line)
{
    const char *start = line->start, *end = line->end, *place = start;
    int32_t number = 0;
    for (; place < end && place - start < LONGEST_NUMBER && *place >= '0' && *place <= '9'; place++)
        number = 10 * number + (*place - '0');
    char after = place > start && place < end ? *place : '\n';
    int is_node = after == '.', is_token = is_node || after == '\t';
    if ((!is_token && after != '-') || line->tabs != TABS)
        return 0;
    if (!scan_values(scan, line->tab[TABS - 1] + 1, end, is_token))
        return 0;
    if (!is_token)
        return 1;
    char flag = (char)is_node;
    append_short(scan->columns + TOKEN_LINE, (int32_t)scan->lines + 1);
    append_short(scan->columns + NUMBER, number);
    append(scan->columns + IS_NODE, &flag, 1);
    append_short(scan->columns + SENTENCE, (int32_t)scan->gaps);
    if (is_node) {
        append_int(scan->columns + NODE_AT, place_of(scan, start));
        append_int(scan->columns + NODE_END, place_of(scan, end));
    } else {
        const char *form = place + 1;
        size_t length = (size_t)(line->tab[1] - form);
        append_short(scan->columns + FORM_LENGTH, (int32_t)length);
        append(scan->columns + FORM, form, length);
        scan->next_word = number == scan->next_word ? number + 1 : NOT_KNOWN;
    }
    return 1;
}

/* Whether a comment begins with newdoc or global.Entity. */
static int may_be_header(const char *start, const char *end)
{
    const char *word = start + 1;
    while (word < end && is_blank(*word))
        word++;
    size_t left = (size_t)(end - word);
    return (left >= 6 && memcmp(word, "newdoc", 6) == 0) || (left >= 13 && memcmp(word, "global.Entity", 13) == 0);
}

static int scan_line(Conllu *scan, const Line *line)
{
    const char *start = line->start, *end = line->end;
    if (start == end || (*start == '\r' && end - start == 1)) {
        scan->gaps++;
        if (scan->next_word != NOT_KNOWN)
            scan->next_word = 1;
        return 1;
    }
    if (*start != '#')
        return scan_columns(scan, line);
    if (may_be_header(start, end)) {
        append_int(scan->columns + HEADER_LINE, scan->lines + 1);
        append_int(scan->columns + HEADER_AT, place_of(scan, start));
        append_int(scan->columns + HEADER_END, place_of(scan, end));
    }
    return 1;
}

int scan_conllu(Conllu *scan)
{
    Line line = {.start = scan->begin};
    Separators separators = separators_of(scan->begin, scan->last);
    for (const char *place; (place = next_separator(&separators)) != NULL;) {
        if (*place == '\t') {
            if (line.tabs < TABS)
                line.tab[line.tabs] = place;
            line.tabs++;
            continue;
        }
        line.end = place;
        if (!scan_line(scan, &line))
            return 0;
        scan->lines++;
        line.start = place + 1;
        line.tabs = 0;
    }
    line.end = scan->last;
    if (line.start < line.end) {
        if (!scan_line(scan, &line))
            return 0;
        scan->lines++;
    }
    return 1;
}
