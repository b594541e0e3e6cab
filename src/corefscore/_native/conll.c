/* CoNLL and SemEval files. */

#ifdef _MSC_VER
#include <intrin.h>
#endif

#include "blocks.h"
#include "brackets.h"

/* Columns of documents: the line that begins each, its title, the offsets where its lines begin and end, and its
   words. */
enum {
    BORDER_LINE = BRACKET_COLUMNS,
    TITLE_LENGTH,
    TITLE_BYTE,
    LINES_AT,
    LINES_END,
    WORDS_LENGTH,
    WORDS_BYTE,
    CONLL_COLUMNS
};

typedef struct {
    Block block;
    const Layout *layout;
    Column *columns;
    Brackets brackets;
    int is_open;         /* whether a document is open */
    int begins_sentence; /* whether the next token begins a sentence */
    int64_t line, tokens;
    size_t words_at;     /* where the words of the document begin */
    char lead[64];       /* the columns before those that change from token to token */
    size_t lead_length;
} Conll;

static int is_separator(const Layout *layout, char byte) { return layout->tabs ? byte == '\t' : is_blank(byte); }

/* The beginning of the last field of the text that ends at `stop`. */
static const char *field_start(const Layout *layout, const char *start, const char *stop)
{
    while (stop > start && !is_separator(layout, stop[-1]))
        stop--;
    return stop;
}

/* The title in a line that begins or ends a document, such as #begin document TITLE; NULL in other lines. */
static const char *border_title(const char *start, const char *end, int *begins)
{
    const char *byte = skip_blanks(start + 1, end), *behind = behind_word(byte, end, "begin");
    *begins = behind != NULL;
    if (behind == NULL)
        behind = behind_word(byte, end, "end");
    byte = behind == NULL ? end : skip_blanks(behind, end);
    if (behind == NULL || byte == behind)
        return NULL;
    behind = behind_word(byte, end, "document");
    return behind == NULL || goes_on(behind, end) ? NULL : skip_blanks(behind, end);
}

static Py_ssize_t count_fields(const char *start, const char *stop)
{
    int tabs = memchr(start, '\t', (size_t)(stop - start)) != NULL;
    Py_ssize_t count = tabs;
    for (const char *byte = start; byte < stop; byte++)
        count += tabs ? *byte == '\t' : !is_blank(*byte) && (byte == start || is_blank(byte[-1]));
    return count;
}

/* Whether a line that begins with # is a comment, not a token. */
static int is_comment(const Layout *layout, const char *start, const char *end)
{
    if (layout->tabs)
        return memchr(start, '\t', (size_t)(end - start)) == NULL;
    return count_fields(start, trimmed(start, end)) != layout->columns;
}

static int begin_document(Conll *reader, const char *title, const char *end)
{
    reader->is_open = 1;
    reader->tokens = 0;
    reader->words_at = reader->columns[WORDS_BYTE].size;
    return next_document(&reader->brackets) && append_int(reader->columns + BORDER_LINE, reader->line) &&
           append_stretch(reader->columns + TITLE_LENGTH, (Stretch){title, end}) &&
           append_int(reader->columns + LINES_AT, offset_of(&reader->block, end) + (end < reader->block.last));
}

static int end_document(Conll *reader, const char *line)
{
    reader->is_open = 0;
    return append_int(reader->columns + LINES_END, offset_of(&reader->block, line)) &&
           append_int(reader->columns + WORDS_LENGTH, (int64_t)(reader->columns[WORDS_BYTE].size - reader->words_at));
}

/* Reads a line that begins with #. Returns 0 if it needs a message, NOTHING if it is a token. */
static int read_hashed(Conll *reader, const char *start, const char *stop, const char *end)
{
    int begins;
    const char *title = border_title(start, end, &begins);
    if (title == NULL)
        return !is_comment(reader->layout, start, end) ? NOTHING : stop[-1] != ')';
    if (begins == reader->is_open)
        return 0;
    return begins ? begin_document(reader, title, end) : end_document(reader, start);
}

