/* Texts of one width, as NumPy has them. */

#include "kernel.h"

int cut(const char *byte, size_t bytes, const Stretches *stretches, size_t width, char *strings)
{
    for (size_t row = 0; row < stretches->count; row++, strings += width) {
        int64_t place = stretches->place[row], length = stretches->length[row];
        if (place < 0 || length < 0 || (uint64_t)place > bytes || (uint64_t)length > bytes - (uint64_t)place ||
            (uint64_t)length > width)
            return 0;
        memcpy(strings, byte + place, (size_t)length);
        memset(strings + length, 0, width - (size_t)length);
    }
    return 1;
}
