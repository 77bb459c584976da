/* Subscripts beyond a plain counter: products, triangles, channels, divisions, tiles, bits. */
#include "suite.h"

enum { SIZE = 64, CELLS = 8192 };

static int flat[CELLS], other[CELLS], triangle[SIZE * (SIZE + 1) / 2], square[SIZE][SIZE], turned[SIZE][SIZE];
static double re[CELLS], im[CELLS];
static unsigned char rgb[SIZE * SIZE * 3], gray[SIZE * SIZE];
static unsigned words[CELLS / 32];

static void by_width(int width, int height) {
  /* parallel */
  for (int y = 0; y < height; y++)
    /* parallel */
    for (int x = 0; x < width; x++)
      flat[y * width + x] = x ^ y;
}

static void channels(int width, int height) {
  /* parallel */
  for (int y = 0; y < height; y++)
    /* parallel */
    for (int x = 0; x < width; x++)
      gray[y * width + x] =
          (unsigned char)((rgb[(y * width + x) * 3] * 3 + rgb[(y * width + x) * 3 + 1] * 4 + rgb[(y * width + x) * 3 + 2]) >> 3);
  /* parallel */
  for (int y = 0; y < height; y++)
    /* parallel */
    for (int x = 0; x < width; x++)
      /* parallel */
      for (int c = 0; c < 3; c++)
        rgb[(y * width + x) * 3 + c] = (unsigned char)(gray[y * width + x] + c);
}

static void triangular(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j <= i; j++)
      triangle[i * (i + 1) / 2 + j] = i - j;
}

static void upper(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = i + 1; j < n; j++)
      square[i][j] = i * j;
}

static void mirror(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < i; j++)
      square[i][j] = square[j][i];
}

static void transpose(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      turned[j][i] = square[i][j];
}

static void transpose_in_place(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = i + 1; j < n; j++) {
      int kept = turned[i][j];
      turned[i][j] = turned[j][i];
      turned[j][i] = kept;
    }
}

static void divided(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    flat[i] = other[i / 4] + other[i % 16];
  /* parallel */
  for (int i = 0; i < n; i++)
    square[i / SIZE][i % SIZE] = i;
}

static void tiles(int n, int tile) {
  /* parallel */
  for (int ii = 0; ii < n; ii += tile)
    /* parallel */
    for (int jj = 0; jj < n; jj += tile) {
      int i_end = ii + tile < n ? ii + tile : n;
      int j_end = jj + tile < n ? jj + tile : n;
      /* parallel */
      for (int i = ii; i < i_end; i++)
        /* parallel */
        for (int j = jj; j < j_end; j++)
          turned[i][j] = square[j][i] + 1;
    }
}

static void fixed_tiles(int n) {
  /* parallel */
  for (int t = 0; t < n; t += 8)
    /* parallel */
    for (int i = t; i < (t + 8 < n ? t + 8 : n); i++)
      other[i] = flat[i] * 3;
}

static void chunks(int n, int parts) {
  int size = (n + parts - 1) / parts;
  /* parallel */
  for (int p = 0; p < parts; p++) {
    int from = p * size, to = from + size;
    if (to > n)
      to = n;
    /* parallel */
    for (int i = from; i < to; i++)
      flat[i] = other[i] - p;
  }
}

static void butterflies(int n, int half) {
  /* parallel */
  for (int start = 0; start < n; start += 2 * half)
    /* parallel */
    for (int k = start; k < start + half; k++) {
      double r = re[k + half], i = im[k + half];
      re[k + half] = re[k] - r;
      im[k + half] = im[k] - i;
      re[k] += r;
      im[k] += i;
    }
}

static void stages(int n) {
  /* sequential: each stage works on the output of the one before */
  for (int half = 1; half < n; half *= 2)
    /* parallel */
    for (int start = 0; start < n; start += 2 * half)
      /* parallel */
      for (int k = 0; k < half; k++) {
        double sum = re[start + k] + re[start + k + half];
        double difference = re[start + k] - re[start + k + half];
        re[start + k] = sum;
        re[start + k + half] = difference;
      }
}

static void inserted_zero(int n, int bit) {
  int low = (1 << bit) - 1;
  /* parallel */
  for (int i = 0; i < n; i++) {
    int at = ((i & ~low) << 1) | (i & low);
    int kept = flat[at];
    flat[at] = flat[at | (1 << bit)];
    flat[at | (1 << bit)] = kept;
  }
}

static void xored(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    other[i ^ 5] = flat[i];
}

static void masked_read(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    other[i] = flat[(i * 7) & 255] + flat[(unsigned)i >> 2];
}

static void bits_of_words(int n) {
  /* parallel */
  for (int w = 0; w < n; w++) {
    unsigned word = 0;
    /* parallel: reduction(word) */
    for (int b = 0; b < 32; b++)
      word |= (unsigned)(flat[w * 32 + b] & 1) << b;
    words[w] = word;
  }
}

