/* CorefUD files: CoNLL-U with mentions in the last column. */

#include <limits.h>

#include "blocks.h"
#include "brackets.h"

#define TABS 9
#define TABS_BEFORE_PARENTS 8
#define LONGEST_NUMBER 9
#define FIRST_WORD 1
#define ENTITY_MARK "Entity="
#define SPLIT_MARK "SplitAnte="
#define BRIDGE_MARK "Bridge="

/* The columns after those of mentions and names. Of each mention: its head word, the line where it closes, the
   sentences where it opens and closes, its type and its minimum span. Of each header: the line number, the offset, and
   the line. Of each empty node: the document, the token, the words of the document before it, the number of the token
   before it, the sentence, the line number, the last number of the sentence, its own number, and the words it depends
   on. Of each attribute with relations: the document, the line number, and the attribute. Of each document: its words,
   and the number of its tokens. */
enum {
    HEAD = BRACKET_COLUMNS,
    LAST_LINE,
    SENTENCE,
    LAST_SENTENCE,
    TYPE_LENGTH,
    TYPE_BYTE,
    MINIMUM_LENGTH,
    MINIMUM_BYTE,
    HEADER_LINE,
    HEADER_AT,
    HEADER_LENGTH,
    HEADER_BYTE,
    NODE_DOCUMENT,
    NODE_TOKEN,
    NODE_WORD,
    NODE_PREVIOUS,
    NODE_SENTENCE,
    NODE_LINE,
    NODE_LAST,
    NODE_NAME_LENGTH,
    NODE_NAME_BYTE,
    NODE_PARENTS_LENGTH,
    NODE_PARENTS_BYTE,
    LINK_DOCUMENT,
    LINK_LINE,
    LINK_LENGTH,
    LINK_BYTE,
    WORDS_LENGTH,
    WORDS_BYTE,
    DOCUMENT_TOKENS,
    CONLLU_COLUMNS
};

typedef struct {
    Block block;
    const Fields *fields;
    Column *columns;
    Brackets brackets;
    int64_t line, sentence;
    int64_t first_sentence, tokens, words; /* in the document */
    int64_t previous, last_word;           /* the numbers of the last token and of the last word of the sentence */
    size_t words_at;                       /* where the words of the document begin */
    int is_inside;                         /* whether the sentence has a token */
} Conllu;

/* The number of tabs in a line. To count single bytes is fast, because the compiler adds many of them at a time. */
static size_t count_tabs(Stretch line)
{
    size_t count = 0;
    for (const char *start = line.start; start < line.end; start += UCHAR_MAX) {
        size_t length = (size_t)(line.end - start) < UCHAR_MAX ? (size_t)(line.end - start) : UCHAR_MAX;
        unsigned char part = 0;
        for (size_t byte = 0; byte < length; byte++)
            part = (unsigned char)(part + (start[byte] == '\t'));
        count += part;
        if (length < UCHAR_MAX)
            break;
    }
    return count;
}

/* A number of at most nine digits; -1 if it is longer or not a number. */
static int64_t number_in(Stretch digits)
{
    size_t length = length_of(digits);
    int64_t number = length > 0 && length <= LONGEST_NUMBER ? 0 : NOTHING;
    for (const char *byte = digits.start; number != NOTHING && byte < digits.end; byte++)
        number = is_digit(*byte) ? 10 * number + (*byte - '0') : NOTHING;
    return number;
}

/* A field of a mark by its number. Dashes separate the fields; a missing field is empty. */
static Stretch field_of(Stretch mark, Py_ssize_t number)
{
    const char *start = number < 0 ? NULL : mark.start, *dash = NULL;
    for (; start != NULL; number--) {
        dash = memchr(start, '-', (size_t)(mark.end - start));
        if (number == 0)
            return (Stretch){start, dash == NULL ? mark.end : dash};
        start = dash == NULL ? NULL : dash + 1;
    }
    return (Stretch){mark.end, mark.end};
}

