/* JSON lines: one object on each line, of which some fields are read. */

#include "blocks.h"
#include "native.h"

/* The plain reader reads deeper lists, longer numbers and more keys. */
#define DEEPEST 32
#define LONGEST_NUMBER 15
#define MOST_KEYS 64

/* Carriage returns are not blanks here: one may end a line, and others divide it. */
static const char *skip_json_blanks(const char *byte, const char *end)
{
    while (byte < end && (*byte == ' ' || *byte == '\t'))
        byte++;
    return byte;
}

static int is_hexadecimal(char byte)
{
    return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* The byte after an escape that begins here; NULL if it is no escape, or may be a lone surrogate. */
static const char *behind_escape(const char *byte, const char *end)
{
    if (end - byte < 2)
        return NULL;
    if (byte[1] != 'u')
        return strchr("\"\\/bfnrt", byte[1]) != NULL && byte[1] != '\0' ? byte + 2 : NULL;
    if (end - byte < 6 || byte[2] == 'd' || byte[2] == 'D')
        return NULL;
    for (int digit = 2; digit < 6; digit++)
        if (!is_hexadecimal(byte[digit]))
            return NULL;
    return byte + 6;
}

/* The byte after a string that begins here; NULL if there is no string. */
static const char *behind_string(const char *byte, const char *end)
{
    if (byte == end || *byte++ != '"')
        return NULL;
    while (byte != NULL && byte < end && *byte != '"') {
        if ((unsigned char)*byte < 0x20)
            return NULL;
        byte = *byte == '\\' ? behind_escape(byte, end) : byte + 1;
    }
    return byte == NULL || byte == end ? NULL : byte + 1;
}

/* The byte after an item of a list; NULL if the item is not as expected. */
typedef const char *ReadItem(void *state, const char *byte, const char *end);

/* The byte after a list that begins here; NULL if there is no list. */
static const char *behind_list(const char *byte, const char *end, ReadItem *read, void *state)
{
    if (byte == end || *byte != '[')
        return NULL;
    byte = skip_json_blanks(byte + 1, end);
    if (byte < end && *byte == ']')
        return byte + 1;
    while (byte < end) {
        byte = read(state, byte, end);
        if (byte == NULL)
            return NULL;
        byte = skip_json_blanks(byte, end);
        if (byte == end || (*byte != ',' && *byte != ']'))
            return NULL;
        if (*byte++ == ']')
            return byte;
        byte = skip_json_blanks(byte, end);
    }
    return NULL;
}

/* Sentences: lists of words. They are kept as they are written, with their escapes. A tab begins every sentence, also the
   first one, so the result never equals that of a format without escapes, in which the same bytes are other words. */

typedef struct {
    Column *kept;
    int64_t count;
} Words;

static const char *behind_word_string(void *state, const char *byte, const char *end)
{
    Words *words = state;
    words->count++;
    const char *behind = behind_string(byte, end);
    return behind != NULL && append_word(words->kept, (Stretch){byte + 1, behind - 1}, 0, end) ? behind : NULL;
}

static const char *behind_sentence(void *state, const char *byte, const char *end)
{
    Words *words = state;
    return append(words->kept, "\t", 1) ? behind_list(byte, end, behind_word_string, state) : NULL;
}

/* Other values. The plain reader reads objects, because their keys must differ. */

static const char *behind_digits(const char *byte, const char *end)
{
    const char *first = byte;
    while (byte < end && is_digit(*byte))
        byte++;
    return byte > first && byte - first <= LONGEST_NUMBER ? byte : NULL;
}

/* The byte after a whole number that begins here; NULL if there is no number. */
static const char *behind_integer(const char *byte, const char *end)
{
    byte += byte < end && *byte == '-';
    const char *behind = behind_digits(byte, end);
    return behind != NULL && *byte == '0' && behind - byte > 1 ? NULL : behind;
}

static const char *behind_number(const char *byte, const char *end)
{
    byte = behind_integer(byte, end);
    if (byte != NULL && byte < end && *byte == '.')
        byte = behind_digits(byte + 1, end);
    if (byte != NULL && byte < end && (*byte == 'e' || *byte == 'E')) {
        byte++;
        byte = behind_digits(byte + (byte < end && (*byte == '+' || *byte == '-')), end);
    }
    return byte;
}

static const char *behind_name(const char *byte, const char *end)
{
    static const char *const names[] = {"null", "true", "false"};
    for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
        const char *behind = behind_word(byte, end, names[name]);
        if (behind != NULL)
            return behind;
    }
    return NULL;
}

