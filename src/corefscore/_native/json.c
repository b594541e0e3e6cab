/* Words in JSON. */

#include "native.h"

static const char *skip_json_blanks(const char *byte, const char *end)
{
    while (byte < end && (*byte == ' ' || *byte == '\t' || *byte == '\n' || *byte == '\r'))
        byte++;
    return byte;
}

static int is_hexadecimal(char byte)
{
    return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* What is behind an escape that begins here; NULL if it is none, or may be half a character. */
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

/* What is behind a string that begins here; NULL if none does. */
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

/* What is behind a list that begins here, of strings or of lists of strings; NULL if it is anything else. */
static const char *behind_list(const char *byte, const char *end, int depth, Py_ssize_t *strings)
{
    if (byte == end || *byte != '[')
        return NULL;
    byte = skip_json_blanks(byte + 1, end);
    if (byte < end && *byte == ']')
        return byte + 1;
    while (byte < end) {
        byte = depth > 1 ? behind_list(byte, end, depth - 1, strings) : behind_string(byte, end);
        if (byte == NULL)
            return NULL;
        *strings += depth == 1;
        byte = skip_json_blanks(byte, end);
        if (byte == end || (*byte != ',' && *byte != ']'))
            return NULL;
        if (*byte++ == ']')
            return byte;
        byte = skip_json_blanks(byte, end);
    }
    return NULL;
}

Py_ssize_t count_json_words(const char *byte, const char *end)
{
    Py_ssize_t words = 0;
    byte = behind_list(skip_json_blanks(byte, end), end, 2, &words);
    return byte == NULL || skip_json_blanks(byte, end) != end ? -1 : words;
}