/* A mark that opens a mention has fields: its name becomes the name of the entity, and the others are kept. */
static int take_fields(Conllu *reader, Mark *mark)
{
    Column *columns = reader->columns;
    Stretch text = mark->name, head = field_of(text, reader->fields->head);
    int64_t number = head.start == head.end ? FIRST_WORD : number_in(head);
    mark->name = field_of(text, reader->fields->entity);
    return number != NOTHING && mark->name.start < mark->name.end && append_int(columns + HEAD, number) &&
           append_int(columns + SENTENCE, reader->sentence) && append_int(columns + LAST_SENTENCE, reader->sentence) &&
           append_int(columns + LAST_LINE, reader->line) &&
           append_stretch(columns + TYPE_LENGTH, field_of(text, reader->fields->type)) &&
           append_stretch(columns + MINIMUM_LENGTH, field_of(text, reader->fields->minimum));
}

static int read_cell(Conllu *reader, const char *cell, const char *stop)
{
    Mark mark;
    int found;
    Position position = {reader->tokens, reader->line};
    while ((found = next_mark(&cell, stop, &mark)) > 0) {
        if (mark.opens && !take_fields(reader, &mark))
            return 0;
        int64_t mention = take_mark(&reader->brackets, &mark, position);
        if (mention == NOTHING)
            return 0;
        if (!mark.opens) {
            ints_of(reader->columns + LAST_LINE)[mention] = reader->line;
            ints_of(reader->columns + LAST_SENTENCE)[mention] = reader->sentence;
        }
    }
    return found == 0;
}

static int begins_with(const char *item, const char *stop, const char *mark)
{
    const size_t length = strlen(mark);
    return (size_t)(stop - item) >= length && memcmp(item, mark, length) == 0;
}

static int keep_link(Conllu *reader, const char *item, const char *stop)
{
    Column *columns = reader->columns;
    return append_int(columns + LINK_DOCUMENT, reader->brackets.document) &&
           append_int(columns + LINK_LINE, reader->line) &&
           append_stretch(columns + LINK_LENGTH, (Stretch){item, stop});
}

/* The values of Entity= in the last column, between bars, which only tokens may have, and the relations of tokens. */
static int read_values(Conllu *reader, const char *item, const char *end, int is_token)
{
    for (;;) {
        const char *stop = memchr(item, '|', (size_t)(end - item));
        if (stop == NULL)
            stop = end;
        const char *last = stop > item && stop[-1] == '\r' ? stop - 1 : stop;
        if (begins_with(item, stop, ENTITY_MARK) &&
            (!is_token || reader->fields->entity < 0 || !read_cell(reader, item + strlen(ENTITY_MARK), last)))
            return 0;
        if (is_token && (begins_with(item, stop, SPLIT_MARK) || begins_with(item, stop, BRIDGE_MARK)) &&
            !keep_link(reader, item, last))
            return 0;
        if (stop == end)
            return 1;
        item = stop + 1;
    }
}

static int begin_document(Conllu *reader)
{
    Column *columns = reader->columns;
    size_t words_end = columns[WORDS_BYTE].size;
    if (reader->brackets.document != NOTHING &&
        (!append_int(columns + DOCUMENT_TOKENS, reader->tokens) ||
         !append_int(columns + WORDS_LENGTH, (int64_t)(words_end - reader->words_at))))
        return 0;
    reader->tokens = reader->words = 0;
    reader->words_at = words_end;
    return next_document(&reader->brackets);
}

/* The field of a line with ten columns that comes after so many tabs. */
static Stretch field_after_tabs(const char *byte, const char *end, int tabs)
{
    for (; tabs > 0; tabs--)
        byte = (const char *)memchr(byte, '\t', (size_t)(end - byte)) + 1;
    return (Stretch){byte, memchr(byte, '\t', (size_t)(end - byte))};
}