/* The coreference cell of a line that ends at `stop`, without blanks around it. */
static const char *cell_of(const Layout *layout, const char *start, const char **stop)
{
    for (Py_ssize_t column = 0; column < layout->behind && *stop > start; column++) {
        *stop = field_start(layout, start, *stop);
        *stop = *stop > start ? *stop - 1 : start;
        if (!layout->tabs)
            *stop = trimmed(start, *stop);
    }
    return field_start(layout, start, *stop);
}

static int is_empty(const char *cell, const char *stop)
{
    return cell == stop || (stop - cell == 1 && (*cell == '-' || *cell == '_' || *cell == '*'));
}

static int read_cell(Conll *reader, const char *cell, const char *stop)
{
    Mark mark;
    int found;
    Position position = {reader->tokens, reader->line};
    while ((found = next_mark(&cell, stop, &mark)) > 0)
        if (take_mark(&reader->brackets, &mark, position) == NOTHING)
            return 0;
    return found == 0;
}

/* How many bytes are searched together. Blanks often fill columns up, so the next word may be far away. */
#define WINDOW 32
#define WINDOW_WITH_TABS 16

static int lowest_bit(uint32_t bits)
{
#ifdef _MSC_VER
    unsigned long index;
    _BitScanForward(&index, bits);
    return (int)index;
#else
    return __builtin_ctz(bits);
#endif
}

/* Which bytes of a window are at most `most` after an exclusive or with `flipped`, as bits. The first byte is the lowest
   bit. */
static inline uint32_t bytes_up_to(const char *byte, int window, unsigned char most, unsigned char flipped)
{
    uint32_t found = 0;
    for (int part = 0; part < window; part += 8) {
        uint64_t word = 0;
        for (int index = 0; index < 8; index++)
            word |= (uint64_t)(unsigned char)byte[part + index] << 8 * index; /* compilers read all eight at once */
        word ^= EACH_BYTE(flipped);
        /* The highest bit of a byte becomes 0 where the byte is up to `most`; then these bits are gathered. */
        uint64_t above = ((word & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f - most)) | word;
        found |= (uint32_t)((~above & EACH_BYTE(0x80)) * UINT64_C(0x02040810204081) >> 56) << part;
    }
    return found;
}

/* Find the word in the column after this one, if both are in a window. Returns 0 if not. The window may end behind the
   line, and so may the word. */
static int find_near_word(const Layout *layout, const char *field, Stretch *word)
{
    if (!layout->tabs && bytes_up_to(field, WINDOW, ' ' - 1, 0))
        return 0; /* there are other blanks than spaces, or the line ends */
    uint32_t separators =
        layout->tabs ? bytes_up_to(field, WINDOW_WITH_TABS, 0, '\t') : bytes_up_to(field, WINDOW, ' ', 0);
    if (separators == 0)
        return 0;
    int end = lowest_bit(separators);
    uint32_t others = layout->tabs ? UINT32_MAX << end << 1 : ~separators >> end << end;
    if (others == 0)
        return 0;
    int start = lowest_bit(others);
    separators = separators >> start << start;
    if (separators == 0)
        return 0;
    *word = (Stretch){field + start, field + lowest_bit(separators)};
    return 1;
}

