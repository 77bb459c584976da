/* PARALLEL: 5 OPTIONS: --min-gain=1.05 */
/* Ordered segments with layers in functions that they call, and in the copy of a function that a pipeline is cut into:
 * workers that wait run parts of these. With all that is legal, layers run on groups instead. */
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

static void filter_row(codec *c, const unsigned char *in, int y) {
  for (int x = 0; x < COLUMNS; x++)
    c->now[y][x] = 0.7 * (double)in[(y * COLUMNS + x) % 4000] + 0.1 * predict(c->before[y], x, c->gain);
}

/* Carried from frame to frame. */
static void filter(codec *c, const unsigned char *in) {
  for (int y = 0; y < ROWS; y++)
    filter_row(c, in, y);
  memcpy(c->before, c->now, sizeof c->before);
}

static double row_energy(const double *row) {
  double sum = 0;
  for (int x = 0; x < COLUMNS; x++)
    sum += sqrt(fabs(row[x])) + sin(row[x]);
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

static void step(codec *c, const unsigned char *in) {
  double energy = 0;
  filter(c, in);
  for (int y = 0; y < ROWS; y++)
    energy += row_energy(c->now[y]);
  c->gain = 0.5 + energy / (1e5 + fabs(energy));
  c->frames++;
}

/* Its layer and what the iterations code on their own are both here, so the pipeline has a copy of it. */
static void process(codec *c, const unsigned char *in) {
  unsigned char coded[2 * ROWS * COLUMNS];
  for (int y = 0; y < ROWS; y++)
    filter_row(c, in, y);
  memcpy(c->before, c->now, sizeof c->before);
  c->frames++;
  int count = code(c, coded);
  printf("%d %u\n", count, weigh(coded, count));
}

static void run_steps(codec *c, FILE *from) {
  static unsigned char in[4000], coded[2 * ROWS * COLUMNS];
  while (fread(in, 1, sizeof in, from) == sizeof in) {
    step(c, in);
    int count = code(c, coded);
    printf("%d %u\n", count, weigh(coded, count));
  }
}

static void run_cut(codec *c, FILE *from) {
  static unsigned char in[4000];
  while (fread(in, 1, sizeof in, from) == sizeof in)
    process(c, in);
}

int main(int argc, char **argv) {
  codec *c = calloc(1, sizeof *c);
  FILE *from = tmpfile();
  if (c == NULL || from == NULL)
    return 1;
  for (int i = 0; i < FRAMES * 4000; i++)
    fputc((int)((unsigned)i * 2654435761u >> 24), from);
  rewind(from);
  run_steps(c, from);
  printf("%ld frames, gain %.17g\n", c->frames, c->gain);
  rewind(from);
  run_cut(c, from);
  printf("%ld frames\n", c->frames);
  free(c);
  return argc > 5;
}
