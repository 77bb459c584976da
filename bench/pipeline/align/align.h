/* Global alignment of sequences with affine gaps. */
#ifndef ALIGN_H
#define ALIGN_H

#include <stdint.h>
#include <stdio.h>

typedef struct sequence {
  char *name;
  char *letters;
  int length;
} sequence;

typedef struct scores {
  int match, mismatch, open, extend;
} scores;

/* Of the last cell of the way here: from where it came. */
enum { DIAGONAL = 0, UP = 1, LEFT = 2, FROM = 3, UP_EXTENDS = 4, LEFT_EXTENDS = 8 };

typedef struct grid {
  int rows, columns; /* one more than letters */
  int32_t *best;     /* rows * columns */
  int32_t *down;     /* the last row's gap, by column */
  uint8_t *way;      /* rows * columns */
} grid;

int read_sequence(FILE *in, sequence *s);
void sequence_free(sequence *s);
int grid_init(grid *g, int rows, int columns);
void grid_free(grid *g);
void first_row(grid *g, const scores *by);
void fill_row(grid *g, const sequence *a, const sequence *b, const scores *by, int i);
void print_alignment(const grid *g, const sequence *a, const sequence *b, FILE *out);
int edit_distance(const sequence *a, const sequence *b, int *row);

#endif
