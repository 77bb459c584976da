/* PARALLEL: 2 */
/* Tables of pointers, each to a block of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 24
#define SIZE 40

struct channel { int *samples; double *weights; int count; };
struct encoder { struct channel channel[ROWS]; int **planes[2]; };

static int *rows[ROWS];

static int **make_plane(int seed) {
  int **plane = malloc(ROWS * sizeof *plane);
  if (!plane)
    abort();
  for (int i = 0; i < ROWS; i++) {
    int *row = malloc(SIZE * sizeof *row);
    if (!row)
      abort();
    for (int j = 0; j < SIZE; j++)
      row[j] = seed + i * j;
    plane[i] = row;
  }
  return plane;
}

static void smooth(struct channel *channel) {
  for (int i = 1; i < channel->count; i++) {
    channel->samples[i] += channel->samples[i - 1] / 2;
    channel->weights[i] += channel->samples[i] * 0.25;
  }
}

static void blend(int **plane) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < SIZE - 1; j++)
      plane[i][j] = plane[i][j + 1] * 3 - plane[i][j];
}

int main(void) {
  struct encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder)
    return 1;
  for (int c = 0; c < ROWS; c++) {
    encoder->channel[c].samples = calloc(SIZE, sizeof(int));
    encoder->channel[c].weights = calloc(SIZE, sizeof(double));
    encoder->channel[c].count = SIZE - c % 3;
    rows[c] = calloc(SIZE, sizeof(int));
    if (!encoder->channel[c].samples || !encoder->channel[c].weights || !rows[c])
      return 1;
    for (int i = 0; i < SIZE; i++)
      encoder->channel[c].samples[i] = i * c % 17;
  }
  encoder->planes[0] = make_plane(3);
  encoder->planes[1] = make_plane(4);
  for (int c = 0; c < ROWS; c++)
    smooth(&encoder->channel[c]);
  for (int c = 0; c < ROWS; c++)
    for (int i = 1; i < SIZE; i++)
      rows[c][i] = rows[c][i - 1] + encoder->channel[c].samples[i];
  for (int c = 1; c < ROWS; c += 2)
    memcpy(rows[c], rows[c - 1], SIZE * sizeof(int));
  blend(encoder->planes[0]);
  blend(encoder->planes[1]);
  unsigned h = 1;
  double sum = 0;
  for (int c = 0; c < ROWS; c++)
    for (int i = 0; i < SIZE; i++) {
      h = h * 31u + (unsigned)(rows[c][i] + encoder->planes[c & 1][c][i]);
      sum += encoder->channel[c].weights[i] * i;
    }
  printf("%u %g\n", h, sum);
  return 0;
}