static const char *behind_value(void *depth, const char *byte, const char *end)
{
    if (byte == end)
        return NULL;
    if (*byte == '"')
        return behind_string(byte, end);
    if (*byte == '[') {
        int deeper = *(int *)depth + 1;
        return deeper > DEEPEST ? NULL : behind_list(byte, end, behind_value, &deeper);
    }
    return *byte == '-' || is_digit(*byte) ? behind_number(byte, end) : behind_name(byte, end);
}

/* Documents: their lines; texts, lists of spans and words with their fields; each cluster and each span. */
enum {
    LINE,
    TEXT_DOCUMENT, TEXT_FIELD, TEXT_LENGTH, TEXT_BYTE,
    LIST_DOCUMENT, LIST_FIELD, LIST_CLUSTERS, CLUSTER_SIZE, SPAN,
    WORDS_DOCUMENT, WORDS_AT, WORDS_END, WORDS_COUNT, WORDS_LENGTH, WORDS_BYTE,
    JSON_COLUMNS
};

typedef struct {
    Block block;
    const JsonFields *fields;
    Column columns[JSON_COLUMNS];
    int64_t line, document;
    Py_ssize_t keys; /* the number of keys of this document, so far */
    Stretch key[MOST_KEYS];
} Json;

/* Clusters: lists of spans. */

static const char *behind_token(void *state, const char *byte, const char *end)
{
    Json *reader = state;
    const char *behind = behind_integer(byte, end);
    if (behind == NULL)
        return NULL;
    int negative = *byte == '-';
    int64_t number = 0;
    for (byte += negative; byte < behind; byte++)
        number = 10 * number + (*byte - '0');
    return append_int(reader->columns + SPAN, negative ? -number : number) ? behind : NULL;
}

static const char *behind_span(void *state, const char *byte, const char *end)
{
    Json *reader = state;
    int64_t numbers = count_ints(reader->columns + SPAN);
    byte = behind_list(byte, end, behind_token, state);
    return count_ints(reader->columns + SPAN) == numbers + 2 ? byte : NULL;
}

static const char *behind_cluster(void *state, const char *byte, const char *end)
{
    Json *reader = state;
    int64_t numbers = count_ints(reader->columns + SPAN);
    byte = behind_list(byte, end, behind_span, state);
    int64_t size = (count_ints(reader->columns + SPAN) - numbers) / 2;
    return byte != NULL && append_int(reader->columns + CLUSTER_SIZE, size) ? byte : NULL;
}

/* Append the document and the field to two columns. */
static int append_field(Json *reader, int column, Py_ssize_t field)
{
    return append_int(reader->columns + column, reader->document) && append_int(reader->columns + column + 1, field);
}

static const char *behind_clusters(Json *reader, Py_ssize_t field, const char *byte, const char *end)
{
    int64_t clusters = count_ints(reader->columns + CLUSTER_SIZE);
    byte = behind_list(byte, end, behind_cluster, reader);
    clusters = count_ints(reader->columns + CLUSTER_SIZE) - clusters;
    int is_kept = append_field(reader, LIST_DOCUMENT, field) && append_int(reader->columns + LIST_CLUSTERS, clusters);
    return is_kept ? byte : NULL;
}

static const char *behind_text(Json *reader, Py_ssize_t field, const char *byte, const char *end)
{
    const char *behind = behind_string(byte, end);
    if (behind == NULL || !append_field(reader, TEXT_DOCUMENT, field))
        return NULL;
    return append_stretch(reader->columns + TEXT_LENGTH, (Stretch){byte, behind}) ? behind : NULL;
}

