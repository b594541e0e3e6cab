#ifndef COREFSCORE_SEPARATORS_H
#define COREFSCORE_SEPARATORS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Tabs and line ends, one after the other. Where the processor can, many bytes are looked at together. */

#define STRIDE 64

typedef struct {
    const char *place, *last;
    uint64_t found; /* a bit for each separator in the stride before `place` that is still to come */
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
    for (int place = 0; place < STRIDE; place++)
        found |= (uint64_t)(bytes[place] == '\t' || bytes[place] == '\n') << place;
    return found;
}

static inline int lowest_bit(uint64_t bits)
{
    int place = 0;
    for (; !(bits & 1); bits >>= 1)
        place++;
    return place;
}

#endif

static inline Separators separators_of(const char *begin, const char *last) { return (Separators){begin, last, 0}; }

/* The next separator: NULL if there is none. */
static inline const char *next_separator(Separators *separators)
{
    while (separators->found == 0) {
        char rest[STRIDE] = {0};
        const char *bytes = separators->place;
        if (bytes >= separators->last)
            return NULL;
        if (separators->last - bytes < STRIDE)
            bytes = memcpy(rest, bytes, (size_t)(separators->last - bytes));
        separators->found = find_separators(bytes);
        separators->place += STRIDE;
    }
    int bit = lowest_bit(separators->found);
    separators->found &= separators->found - 1;
    return separators->place - STRIDE + bit;
}

#endif
