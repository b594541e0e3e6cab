/* Cells with plain names. */

#include "pairing.h"

static int is_plain(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static int pair_cell(Pairing *pairing, int64_t cell, const char *byte, const char *end, Column *columns)
{
    while (byte < end) {
        int opens = *byte == '(';
        byte += opens;
        Name name = {byte - pairing->byte, 0};
        while (byte < end && is_plain(*byte))
            byte++;
        name.length = byte - pairing->byte - name.place;
        int closes = byte < end && *byte == ')';
        if (name.length == 0 || !(opens || closes) || !take(pairing, name, opens, closes, cell, columns))
            return 0;
        byte += closes;
        if (byte < end && *byte == '|' && ++byte == end)
            return 0;
    }
    return 1;
}

static int pair_all_cells(Pairing *pairing, const Cells *cells, Column *columns)
{
    const char *byte = cells->byte, *last = byte + cells->bytes;
    for (size_t cell = 0; cell < cells->count; cell++) {
        int64_t length = cells->length[cell];
        if (length < 0 || length > last - byte || !go_to(pairing, cells->document[cell]) ||
            !pair_cell(pairing, (int64_t)cell, byte, byte + length, columns))
            return 0;
        byte += length;
    }
    return pairing->open == 0;
}

int pair_cells(const Cells *cells, Column *columns)
{
    Pairing pairing;
    int plain = begin(&pairing, cells->byte, cells->bytes, 0) && pair_all_cells(&pairing, cells, columns);
    end(&pairing);
    return plain;
}
