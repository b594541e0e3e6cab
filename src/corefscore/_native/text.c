/* Whether bytes are text. */

#include "kernel.h"

#define EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/* How many bytes the character at some place has, 0 if there is none that is UTF-8, or only a zero. */
static int character_size(const unsigned char *place, Py_ssize_t left)
{
    unsigned char first = place[0];
    if (first < 0x80)
        return first != 0;
    int size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < size)
        return 0;
    /* Longer ways to write a character, surrogates and what is beyond the last character are told by the second byte. */
    unsigned char lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (place[1] < lowest || place[1] > highest)
        return 0;
    for (int rest = 2; rest < size; rest++)
        if ((place[rest] & 0xc0) != 0x80)
            return 0;
    return size;
}

#define WORD ((Py_ssize_t)sizeof(uint64_t))

/* Most bytes are ASCII, and looked at a machine word at a time. */
int are_text(const unsigned char *place, const unsigned char *last)
{
    while (place < last) {
        const unsigned char *stop = last - place < WORD ? last : place + WORD;
        uint64_t word = EACH_BYTE(0x80);
        if (stop - place == WORD)
            memcpy(&word, place, WORD);
        if (!(word & EACH_BYTE(0x80))) {
            if ((word - EACH_BYTE(1)) & EACH_BYTE(0x80))
                return 0;
            place = stop;
        }
        while (place < stop) {
            int size = character_size(place, last - place);
            if (size == 0)
                return 0;
            place += size;
        }
    }
    return 1;
}
