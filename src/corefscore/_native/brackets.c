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

int pair_cells(const Cells *cells, Column *columns) { return pair_with(cells, NULL, pair_cell, columns); }
