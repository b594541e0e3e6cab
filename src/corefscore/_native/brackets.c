/* Brackets in one pass. The open mentions of an entity are a chain, from the innermost outwards. */

#include "brackets.h"

static int is_between(char byte) { return byte == '(' || byte == ')' || byte == '|' || byte == ' '; }

/* Whether a mark may be a split antecedent such as 12+3. Bytes beyond ASCII may be digits of other scripts. */
static int may_be_split(const Mark *mark)
{
    int plus = 0;
    for (const char *byte = mark->name.start; byte < mark->name.end; byte++) {
        plus += *byte == '+';
        if (*byte != '+' && !is_digit(*byte) && !(*byte & 0x80))
            return 0;
    }
    return plus > 0;
}

int next_mark(const char **byte, const char *last, Mark *mark)
{
    const char *start = *byte;
    while (start < last && (*start == '|' || *start == ' '))
        start++;
    if (start == last)
        return 0;
    mark->opens = *start == '(';
    start += mark->opens;
    const char *end = start;
    while (end < last && !is_between(*end))
        end++;
    mark->name = (Stretch){start, end};
    mark->closes = end < last && *end == ')';
    *byte = end + mark->closes;
    if (end == start || !(mark->opens || mark->closes))
        return NOTHING;
    char first = *start;
    return first == '-' || first == '_' || first == '*' || may_be_split(mark) ? NOTHING : 1;
}

int next_document(Brackets *brackets)
{
    brackets->document++;
    brackets->earlier = brackets->count;
    brackets->hashed = 0;
    return brackets->open == 0;
}

void free_brackets(Brackets *brackets)
{
    PyMem_Free(brackets->entities);
    PyMem_Free(brackets->by_number.rows);
    PyMem_Free(brackets->by_hash.rows);
}

/* Longer numbers are looked up like other names, so that the table of numbers stays small. */
#define MOST_DIGITS 6

/* The number that a name is. NOTHING if it is another text, begins with zeros, or is long. */
static int64_t number_of(Stretch name)
{
    size_t length = length_of(name);
    if (length == 0 || length > MOST_DIGITS || (*name.start == '0' && length > 1))
        return NOTHING;
    int64_t number = 0;
    for (const char *byte = name.start; byte < name.end; byte++) {
        if (!is_digit(*byte))
            return NOTHING;
        number = 10 * number + (*byte - '0');
    }
    return number;
}

static Stretch name_of(const Brackets *brackets, const Entity *entity)
{
    const char *start = brackets->columns[NAME_BYTE].content + entity->name;
    return (Stretch){start, start + entity->length};
}

/* The entity of a row of a lookup; NULL if the row is free. */
static Entity *entity_in(const Brackets *brackets, uint32_t row)
{
    return row <= brackets->earlier ? NULL : brackets->entities + (row - brackets->earlier - 1);
}

/* The row of a name in the lookup by hash, or the free row for it. */
static uint32_t *hashed_row(const Brackets *brackets, Stretch name)
{
    size_t length = length_of(name);
    uint64_t mixed = (uint64_t)length;
    for (const char *byte = name.start; byte < name.end; byte++)
        mixed = (mixed ^ (unsigned char)*byte) * UINT64_C(0x100000001b3);
    size_t index = (size_t)(mixed ^ mixed >> 32) & (brackets->by_hash.size - 1);
    for (;;) {
        uint32_t *row = brackets->by_hash.rows + index;
        const Entity *entity = entity_in(brackets, *row);
        if (entity == NULL ||
            (entity->length == length && memcmp(name_of(brackets, entity).start, name.start, length) == 0))
            return row;
        index = (index + 1) & (brackets->by_hash.size - 1);
    }
}

/* Memory for `size` items, with those of `old`, which is freed; the rest is 0. NULL if there is no memory. */
static void *enlarged(void *old, size_t old_size, size_t size, size_t item)
{
    void *larger = PyMem_Calloc(size, item); /* the system need not fill pages that nobody uses */
    if (larger == NULL)
        return PyErr_NoMemory();
    if (old_size > 0)
        memcpy(larger, old, old_size * item);
    PyMem_Free(old);
    return larger;
}