static const char *field_end(const Layout *layout, const char *byte, const char *stop)
{
    while (byte < stop && !is_separator(layout, *byte))
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

/* The beginning of the column before the words; NULL if there is none. The columns before it are mostly the same as in
   the line before: the name of the document and its part. So they are kept. They end with a separator, so a line that
   begins with the same bytes has the same columns. */
static const char *before_word(Conll *reader, const char *start, const char *stop)
{
    const Layout *layout = reader->layout;
    if ((size_t)(stop - start) > reader->lead_length && memcmp(start, reader->lead, reader->lead_length) == 0)
        return layout->tabs ? start + reader->lead_length : skip_blanks(start + reader->lead_length, stop);
    const char *field = field_behind(layout, start, stop, layout->word - 1);
    size_t length = field == NULL ? sizeof reader->lead : (size_t)(field - start);
    if (length < sizeof reader->lead) {
        memcpy(reader->lead, start, length);
        reader->lead_length = length;
    }
    return field;
}

/* Find the word of a line that ends at `stop`. Returns 0 if it is not clear: the word is missing, or the line has no
   coreference cell. */
static int find_word(Conll *reader, const char *start, const char *stop, int is_left_empty, Stretch *word)
{
    const Layout *layout = reader->layout;
    if (!layout->tabs && memchr(start, '\t', (size_t)(stop - start)) != NULL)
        return 0; /* only this line has tabs between its columns */
    start = layout->tabs ? start : skip_blanks(start, stop);
    if (layout->word > 0)
        start = before_word(reader, start, stop);
    if (start == NULL)
        return 0;
    if (layout->word == 0 || reader->block.last - start < WINDOW || !find_near_word(layout, start, word)) {
        start = field_behind(layout, start, stop, layout->word > 0);
        if (start == NULL)
            return 0;
        *word = (Stretch){start, field_end(layout, start, stop)};
    }
    const char *end = word->end;
    int has_cell = end < stop && (layout->behind == 0 || field_behind(layout, end, stop, layout->behind + 1) != NULL);
    return (has_cell || (is_left_empty && layout->word > 0 && end == stop)) && trimmed(word->start, end) > word->start;
}

/* Keeps the word of a line. Blank lines before the first token do not matter. */
static int read_word(Conll *reader, const char *start, const char *stop, int is_left_empty)
{
    Column *words = reader->columns + WORDS_BYTE;
    int begins = reader->begins_sentence && reader->tokens > 0;
    reader->begins_sentence = 0;
    Stretch word = {start, start};
    if (reader->layout->word >= 0 && !find_word(reader, start, stop, is_left_empty, &word))
        return append(words, UNCLEAR, sizeof UNCLEAR - 1);
    return append_word(words, word, begins, reader->block.last);
}

/* Reads a line. Returns 0 if it needs a message. */
static int read_line(void *state, const char *start, const char *end)
{
    Conll *reader = state;
    const Layout *layout = reader->layout;
    const char *stop = trimmed(start, end);
    reader->line++;
    if (stop == start) {
        reader->begins_sentence = 1;
        return 1;
    }
    if (*start == '#') {
        int is_read = read_hashed(reader, start, stop, end);
        if (is_read != NOTHING)
            return is_read;
    }
    if (!reader->is_open)
        return 0;
    /* A tab after all other text leaves the last column empty, unless every line ends with a tab. */
    int is_left_empty = stop < end && *stop == '\t' && layout->tabs && !layout->open_ended && layout->behind == 0;
    if (!read_word(reader, start, stop, is_left_empty))
        return 0;
    const char *cell = is_left_empty ? stop : cell_of(layout, start, &stop);
    if (!is_empty(cell, stop) && !read_cell(reader, cell, stop))
        return 0;
    reader->tokens++;
    return 1;
}

PyObject *read_conll(PyObject *blocks, const Layout *layout)
{
    Column columns[CONLL_COLUMNS];
    if (!new_columns(columns, CONLL_COLUMNS))
        return NULL;
    Brackets brackets = {.columns = columns, .document = NOTHING};
    Conll reader = {.layout = layout, .columns = columns, .brackets = brackets, .lead_length = sizeof reader.lead};
    int is_clean = read_blocks(blocks, read_line, &reader.block, &reader) && !reader.is_open && reader.brackets.open == 0;
    free_brackets(&reader.brackets);
    return result_of(columns, CONLL_COLUMNS, is_clean);
}
