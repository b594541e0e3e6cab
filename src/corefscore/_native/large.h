/* Memory for tables that are larger than the caches, and that are read in any order. */

#ifndef COREFSCORE_LARGE_H
#define COREFSCORE_LARGE_H

#include "native.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#define PAGE 4096
#define LARGE ((size_t)1 << 22)

/* Memory for a table; NULL if there is none. PyMem_Free frees it. Linux gives large pages to a large table, as to the
   large arrays of NumPy, so that its addresses are found faster. */
static inline void *new_table(size_t size)
{
    char *table = PyMem_Malloc(size);
#ifdef MADV_HUGEPAGE
    if (table != NULL && size >= LARGE) {
        size_t before = (PAGE - (uintptr_t)table % PAGE) % PAGE;
        (void)madvise(table + before, size - before, MADV_HUGEPAGE); /* if it is refused, nothing else changes */
    }
#endif
    return table;
}

#endif
