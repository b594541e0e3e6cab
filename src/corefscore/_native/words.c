/* Compares the words and sentences of two documents, line by line. */

#include "native.h"

/* A word of a document, and whether it begins a sentence; there is none at the end of the document. */
typedef struct {
    const char *start, *end;
    int begins_sentence, is_last, is_clear;
} Word;

/* The end of a field. */
static const char *field_end(const Layout *layout, const char *byte, const char *stop)
{
    while (byte < stop && !(layout->tabs ? *byte == '\t' : is_blank(*byte)))
        byte++;
    return byte;
}

/* The beginning of the field that is `count` fields after another; NULL if there is none. */
static const char *field_behind(const Layout *layout, const char *field, const char *stop, Py_ssize_t count)
{
    for (; count > 0; count--) {
        field = field_end(layout, field, stop);
        if (field == stop)
            return NULL;
        field = layout->tabs ? field + 1 : skip_blanks(field, stop);
    }
    return field;
}

/* Find the word of a line. Returns 0 if it is not clear: the word is empty, or the line has no coreference cell. */
static int find_word(const Text *text, const char *start, const char *end, Word *word)
{
    const Layout *layout = &text->layout;
    const char *stop = trimmed(start, end);
    if (!layout->tabs && memchr(start, '\t', (size_t)(stop - start)) != NULL)
        return 0; /* only this line has tabs between its columns */
    start = layout->tabs ? start : skip_blanks(start, stop);
    word->start = field_behind(layout, start, stop, text->column);
    if (word->start == NULL)
        return 0;
    word->end = field_end(layout, word->start, stop);
    int is_left_empty = text->column > 0 && layout->behind == 0 && layout->tabs && !layout->open_ended &&
                        word->end == stop && stop < end && *stop == '\t';
    int has_cell = field_behind(layout, word->start, stop, layout->behind + 1) != NULL;
    return (has_cell || is_left_empty) && trimmed(word->start, word->end) > word->start;
}

/* The word of a CoNLL-U line, which is in the second column. Other kinds of lines have none. */
static int conllu_word(const char *start, const char *end, Word *word)
{
    while (start < end && is_digit(*start))
        start++;
    if (start == end || *start != '\t')
        return 0;
    word->start = start + 1;
    word->end = memchr(word->start, '\t', (size_t)(end - word->start));
    word->is_clear = word->end != NULL;
    return 1;
}

/* Whether a line has a word. */
static int read_word(const Text *text, const char *start, const char *end, Word *word)
{
    if (text->is_conllu)
        return conllu_word(start, end, word);
    if (*start == '#' && is_comment(&text->layout, start, end))
        return 0;
    word->start = word->end = start;
    if (text->column >= 0)
        word->is_clear = find_word(text, start, end, word);
    return 1;
}

/* Move to the next word of a document. */
static Word next_word(Text *text)
{
    Word word = {.is_clear = 1};
    while (text->start < text->last) {
        const char *start = text->start, *end = memchr(start, '\n', (size_t)(text->last - start));
        if (end == NULL)
            end = text->last;
        text->start = end < text->last ? end + 1 : end;
        if (start == end || (is_blank(*start) && trimmed(start, end) == start))
            word.begins_sentence = 1;
        else if (read_word(text, start, end, &word))
            return word;
    }
    word.is_last = 1;
    return word;
}

static int is_same_layout(const Text *one, const Text *other)
{
    return one->is_conllu == other->is_conllu && one->layout.tabs == other->layout.tabs &&
           one->layout.columns == other->layout.columns && one->layout.behind == other->layout.behind &&
           one->layout.open_ended == other->layout.open_ended && one->column == other->column;
}

/* The number of equal bytes before the first difference. */
static size_t common_bytes(const char *one, const char *other, size_t most)
{
    size_t count = 0;
    uint64_t ours, theirs;
    for (; most - count >= sizeof ours; count += sizeof ours) {
        memcpy(&ours, one + count, sizeof ours);
        memcpy(&theirs, other + count, sizeof theirs);
        if (ours != theirs)
            break;
    }
    while (count < most && one[count] == other[count])
        count++;
    return count;
}

/* Skip lines that are the same in both documents. Returns whether there are any. */
static int skip_common_lines(Text *one, Text *other)
{
    size_t ours = (size_t)(one->last - one->start), theirs = (size_t)(other->last - other->start);
    size_t count = common_bytes(one->start, other->start, ours < theirs ? ours : theirs);
    if (count < ours || count < theirs)
        while (count > 0 && one->start[count - 1] != '\n')
            count--;
    one->start += count;
    other->start += count;
    return count > 0;
}

int same_words(Text one, Text other)
{
    int is_same = is_same_layout(&one, &other);
    for (int is_first = 1;; is_first = 0) {
        if (is_same && skip_common_lines(&one, &other))
            is_first = 0;
        Word ours = next_word(&one), theirs = next_word(&other);
        if (ours.is_last || theirs.is_last)
            return ours.is_last && theirs.is_last;
        if (!ours.is_clear || !theirs.is_clear || (!is_first && ours.begins_sentence != theirs.begins_sentence))
            return 0;
        if (ours.end - ours.start != theirs.end - theirs.start ||
            memcmp(ours.start, theirs.start, (size_t)(ours.end - ours.start)) != 0)
            return 0;
    }
}