static void even_and_odd(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    flat[2 * i] = other[i];
    flat[2 * i + 1] = -other[i];
  }
  /* parallel */
  for (int i = 0; i < n; i++)
    flat[2 * i] += flat[2 * i + 1];
}

static void diagonals(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    square[i][n - 1 - i] = square[i][i];
  /* sequential: anti-diagonals of a dynamic program */
  for (int d = 2; d < 2 * n - 1; d++)
    /* parallel */
    for (int i = d < n ? 1 : d - n + 1; i < (d < n ? d : n); i++)
      square[i][d - i] = (square[i - 1][d - i] + square[i][d - i - 1] + square[i - 1][d - i - 1]) % 1000;
}

static void reversed_halves(int n) {
  /* parallel */
  for (int i = 0; i < n / 2; i++)
    flat[n - 1 - i] = flat[i];
}

static void far_apart(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    flat[i + CELLS / 2] = flat[i] + 1;
}

static void product_of_counter(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    flat[i * i] = i;
}

/* Near misses. */

static void halved(int n) {
  /* sequential: neighbors write the same place */
  for (int i = 0; i < n; i++)
    flat[i / 2] = other[i];
}

static void modulo(int n) {
  /* sequential: places come again */
  for (int i = 0; i < n; i++)
    flat[i % 10] = i;
}

static void skewed(int n) {
  /* sequential: places of the row above */
  for (int i = 1; i < n; i++)
    /* parallel */
    for (int j = 0; j < n - 1; j++)
      square[i][j] = square[i - 1][j + 1] + 1;
}

static void narrow_rows(int width, int height) {
  /* sequential: rows overlap by one cell */
  for (int y = 0; y < height; y++)
    /* parallel */
    for (int x = 0; x <= width; x++)
      flat[y * width + x] = x + y * 100;
}

static void doubled(int n) {
  /* sequential: what is read at i was written at i/2 */
  for (int i = 1; i < n; i++)
    other[2 * i] = other[i] + 1;
}

static void from_the_other_end(int n) {
  /* sequential: from the middle on it reads what it has written */
  for (int i = 0; i < n; i++)
    flat[i] = flat[n - 1 - i] * 2 % 1000;
}

static void too_large_tiles(int n) {
  /* sequential: tiles overlap by one */
  for (int t = 0; t + 8 < n; t += 8)
    /* parallel */
    for (int i = t; i <= t + 8; i++)
      flat[i] = t + i;
}

static void unknown_width(int width, int height, int stride) {
  /* parallel if rows do not overlap: width <= stride */
  for (int y = 0; y < height; y++)
    /* parallel */
    for (int x = 0; x < width; x++)
      flat[y * stride + x] = x * 2 + y;
}

static void unknown_distance(int n, int distance) {
  /* parallel if distance >= n, or distance is zero */
  for (int i = 0; i < n; i++)
    flat[i + distance] = flat[i] + 1;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 40, SIZE);
  int half = n < 3 ? 1 : n / 3;
  suite_ints(flat, CELLS, 0, 1000);
  suite_ints(other, CELLS, 0, 1000);
  suite_doubles(re, CELLS);
  suite_doubles(im, CELLS);
  suite_bytes(rgb, sizeof rgb);
  by_width(n, SIZE);
  channels(n, SIZE);
  triangular(n);
  upper(n);
  mirror(n);
  transpose(n);
  transpose_in_place(n);
  divided(n * n);
  suite_show("flat", flat, sizeof flat);
  tiles(n, half);
  fixed_tiles(n * 5);
  chunks(n * 9, 1 + n / 4);
  butterflies(n * 4, half);
  stages(128);
  inserted_zero(n * 2, 3);
  xored(n * 3);
  masked_read(n * 2);
  suite_show("other", other, sizeof other);
  bits_of_words(n);
  even_and_odd(n * 4);
  suite_show("flat", flat, sizeof flat);
  diagonals(n);
  reversed_halves(n * 5);
  far_apart(n * 7);
  product_of_counter(n);
  suite_show("flat", flat, sizeof flat);
  halved(n * 4);
  modulo(n);
  skewed(n);
  suite_show("flat", flat, sizeof flat);
  narrow_rows(n, SIZE / 2);
  doubled(n * 3);
  suite_show("flat", flat, sizeof flat);
  from_the_other_end(n);
  suite_show("flat", flat, sizeof flat);
  too_large_tiles(n * 8);
  unknown_width(n, SIZE / 2, 33);
  unknown_width(20, SIZE / 2, n);
  suite_show("flat", flat, sizeof flat);
  unknown_distance(50, n);
  unknown_distance(n, SIZE);
  suite_show("flat", flat, sizeof flat);
  suite_show("triangle", triangle, sizeof triangle);
  suite_show("square", square, sizeof square);
  suite_show("turned", turned, sizeof turned);
  suite_show("re", re, sizeof re);
  suite_show("im", im, sizeof im);
  suite_show("rgb", rgb, sizeof rgb);
  suite_show("gray", gray, sizeof gray);
  suite_show("words", words, sizeof words);
  return 0;
}
