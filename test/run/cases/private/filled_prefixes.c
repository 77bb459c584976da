/* PARALLEL: 5 */
/* Scratch that each iteration fills through a counter: lists, stacks, and an array that is sorted in place. */
#include <math.h>
#include <stdio.h>

enum { ROWS = 300, WIDTH = 90 };
static double in[ROWS][WIDTH], out[ROWS];
static int grid[ROWS][WIDTH], sorted[ROWS][WIDTH];

static void packed(void) {
  double kept[WIDTH];
  putchar('.');
  for (int r = 0; r < ROWS; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++) {
      if (in[r][c] < -0.9)
        continue;
      if (in[r][c] > 0)
        kept[count++] = sin(in[r][c]);
      if (count > r)
        break;
    }
    double sum = 0;
    for (int k = count - 1; k >= 0; k--)
      sum = sum / 2 + kept[k];
    out[r] = sum + count;
  }
}

static void stacks(void) {
  struct {
    int from, to;
  } stack[2 * WIDTH];
  unsigned depth;
  putchar('.');
  for (int r = 0; r < ROWS; r++) {
    int sum = 0;
    depth = 0;
    stack[depth].from = 0;
    stack[depth].to = r % WIDTH;
    depth++;
    while (depth > 0) {
      depth--;
      const int from = stack[depth].from, to = stack[depth].to;
      sum = sum * 3 + to - from;
      if (to - from > 1) {
        stack[depth].from = from;
        stack[depth++].to = (from + to) / 2;
        stack[depth].from = (from + to) / 2;
        stack[depth++].to = to;
      }
    }
    sorted[r][0] = sum;
  }
}

static void insertion(void) {
  int line[WIDTH];
  putchar('.');
  for (int r = 0; r < ROWS; r++) {
    for (int c = 0; c < WIDTH; c++)
      line[c] = grid[r][c];
    for (int c = 1; c < WIDTH; c++) {
      const int value = line[c];
      int at = c;
      while (at > 0 && line[at - 1] > value) {
        line[at] = line[at - 1];
        at--;
      }
      line[at] = value;
    }
    for (int c = 1; c < WIDTH; c++)
      sorted[r][c] = line[c];
  }
}

static void fallen_through(void) {
  long kept[2 * WIDTH], count;
  putchar('.');
  for (int r = 0; r < ROWS; r++) {
    count = 0;
    for (int c = 0; c < WIDTH; c++)
      switch (grid[r][c] % 5) {
      case 0:
        kept[count++] = c;
        /* fall through */
      case 3:
        kept[count++] = grid[r][c];
        break;
      case 4:
        if (count > 0)
          count--;
        break;
      default:
        break;
      }
    long sum = 0;
    while (count-- > 0)
      sum = sum * 5 + kept[count];
    sorted[r][1] ^= (int)(sum % 1000003);
  }
}

static void in_structure(void) {
  struct {
    int used;
    float values[WIDTH];
  } work;
  putchar('.');
  for (int r = 0; r < ROWS; r++) {
    work.used = 0;
    for (int c = r % 7; c < WIDTH; c += 2)
      if (grid[r][c] & 1)
        work.values[work.used++] = (float)in[r][c];
    for (int k = 0; k < work.used; k++)
      out[r] = out[r] * 0.9 + cosf(work.values[k]);
  }
}

int main(void) {
  unsigned seed = 7;
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < WIDTH; c++) {
      seed = seed * 1664525u + 1013904223u;
      in[r][c] = (seed >> 8) * (2.0 / 16777216.0) - 1;
      grid[r][c] = (int)(seed >> 12) % 1000;
    }
  for (int round = 0; round < 2; round++) {
    packed();
    stacks();
    insertion();
    fallen_through();
    in_structure();
  }
  double all = 0;
  unsigned numbers = 0;
  for (int r = 0; r < ROWS; r++) {
    all = all * 0.99 + out[r];
    for (int c = 0; c < WIDTH; c++)
      numbers = numbers * 31 + (unsigned)sorted[r][c];
  }
  printf("%.17g %u\n", all, numbers);
  return 0;
}
