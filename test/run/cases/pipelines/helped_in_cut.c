/* PARALLEL: 1 */
/* The copy of a function that a pipeline is cut into has the function's layer, in an ordered segment: workers that wait
 * run parts of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 48, COLUMNS = 300, FRAMES = 60 };

typedef struct codec {
  double before[ROWS][COLUMNS];
  double now[ROWS][COLUMNS];
  double gain;
  long frames;
} codec;

static double predict(const double *row, int x, double gain) {
  double sum = 0;
  for (int d = -3; d <= 3; d++) {
    int at = x + d < 0 ? 0 : x + d >= COLUMNS ? COLUMNS - 1 : x + d;
    sum += row[at] * exp(-(double)(d * d) * gain);
  }
  return sum;
}

/* Each frame's own. */
static int code(const codec *c, unsigned char *to) {
  int count = 0;
  for (int y = 0; y < ROWS; y++) {
    int last = 0;
    for (int x = 0; x < COLUMNS; x++) {
      int value = (int)(sqrt(fabs(c->now[y][x])) * 4), delta = value - last;
      last = value;
      while (delta > 63 || delta < -63) {
        to[count++] = delta > 0 ? 127 : 0;
        delta -= delta > 0 ? 63 : -63;
      }
      to[count++] = (unsigned char)(delta + 64);
    }
  }
  return count;
}

static unsigned weigh(const unsigned char *bytes, int count) {
  unsigned sum = 1;
  for (int i = 0; i < count; i++)
    sum = sum * 31 + bytes[i];
  return sum;
}

static void process(codec *c, const unsigned char *in) {
  unsigned char coded[2 * ROWS * COLUMNS];
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++)
      c->now[y][x] = 0.7 * (double)in[(y * COLUMNS + x) % 4000] + 0.1 * predict(c->before[y], x, c->gain);
  memcpy(c->before, c->now, sizeof c->before);
  c->frames++;
  int count = code(c, coded);
  printf("%d %u\n", count, weigh(coded, count));
}

int main(int argc, char **argv) {
  static unsigned char in[4000];
  codec *c = calloc(1, sizeof *c);
  FILE *from = tmpfile();
  if (c == NULL || from == NULL)
    return 1;
  for (int i = 0; i < FRAMES * 4000; i++)
    fputc((int)((unsigned)i * 2654435761u >> 24), from);
  rewind(from);
  while (fread(in, 1, sizeof in, from) == sizeof in)
    process(c, in);
  printf("%ld frames, gain %.17g\n", c->frames, c->gain);
  free(c);
  return argc > 5;
}
