/* The tabs and line ends of a block, one after the other; 64 bytes are looked at together. */

#ifndef COREFSCORE_SEPARATORS_H
#define COREFSCORE_SEPARATORS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STRIDE 64

typedef struct {
    const char *bytes;
    size_t size;
    size_t stride, next; /* where the last stride begins, and the next one */
    uint64_t found;      /* a bit for each separator of the last stride that was not returned yet */
} Separators;

#if defined(__GNUC__) && defined(__SSE2__)

#include <emmintrin.h>

static inline uint64_t find_separators(const char *bytes)
{
    const __m128i tab = _mm_set1_epi8('\t'), newline = _mm_set1_epi8('\n');
    uint64_t found = 0;
    for (int part = 0; part < 4; part++) {
        __m128i some = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
        __m128i same = _mm_or_si128(_mm_cmpeq_epi8(some, tab), _mm_cmpeq_epi8(some, newline));
        found |= (uint64_t)(uint32_t)_mm_movemask_epi8(same) << 16 * part;
    }
    return found;
}

static inline int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }

#else

static inline uint64_t find_separators(const char *bytes)
{
    uint64_t found = 0;
    for (int index = 0; index < STRIDE; index++)
        found |= (uint64_t)(bytes[index] == '\t' || bytes[index] == '\n') << index;
    return found;
}

static inline int lowest_bit(uint64_t bits)
{
    int index = 0;
    for (; !(bits & 1); bits >>= 1)
        index++;
    return index;
}

#endif

/* The next separator: NULL if there is none. */
static inline const char *next_separator(Separators *separators)
{
    while (separators->found == 0) {
        char rest[STRIDE] = {0};
        size_t left = separators->size - separators->next;
        if (left == 0)
            return NULL;
        const char *bytes = separators->bytes + separators->next;
        separators->found = find_separators(left < STRIDE ? memcpy(rest, bytes, left) : bytes);
        separators->stride = separators->next;
        separators->next += left < STRIDE ? left : STRIDE;
    }
    int bit = lowest_bit(separators->found);
    separators->found &= separators->found - 1;
    return separators->bytes + separators->stride + bit;
}

#endif
