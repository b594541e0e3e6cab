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
    brackets->used = 0;
    return brackets->open == 0;
}

/* The entry of a name in the table, or the free entry for it. Entries of other documents are free. */
static Entity *entry_of(const Brackets *brackets, Stretch name)
{
    size_t length = length_of(name);
    uint64_t mixed = (uint64_t)length;
    for (const char *byte = name.start; byte < name.end; byte++)
        mixed = (mixed ^ (unsigned char)*byte) * UINT64_C(0x100000001b3);
    size_t index = (size_t)(mixed ^ mixed >> 32) & (brackets->size - 1);
    const char *names = brackets->columns[NAME_BYTE].content;
    for (;;) {
        Entity *entity = brackets->table + index;
        if (entity->document != brackets->document ||
            (entity->length == length && memcmp(names + entity->name, name.start, length) == 0))
            return entity;
        index = (index + 1) & (brackets->size - 1);
    }
}

/* Double the table, with the entities of the present document. Returns 0 if there is no memory. */
static int grow(Brackets *brackets)
{
    Brackets larger = *brackets;
    larger.size = brackets->size > 0 ? 2 * brackets->size : 1024;
    larger.table = larger.size > SIZE_MAX / sizeof(Entity) ? NULL : PyMem_Malloc(larger.size * sizeof(Entity));
    if (larger.table == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t index = 0; index < larger.size; index++)
        larger.table[index].document = NOTHING;
    for (size_t index = 0; index < brackets->size; index++) {
        Entity *entity = brackets->table + index;
        if (entity->document == brackets->document) {
            const char *name = brackets->columns[NAME_BYTE].content + entity->name;
            *entry_of(&larger, (Stretch){name, name + entity->length}) = *entity;
        }
    }
    PyMem_Free(brackets->table);
    *brackets = larger;
    return 1;
}

/* The entity with this name in the present document. NULL if there is no memory for a new one. */
static Entity *entity_of(Brackets *brackets, Stretch name)
{
    if (2 * (brackets->used + 1) > brackets->size && !grow(brackets))
        return NULL;
    Entity *entity = entry_of(brackets, name);
    if (entity->document != brackets->document) {
        size_t at = brackets->columns[NAME_BYTE].size;
        if (!append_stretch(brackets->columns + NAME_LENGTH, name))
            return NULL;
        *entity = (Entity){at, length_of(name), brackets->document, brackets->entities++, NOTHING, NOTHING};
        brackets->used++;
    }
    return entity;
}

static int64_t open_mention(Brackets *brackets, Entity *entity, int closes, Position position)
{
    Column *columns = brackets->columns;
    int64_t mention = count_ints(columns + START);
    if (!append_int(columns + DOCUMENT, brackets->document) || !append_int(columns + START, position.token) ||
        !append_int(columns + END, closes ? position.token : entity->innermost) ||
        !append_int(columns + ENTITY, entity->number) || !append_int(columns + LINE, position.line))
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
    Entity *entity = entity_of(brackets, mark->name);
    if (entity == NULL)
        return NOTHING;
    if (!mark->opens)
        return close_mention(brackets, entity, position);
    if (!mark->closes && entity->closed_in == position.line && !brackets->may_reopen)
        return NOTHING;
    return open_mention(brackets, entity, mark->closes, position);
}
