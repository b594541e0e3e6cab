/* Files of CorefUD, which are CoNLL-U with mentions in the last column. */

#include "blocks.h"
#include "brackets.h"
#include "separators.h"

#define TABS 9
#define LONGEST_NUMBER 9
#define FIRST_WORD 1
#define ENTITY_MARK "Entity="

/* Besides the columns of mentions and names: the word of each mention that is its head, the line where it closes, the
   sentences where it opens and closes, its type and its minimum span; the number and offset of each header line, and the
   line; of empty nodes the document, the token, the words of the document before it, the number of the token before it,
   the sentence, the line number, the last number of the sentence, and the line; the tokens of each document. */
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
    NODE_LENGTH,
    NODE_BYTE,
    DOCUMENT_TOKENS,
    CONLLU_COLUMNS
};

typedef struct {
    const char *data;
    const Fields *fields;
    Column *columns;
    Brackets brackets;
    int64_t line, sentence;
    int64_t first_sentence, tokens, words; /* of the document */
    int64_t previous, last_word;           /* the numbers of the last token and of the last word of the sentence */
    int is_inside;                         /* whether the sentence has a token */
} Conllu;

/* A line, and where its first tabs are. */
typedef struct {
    const char *start, *end;
    const char *tab[TABS];
    int tabs;
} Line;

/* A number of at most nine digits: -1 if it is longer or something else. */
static int64_t number_in(const char *byte, const char *end)
{
    int64_t number = end > byte && end - byte <= LONGEST_NUMBER ? 0 : NOTHING;
    for (; number != NOTHING && byte < end; byte++)
        number = is_digit(*byte) ? 10 * number + (*byte - '0') : NOTHING;
    return number;
}

