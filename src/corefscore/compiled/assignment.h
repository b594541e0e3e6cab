#ifndef COREFSCORE_ASSIGNMENT_H
#define COREFSCORE_ASSIGNMENT_H

#include <stddef.h>
#include <stdint.h>

/* A sparse table of weights above 0: the columns and weights of row r stand from first[r] to first[r + 1]. */
typedef struct {
    size_t rows, columns;
    const size_t *first;
    const int64_t *column;
    const double *weight;
} Table;

/* Fill `chosen` with the edge that each row gets in an assignment of greatest weight, or -1: 0 if memory runs out. */
int best_assignment(const Table *table, int64_t *chosen);

#endif