static const char *behind_sentences(Json *reader, const char *byte, const char *end)
{
    Column *columns = reader->columns;
    Words words = {.kept = columns + WORDS_BYTE};
    size_t kept = words.kept->size;
    const char *behind = behind_list(byte, end, behind_sentence, &words);
    if (behind == NULL || !append_int(columns + WORDS_DOCUMENT, reader->document))
        return NULL;
    int is_kept = append_int(columns + WORDS_AT, offset_of(&reader->block, byte)) &&
                  append_int(columns + WORDS_END, offset_of(&reader->block, behind)) &&
                  append_int(columns + WORDS_COUNT, words.count) &&
                  append_int(columns + WORDS_LENGTH, (int64_t)(words.kept->size - kept));
    return is_kept ? behind : NULL;
}

static int are_same(Stretch one, Stretch other)
{
    return length_of(one) == length_of(other) && memcmp(one.start, other.start, length_of(one)) == 0;
}

/* Reads the value of a key. A field that is not listed has no known meaning. */
static const char *behind_field(Json *reader, Stretch key, const char *byte, const char *end)
{
    const JsonFields *fields = reader->fields;
    for (Py_ssize_t field = 0; field < fields->count; field++) {
        if (!are_same(key, fields->name[field]))
            continue;
        if (field < fields->texts)
            return behind_text(reader, field, byte, end);
        if (field < fields->lists)
            return behind_clusters(reader, field, byte, end);
        int depth = 0;
        return field < fields->words ? behind_sentences(reader, byte, end) : behind_value(&depth, byte, end);
    }
    return NULL;
}

/* Whether a key is new in its object. A key with escapes can be written in several ways, and counts as not new. */
static int is_new(Json *reader, Stretch key)
{
    for (Py_ssize_t known = 0; known < reader->keys; known++)
        if (are_same(key, reader->key[known]))
            return 0;
    if (reader->keys == MOST_KEYS || memchr(key.start, '\\', length_of(key)) != NULL)
        return 0;
    reader->key[reader->keys++] = key;
    return 1;
}

static const char *behind_pair(Json *reader, const char *byte, const char *end)
{
    const char *behind = behind_string(byte, end);
    if (behind == NULL)
        return NULL;
    Stretch key = {byte + 1, behind - 1};
    byte = skip_json_blanks(behind, end);
    if (!is_new(reader, key) || byte == end || *byte != ':')
        return NULL;
    return behind_field(reader, key, skip_json_blanks(byte + 1, end), end);
}

/* The byte after the object of a document; NULL if it needs a message. */
static const char *behind_document(Json *reader, const char *byte, const char *end)
{
    reader->keys = 0;
    while (byte < end && *byte == (reader->keys > 0 ? ',' : '{')) {
        byte = behind_pair(reader, skip_json_blanks(byte + 1, end), end);
        if (byte == NULL)
            return NULL;
        byte = skip_json_blanks(byte, end);
    }
    return byte < end && *byte == '}' && reader->keys > 0 ? byte + 1 : NULL;
}

static int read_line(void *state, const char *start, const char *end)
{
    Json *reader = state;
    reader->line++;
    end -= end > start && end[-1] == '\r';
    const char *byte = skip_json_blanks(start, end);
    if (byte == end)
        return 1;
    byte = behind_document(reader, byte, end);
    reader->document++;
    return byte != NULL && skip_json_blanks(byte, end) == end && append_int(reader->columns + LINE, reader->line);
}

PyObject *read_jsonlines(PyObject *blocks, const JsonFields *fields)
{
    Json reader = {.fields = fields};
    if (!new_columns(reader.columns, JSON_COLUMNS))
        return NULL;
    int is_clean = read_blocks(blocks, read_line, &reader.block, &reader);
    return result_of(reader.columns, JSON_COLUMNS, is_clean);
}