/* A mark that opens a mention has fields: make its name that of the entity, and keep the other ones. */
static int take_fields(Conllu *reader, Mark *mark)
{
    const Fields *fields = reader->fields;
    const char *start = mark->name, *last = mark->end;
    Mark head = {last, last, 0, 0}, type = head, minimum = head;
    mark->name = mark->end = last;
    for (int index = 0; start != NULL; index++) {
        const char *dash = memchr(start, '-', (size_t)(last - start));
        Mark field = {start, dash == NULL ? last : dash, 0, 0};
        if (index == fields->entity) {
            mark->name = field.name;
            mark->end = field.end;
        }
        if (index == fields->head)
            head = field;
        if (index == fields->type)
            type = field;
        if (index == fields->minimum)
            minimum = field;
        start = dash == NULL ? NULL : dash + 1;
    }
    int64_t number = head.name == head.end ? FIRST_WORD : number_in(head.name, head.end);
    Column *columns = reader->columns;
    return number != NOTHING && mark->name < mark->end && append_int(columns + HEAD, number) &&
           append_int(columns + SENTENCE, reader->sentence) && append_int(columns + LAST_SENTENCE, reader->sentence) &&
           append_int(columns + LAST_LINE, reader->line) &&
           append_bytes(columns + TYPE_LENGTH, type.name, (size_t)(type.end - type.name)) &&
           append_bytes(columns + MINIMUM_LENGTH, minimum.name, (size_t)(minimum.end - minimum.name));
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

/* The values of Entity= between bars, in the last column; only tokens may have some. */
static int read_values(Conllu *reader, const char *item, const char *end, int is_token)
{
    const size_t length = strlen(ENTITY_MARK);
    for (;;) {
        const char *stop = memchr(item, '|', (size_t)(end - item));
        if (stop == NULL)
            stop = end;
        if ((size_t)(stop - item) >= length && memcmp(item, ENTITY_MARK, length) == 0 &&
            (!is_token || reader->fields->entity < 0 || !read_cell(reader, item + length, stop - (stop[-1] == '\r'))))
            return 0;
        if (stop == end)
            return 1;
        item = stop + 1;
    }
}

static int begin_document(Conllu *reader)
{
    if (reader->brackets.document != NOTHING && !append_int(reader->columns + DOCUMENT_TOKENS, reader->tokens))
        return 0;
    reader->tokens = reader->words = 0;
    return next_document(&reader->brackets);
}

static int read_node(Conllu *reader, const Line *line)
{
    Column *columns = reader->columns;
    return append_int(columns + NODE_DOCUMENT, reader->brackets.document) &&
           append_int(columns + NODE_TOKEN, reader->tokens) && append_int(columns + NODE_WORD, reader->words) &&
           append_int(columns + NODE_PREVIOUS, reader->previous) &&
           append_int(columns + NODE_SENTENCE, reader->sentence - reader->first_sentence) &&
           append_int(columns + NODE_LINE, reader->line) &&
           append_bytes(columns + NODE_LENGTH, line->start, (size_t)(line->end - line->start));
}

/* A line of ten columns, which begins with the number of a word, an empty node or a range of words. */
static int read_columns(Conllu *reader, const Line *line)
{
    const char *byte = line->start;
    while (byte < line->end && is_digit(*byte))
        byte++;
    int64_t number = number_in(line->start, byte);
    char behind = byte < line->end ? *byte : '\n';
    int is_node = behind == '.', is_word = behind == '\t';
    if (number == NOTHING || line->tabs != TABS || !(is_node || is_word || behind == '-'))
        return 0;
    const char *values = line->tab[TABS - 1] + 1;
    if (!is_node && !is_word)
        return read_values(reader, values, line->end, 0);
    if (reader->brackets.document == NOTHING && !begin_document(reader))
        return 0;
    if (reader->tokens == 0)
        reader->first_sentence = reader->sentence;
    if (is_word ? number != reader->last_word + 1 : !read_node(reader, line))
        return 0;
    if (!read_values(reader, values, line->end, 1))
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
static int says(const Line *line, const char *word)
{
    const char *behind = behind_word(skip_blanks(line->start + 1, line->end), line->end, word);
    return behind != NULL && !goes_on(behind, line->end);
}

static int read_comment(Conllu *reader, const Line *line)
{
    int begins = says(line, "newdoc");
    if (!begins && !says(line, "global.Entity"))
        return 1;
    if (begins && (reader->is_inside || !begin_document(reader)))
        return 0;
    return append_int(reader->columns + HEADER_LINE, reader->line) &&
           append_int(reader->columns + HEADER_AT, line->start - reader->data) &&
           append_bytes(reader->columns + HEADER_LENGTH, line->start, (size_t)(line->end - line->start));
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

static int read_line(Conllu *reader, const Line *line)
{
    reader->line++;
    if (line->start == line->end || (*line->start == '\r' && line->end - line->start == 1))
        return end_sentence(reader);
    return *line->start == '#' ? read_comment(reader, line) : read_columns(reader, line);
}

static int read_block(void *state, const char *start, const char *last)
{
    Line line = {.start = start};
    Separators separators = {.bytes = start, .size = (size_t)(last - start)};
    for (const char *byte; (byte = next_separator(&separators)) != NULL;) {
        if (*byte == '\t') {
            if (line.tabs < TABS)
                line.tab[line.tabs] = byte;
            line.tabs++;
            continue;
        }
        line.end = byte;
        if (!read_line(state, &line))
            return 0;
        line.start = byte + 1;
        line.tabs = 0;
    }
    line.end = last;
    return line.start == line.end || read_line(state, &line);
}

PyObject *read_conllu(const char *data, Py_ssize_t size, PyObject *blocks, const Fields *fields)
{
    Column columns[CONLLU_COLUMNS];
    if (!new_columns(columns, CONLLU_COLUMNS))
        return NULL;
    Brackets brackets = {.columns = columns, .document = NOTHING, .may_reopen = 1};
    Conllu reader = {.data = data, .fields = fields, .columns = columns, .brackets = brackets};
    int is_clean = read_blocks(data, size, blocks, read_block, &reader) && end_sentence(&reader) &&
                   begin_document(&reader);
    PyMem_Free(reader.brackets.table);
    return result_of(columns, CONLLU_COLUMNS, is_clean);
}