/* Double the lookup by hash. Returns 0 if there is no memory. */
static int grow_hashed(Brackets *brackets)
{
    size_t size = brackets->by_hash.size > 0 ? 2 * brackets->by_hash.size : 1024;
    uint32_t *rows = enlarged(NULL, 0, size, sizeof *rows);
    if (rows == NULL)
        return 0;
    PyMem_Free(brackets->by_hash.rows);
    brackets->by_hash = (Lookup){rows, size};
    for (uint32_t row = brackets->earlier + 1; row <= brackets->count && row > 0; row++) {
        Stretch name = name_of(brackets, entity_in(brackets, row));
        if (number_of(name) == NOTHING)
            *hashed_row(brackets, name) = row;
    }
    return 1;
}

/* The row of a name, or the free row for it. NULL if there is no memory for it. */
static uint32_t *row_of(Brackets *brackets, Stretch name)
{
    Lookup *numbers = &brackets->by_number;
    int64_t number = number_of(name);
    if (number == NOTHING) {
        int has_room = 2 * brackets->hashed < brackets->by_hash.size || grow_hashed(brackets);
        return has_room ? hashed_row(brackets, name) : NULL;
    }
    if ((size_t)number >= numbers->size) {
        size_t size = 2 * ((size_t)number + 512);
        uint32_t *rows = enlarged(numbers->rows, numbers->size, size, sizeof *rows);
        if (rows == NULL)
            return NULL;
        *numbers = (Lookup){rows, size};
    }
    return numbers->rows + number;
}

/* A new entity with this name. NULL if there is no memory for it, or if there are too many to count. */
static Entity *new_entity(Brackets *brackets, Stretch name, uint32_t *row)
{
    size_t used = brackets->count - brackets->earlier, at = brackets->columns[NAME_BYTE].size;
    if (used == brackets->room) {
        Entity *entities = enlarged(brackets->entities, used, 2 * used + 256, sizeof *entities);
        if (entities == NULL)
            return NULL;
        brackets->entities = entities;
        brackets->room = 2 * used + 256;
    }
    if (brackets->count == UINT32_MAX || !append_stretch(brackets->columns + NAME_LENGTH, name))
        return NULL;
    *row = ++brackets->count;
    brackets->hashed += number_of(name) == NOTHING;
    brackets->entities[used] = (Entity){at, length_of(name), NOTHING, NOTHING};
    return brackets->entities + used;
}

static int64_t open_mention(Brackets *brackets, Entity *entity, int closes, Position position)
{
    Column *columns = brackets->columns;
    int64_t number = (int64_t)brackets->earlier + (entity - brackets->entities);
    int64_t mention = count_ints(columns + START);
    if (!append_int(columns + DOCUMENT, brackets->document) || !append_int(columns + START, position.token) ||
        !append_int(columns + END, closes ? position.token : entity->innermost) ||
        !append_int(columns + ENTITY, number) || !append_int(columns + LINE, position.line))
        return NOTHING;
    if (!closes) {
        entity->innermost = mention;
        brackets->open++;
    }
    return mention;
}

static int64_t close_mention(Brackets *brackets, Entity *entity, Position position)
{
    int64_t mention = entity->innermost;
    if (mention == NOTHING)
        return NOTHING;
    int64_t *end = ints_of(brackets->columns + END) + mention;
    entity->innermost = *end;
    entity->closed_in = position.line;
    *end = position.token;
    brackets->open--;
    return mention;
}

int64_t take_mark(Brackets *brackets, const Mark *mark, Position position)
{
    uint32_t *row = row_of(brackets, mark->name);
    Entity *entity = row == NULL ? NULL : entity_in(brackets, *row);
    if (row != NULL && entity == NULL)
        entity = new_entity(brackets, mark->name, row);
    if (entity == NULL)
        return NOTHING;
    if (!mark->opens)
        return close_mention(brackets, entity, position);
    if (!mark->closes && entity->closed_in == position.line && !brackets->may_reopen)
        return NOTHING;
    return open_mention(brackets, entity, mark->closes, position);
}
