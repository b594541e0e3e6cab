/* Checks whether bytes are text. */

#include "native.h"

/* The number of bytes of the next character; 0 if it is not UTF-8, or a zero. */
static int character_size(const unsigned char *byte, Py_ssize_t left)
{
    unsigned char first = byte[0];
    if (first < 0x80)
        return first != 0;
    int size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < size)
        return 0;
    /* The second byte shows surrogates, codes above the last character, and characters with too many bytes. */
    unsigned char lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (byte[1] < lowest || byte[1] > highest)
        return 0;
    for (int rest = 2; rest < size; rest++)
        if ((byte[rest] & 0xc0) != 0x80)
            return 0;
    return size;
}

#define WORD ((Py_ssize_t)sizeof(uint64_t))
#define STRIDE (4 * WORD)

/* Whether so many bytes, a multiple of eight, are ASCII and not zero. */
static inline int are_plain(const unsigned char *byte, Py_ssize_t size)
{
    uint64_t unusual = 0;
    for (Py_ssize_t index = 0; index < size; index += WORD) {
        uint64_t word;
        memcpy(&word, byte + index, WORD);
        /* The highest bit of a byte is set in `word` if it is not ASCII; else in the difference if it is zero. */
        unusual |= word | (word - EACH_BYTE(1));
    }
    return !(unusual & EACH_BYTE(0x80));
}

/* Most bytes are ASCII, so many of them are checked together. */
int is_text(const unsigned char *byte, const unsigned char *last)
{
    while (byte < last) {
        while (last - byte >= STRIDE && are_plain(byte, STRIDE))
            byte += STRIDE;
        while (last - byte >= WORD && are_plain(byte, WORD))
            byte += WORD;
        const unsigned char *stop = last - byte < WORD ? last : byte + WORD;
        while (byte < stop) {
            int size = character_size(byte, last - byte);
            if (size == 0)
                return 0;
            byte += size;
        }
    }
    return 1;
}
