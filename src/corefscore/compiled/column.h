#ifndef COREFSCORE_COLUMN_H
#define COREFSCORE_COLUMN_H

#include <Python.h>
#include <stdint.h>
#include <string.h>

/* A column of numbers or bytes that grows; `failed` once there is no memory left for it. */
typedef struct {
    char *content;
    size_t size, capacity;
    int failed;
} Column;

static inline void append(Column *column, const void *items, size_t size)
{
    if (column->size + size > column->capacity) {
        size_t capacity = 2 * (column->size + size) + 4096;
        char *content = column->failed ? NULL : PyMem_Realloc(column->content, capacity);
        if (content == NULL) {
            column->failed = 1;
            return;
        }
        column->content = content;
        column->capacity = capacity;
    }
    memcpy(column->content + column->size, items, size);
    column->size += size;
}

static inline void append_int(Column *column, int64_t number) { append(column, &number, sizeof number); }

static inline void append_short(Column *column, int32_t number) { append(column, &number, sizeof number); }

#endif