static int read_node(Conllu *reader, Stretch line)
{
    Column *columns = reader->columns;
    return append_int(columns + NODE_DOCUMENT, reader->brackets.document) &&
           append_int(columns + NODE_TOKEN, reader->tokens) && append_int(columns + NODE_WORD, reader->words) &&
           append_int(columns + NODE_PREVIOUS, reader->previous) &&
           append_int(columns + NODE_SENTENCE, reader->sentence - reader->first_sentence) &&
           append_int(columns + NODE_LINE, reader->line) &&
           append_stretch(columns + NODE_NAME_LENGTH, field_after_tabs(line.start, line.end, 0)) &&
           append_stretch(columns + NODE_PARENTS_LENGTH, field_after_tabs(line.start, line.end, TABS_BEFORE_PARENTS));
}

/* Keeps a word, the field after the first tab. */
static int read_word(Conllu *reader, const char *tab, const char *end)
{
    int begins_sentence = reader->last_word == 0 && reader->words > 0;
    return append_word(reader->columns + WORDS_BYTE, field_after_tabs(tab + 1, end, 0), begins_sentence, end);
}

/* Reads a line of ten columns that begins with the number of a word, an empty node or a range of words. */
static int read_columns(Conllu *reader, Stretch line)
{
    const char *byte = line.start;
    while (byte < line.end && is_digit(*byte))
        byte++;
    int64_t number = number_in((Stretch){line.start, byte});
    char behind = byte < line.end ? *byte : '\n';
    int is_node = behind == '.', is_word = behind == '\t';
    if (number == NOTHING || count_tabs(line) != TABS || !(is_node || is_word || behind == '-'))
        return 0;
    const char *values = line.end;
    while (values[-1] != '\t')
        values--;
    if (!is_node && !is_word)
        return read_values(reader, values, line.end, 0);
    if (reader->brackets.document == NOTHING && !begin_document(reader))
        return 0;
    if (reader->tokens == 0)
        reader->first_sentence = reader->sentence;
    if (is_word ? number != reader->last_word + 1 || !read_word(reader, byte, line.end) : !read_node(reader, line))
        return 0;
    if (!read_values(reader, values, line.end, 1))
        return 0;
    reader->is_inside = 1;
    reader->previous = number;
    reader->tokens++;
    if (is_word) {
        reader->last_word = number;
        reader->words++;
    }
    return 1;
}

/* Whether a comment begins with a word. */
static int says(Stretch line, const char *word)
{
    const char *behind = behind_word(skip_blanks(line.start + 1, line.end), line.end, word);
    return behind != NULL && !goes_on(behind, line.end);
}

static int read_comment(Conllu *reader, Stretch line)
{
    int begins = says(line, "newdoc");
    if (!begins && !says(line, "global.Entity"))
        return 1;
    if (begins && (reader->is_inside || !begin_document(reader)))
        return 0;
    return append_int(reader->columns + HEADER_LINE, reader->line) &&
           append_int(reader->columns + HEADER_AT, offset_of(&reader->block, line.start)) &&
           append_stretch(reader->columns + HEADER_LENGTH, line);
}

static int end_sentence(Conllu *reader)
{
    Column *last = reader->columns + NODE_LAST;
    while (last->size < reader->columns[NODE_TOKEN].size)
        if (!append_int(last, reader->previous))
            return 0;
    reader->sentence++;
    reader->previous = reader->last_word = 0;
    reader->is_inside = 0;
    return 1;
}

static int read_line(void *state, const char *start, const char *end)
{
    Conllu *reader = state;
    Stretch line = {start, end};
    reader->line++;
    if (start == end || (*start == '\r' && end - start == 1))
        return end_sentence(reader);
    return *start == '#' ? read_comment(reader, line) : read_columns(reader, line);
}

PyObject *read_conllu(PyObject *blocks, const Fields *fields)
{
    Column columns[CONLLU_COLUMNS];
    if (!new_columns(columns, CONLLU_COLUMNS))
        return NULL;
    Brackets brackets = {.columns = columns, .document = NOTHING, .may_reopen = 1};
    Conllu reader = {.fields = fields, .columns = columns, .brackets = brackets};
    int is_clean = read_blocks(blocks, read_line, &reader.block, &reader) && end_sentence(&reader) &&
                   begin_document(&reader);
    free_brackets(&reader.brackets);
    return result_of(columns, CONLLU_COLUMNS, is_clean);
}
