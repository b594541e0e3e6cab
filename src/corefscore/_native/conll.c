/* CoNLL and SemEval files. */

#include "blocks.h"
#include "brackets.h"

/* Columns of documents: the line that begins each, its title, and the offsets where its lines begin and end. */
enum { BORDER_LINE = BRACKET_COLUMNS, TITLE_LENGTH, TITLE_BYTE, LINES_AT, LINES_END, CONLL_COLUMNS };

typedef struct {
    Block block;
    const Layout *layout;
    Column *columns;
    Brackets brackets;
    int is_open; /* whether a document is open */
    int64_t line, tokens;
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

int is_comment(const Layout *layout, const char *start, const char *end)
{
    if (layout->tabs)
        return memchr(start, '\t', (size_t)(end - start)) == NULL;
    return count_fields(start, trimmed(start, end)) != layout->columns;
}

static int begin_document(Conll *reader, const char *title, const char *end)
{
    reader->is_open = 1;
    reader->tokens = 0;
    return next_document(&reader->brackets) && append_int(reader->columns + BORDER_LINE, reader->line) &&
           append_stretch(reader->columns + TITLE_LENGTH, (Stretch){title, end}) &&
           append_int(reader->columns + LINES_AT, offset_of(&reader->block, end) + (end < reader->block.last));
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
    if (begins)
        return begin_document(reader, title, end);
    reader->is_open = 0;
    return append_int(reader->columns + LINES_END, offset_of(&reader->block, start));
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

/* Reads a line. Returns 0 if it needs a message. */
static int read_line(void *state, const char *start, const char *end)
{
    Conll *reader = state;
    const Layout *layout = reader->layout;
    const char *stop = trimmed(start, end);
    reader->line++;
    if (stop == start)
        return 1;
    if (*start == '#') {
        int is_read = read_hashed(reader, start, stop, end);
        if (is_read != NOTHING)
            return is_read;
    }
    if (!reader->is_open)
        return 0;
    /* A tab after all other text leaves the last column empty, unless every line ends with a tab. */
    int is_left_empty = stop < end && *stop == '\t' && layout->tabs && !layout->open_ended && layout->behind == 0;
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
    Conll reader = {.layout = layout, .columns = columns, .brackets = brackets};
    int is_clean = read_blocks(blocks, read_line, &reader.block, &reader) && !reader.is_open && reader.brackets.open == 0;
    PyMem_Free(reader.brackets.table);
    return result_of(columns, CONLL_COLUMNS, is_clean);
}
