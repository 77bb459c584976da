/* PARALLEL: 1
 * Static memory of called functions that later calls, callers or calls inside of calls read. */
#include <stdio.h>
#include <string.h>

enum { N = 400, W = 8 };
static int in[N][W], out[N];

static int keeps_one(const int *row) {
  static int part[W];
  for (int k = 1; k < W; k++)
    part[k] = row[k];
  part[0] += part[1];
  return part[0] % 1000;
}

static int *gives(const int *row) {
  static int part[W];
  memcpy(part, row, sizeof part);
  return part;
}

static int nested(const int *row, int depth) {
  static int part[W];
  memcpy(part, row, sizeof part);
  if (depth > 0)
    part[1] += nested(row + 1 - W, depth - 1);
  return part[0] + part[1];
}

static int *places[N];

static int keeps_address(const int *row, int **place) {
  static int part[W];
  memcpy(part, row, sizeof part);
  *place = part;
  return part[3] - part[1];
}

static int sometimes(const int *row) {
  static int part[W];
  if (row[0] % 3)
    memcpy(part, row, sizeof part);
  return part[2];
}

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < W; k++)
      in[i][k] = (i * 37 + k * k * 11) % 101;
  for (int i = 0; i < N; i++)
    out[i] = keeps_one(in[i]);
  for (int i = 1; i < N; i++) {
    int *before = gives(in[i - 1]);
    int *now = gives(in[i]);
    out[i] += before[1] - now[0];
  }
  for (int i = 2; i < N; i++)
    out[i] += nested(in[i], i % 2);
  for (int i = 0; i < N; i++)
    out[i] += sometimes(in[i]);
  for (int i = 0; i < N; i++)
    out[i] += keeps_address(in[i], &places[i]);
  for (int i = 0; i < N; i++)
    out[i] += places[i][1];
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%u\n", sum);
  return 0;
}
