/* PARALLEL: 14 */
/* Modes of all types, and by a further pointer, with handles that are null or freed where the loop has no iteration. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 400, FRAMES = 6 };

typedef struct control {
  int mode;
  short narrow;
  signed char tiny;
  unsigned char byte;
  unsigned long long large;
  long long wide;
  _Bool is_on;
  struct control *next;
  double reservoir;
} control;

static double quantise(double budget, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 2 + sin(i + k + budget);
  return sum;
}

static void of_short(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->narrow == -3) ? k : c->reservoir / 4, k);
    if (!(c->narrow == -3))
      c->reservoir += used - 1;
    printf("of short %d %.9g\n", k, used);
  }
}

static void of_char(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->tiny < 0) ? k : c->reservoir / 4, k);
    if (!(c->tiny < 0))
      c->reservoir += used - 1;
    printf("of char %d %.9g\n", k, used);
  }
}

static void of_byte(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->byte > 200) ? k : c->reservoir / 4, k);
    if (!(c->byte > 200))
      c->reservoir += used - 1;
    printf("of byte %d %.9g\n", k, used);
  }
}

static void of_large(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->large > 5) ? k : c->reservoir / 4, k);
    if (!(c->large > 5))
      c->reservoir += used - 1;
    printf("of large %d %.9g\n", k, used);
  }
}

static void of_wrapping(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->large + 1 == 0) ? k : c->reservoir / 4, k);
    if (!(c->large + 1 == 0))
      c->reservoir += used - 1;
    printf("of wrapping %d %.9g\n", k, used);
  }
}

static void of_signed(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->wide != 0) ? k : c->reservoir / 4, k);
    if (!(c->wide != 0))
      c->reservoir += used - 1;
    printf("of signed %d %.9g\n", k, used);
  }
}

static void of_bool(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->is_on) ? k : c->reservoir / 4, k);
    if (!(c->is_on))
      c->reservoir += used - 1;
    printf("of bool %d %.9g\n", k, used);
  }
}

static void of_cast(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise(((unsigned)c->mode < 3u) ? k : c->reservoir / 4, k);
    if (!((unsigned)c->mode < 3u))
      c->reservoir += used - 1;
    printf("of cast %d %.9g\n", k, used);
  }
}

static void of_two(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->mode == c->narrow) ? k : c->reservoir / 4, k);
    if (!(c->mode == c->narrow))
      c->reservoir += used - 1;
    printf("of two %d %.9g\n", k, used);
  }
}

static void of_product(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->mode * c->narrow > 6) ? k : c->reservoir / 4, k);
    if (!(c->mode * c->narrow > 6))
      c->reservoir += used - 1;
    printf("of product %d %.9g\n", k, used);
  }
}

static void of_quotient(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->mode / 2 > 1) ? k : c->reservoir / 4, k);
    if (!(c->mode / 2 > 1))
      c->reservoir += used - 1;
    printf("of quotient %d %.9g\n", k, used);
  }
}

static void of_shift(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->byte >> 3) ? k : c->reservoir / 4, k);
    if (!(c->byte >> 3))
      c->reservoir += used - 1;
    printf("of shift %d %.9g\n", k, used);
  }
}

static void of_pointer(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->next != NULL) ? k : c->reservoir / 4, k);
    if (!(c->next != NULL))
      c->reservoir += used - 1;
    printf("of pointer %d %.9g\n", k, used);
  }
}

static void of_next(control *c, int n) {
  for (int k = 0; k < n; k++) {
    double used = quantise((c->next->mode > 1) ? k : c->reservoir / 4, k);
    if (!(c->next->mode > 1))
      c->reservoir += used - 1;
    printf("of next %d %.9g\n", k, used);
  }
}

static void all(control *c, int n) {
  of_short(c, n);
  of_char(c, n);
  of_byte(c, n);
  of_large(c, n);
  of_wrapping(c, n);
  of_signed(c, n);
  of_bool(c, n);
  of_cast(c, n);
  of_two(c, n);
  of_product(c, n);
  of_quotient(c, n);
  of_shift(c, n);
  of_pointer(c, n);
  if (c == NULL || c->next != NULL)
    of_next(c, n);
}

int main(int argc, char **argv) {
  static const int modes[] = {0, 1, 2, 3, -1, 257, 65536, -255, 7, -3};
  static const unsigned long long large[] = {0, 5, 6, ~0ull, 1ull << 63, (1ull << 63) - 1, 1ull << 32};
  control *handles = calloc(2, sizeof *handles), *freed = calloc(1, sizeof *freed), *released = calloc(1, 1 << 22);
  if (handles == NULL || freed == NULL || released == NULL)
    return 1;
  for (int round = 0; round < 10; round++) {
    control *c = &handles[round % 2];
    c->mode = modes[round];
    c->narrow = (short)(round - 6);
    c->tiny = (signed char)(round - 3);
    c->byte = (unsigned char)(round * 50 + 155);
    c->large = large[round % 7];
    c->wide = (long long)large[round % 7];
    c->is_on = round % 3 == 0;
    c->next = round % 4 == 3 ? NULL : &handles[(round + 1) % 2];
    all(c, FRAMES);
    c->reservoir = fmod(c->reservoir, 1000);
  }
  printf("%.9g %.9g\n", handles[0].reservoir, handles[1].reservoir);
  all(NULL, argc - argc);
  handles->next = freed;
  free(argc > 9 ? NULL : freed);
  of_next(handles, argc - argc);
  handles->next = released;
  free(argc > 9 ? NULL : released); /* its pages are gone */
  of_next(handles, argc - argc);
  handles->next = NULL;
  of_next(handles, argc - argc);
  free(handles);
  return argv == NULL;
}
