/* PARALLEL: 2 */
/* Tables of pointers where two cells may lead to the same block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 16
#define SIZE 16

struct pair { int *a, *b; };

static int *shared[ROWS], *twice[ROWS], *moved[ROWS], *swapped[ROWS], *copied[ROWS], *given[ROWS];
static int store[SIZE];
static int *fixed[ROWS] = {store, store, store, store};
static struct pair pairs[2];

static void keep(int **cell, int *block) { *cell = block; }

static int *fresh(int seed) {
  int *block = calloc(SIZE, sizeof(int));
  if (!block)
    abort();
  block[0] = seed;
  return block;
}

struct owner { int *block; };
static struct owner *owners[ROWS];

static struct owner *own(int *block) {
  struct owner *made = malloc(sizeof *made);
  if (!made)
    abort();
  made->block = block;
  return made;
}

static void own_in(struct owner **to, int *block) {
  if (!(*to = malloc(sizeof **to)))
    abort();
  (*to)->block = block;
}

static void by_allocator(int *block) {
  for (int i = 0; i < ROWS; i++)
    owners[i] = own(block);
  for (int i = 0; i < ROWS; i++)
    owners[i]->block[2] = owners[i]->block[2] * 3 + i;
  for (int i = 0; i < ROWS; i++)
    own_in(&owners[i], block);
  for (int i = 0; i < ROWS; i++)
    owners[i]->block[2] = owners[i]->block[2] * 5 + i;
}

static void by_value(struct pair pair) {
  int **cells = &pair.a;
  for (int i = 0; i < 2; i++)
    cells[i][0] = cells[i][0] * 3 + i + 1;
}

static void mix(int **table) {
  for (int i = 0; i < ROWS; i++)
    table[i][1] = table[i][1] * 3 + table[i][0] + i;
}

int main(void) {
  int *block = fresh(9), *held = NULL;
  for (int i = 0; i < ROWS; i++)
    shared[i] = block;
  for (int i = 0; i < ROWS; i += 2) {
    int *one = malloc(SIZE * sizeof(int));
    if (!one)
      return 1;
    memset(one, 1, SIZE * sizeof(int));
    twice[i] = one;
    twice[i + 1] = one;
  }
  for (int i = 0; i < ROWS; i++) {
    int *one = calloc(SIZE, sizeof(int));
    if (!one)
      return 1;
    moved[i] = i % 3 ? held : one;
    held = moved[i];
    if (!(swapped[i] = calloc(SIZE, sizeof(int))) || !(given[i] = NULL, one))
      return 1;
    keep(&given[i / 2], one);
  }
  for (int i = ROWS / 2; i < ROWS; i++)
    keep(&given[i], given[i - ROWS / 2]);
  for (int i = 0; i < ROWS; i++)
    swapped[i] = swapped[(i * 5) % ROWS];
  memcpy(copied, swapped, sizeof copied);
  for (int i = 4; i < ROWS; i++)
    fixed[i] = store + 1;
  pairs[0].a = pairs[0].b = block;
  mix(shared);
  mix(twice);
  mix(moved);
  mix(swapped);
  mix(copied);
  mix(given);
  for (int i = 0; i < ROWS; i++)
    fixed[i][1] = fixed[i][1] * 3 + i;
  by_value(pairs[0]);
  by_allocator(store);
  unsigned h = 1;
  for (int i = 0; i < ROWS; i++)
    h = h * 31u + (unsigned)(shared[i][1] + twice[i][1] + moved[i][1] + swapped[i][1] + given[i][1] + block[0]);
  printf("%u %d %d\n", h, store[1], store[2]);
  return 0;
}
