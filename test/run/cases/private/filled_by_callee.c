/* PARALLEL: 6 */
/* Scratch of the caller that a called function fills whole, and then reads where nobody knows: only
 * the caller knows how large it is, or how much of it the function fills. */
#include <stdio.h>
enum { ROWS = 14, N = 64 };
static float in[ROWS][N], out[ROWS][N], sums[ROWS];
static float re[N], im[N], other[N];
static struct { float left[N], right[N]; int count; } work;

static void hop(const float *from, float *t) {
  for (int i = 0; i < N; i++)
    t[i] = from[i] * 0.5f;
  for (int i = 0, j = 0; i < N; i++) {
    j = (5 * j + 1) % N;
    t[i] += t[j];
  }
}
static void reverse(float *a, float *b, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      float t = a[i]; a[i] = a[j]; a[j] = t;
      t = b[i]; b[i] = b[j]; b[j] = t;
    }
  }
  for (int length = 2; length <= n; length <<= 1)
    for (int i = 0; i < n; i += length)
      for (int k = 0; k < length / 2; k++) {
        float x = a[i + k + length / 2], y = b[i + k + length / 2];
        a[i + k + length / 2] = a[i + k] - x * 0.25f;
        b[i + k + length / 2] = b[i + k] - y * 0.75f;
        a[i + k] += x;
        b[i + k] += y;
      }
}
static void transform(const float *from, float *to, float *a, float *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = from[i];
    b[i] = 0;
  }
  reverse(a, b, n);
  for (int i = 0; i < n; i++)
    to[i] = a[i] * a[i] + b[i] * b[i];
}
static void deeper(const float *from, float *to, float *a, float *b, int n) {
  transform(from, to, a, b, n);
}
static float picked(const float *from, float *t, int first, int end) {
  float sum = 0;
  for (int i = first; i < end; i++)
    t[i] = from[i];
  for (int i = 0, j = 3; i < 20; i++, j = (j * 7 + 5) % N)
    sum += t[j];
  return sum;
}
static void twice(const float *from, float *t) { /* the second call reads what the first has filled */
  hop(from, t);
  for (int i = 0, j = 3; i < 20; i++, j = (j * 3 + 1) % N)
    t[j] += t[(j * j) % N];
}
int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      in[r][i] = (float)((r * 37 + i * 11) % 101);
  for (int r = 0; r < ROWS; r++) {
    hop(in[r], other);
    sums[r] = other[r] + other[N - 1];
  }
  for (int r = 0; r < ROWS; r++)
    transform(in[r], out[r], re, im, N);
  for (int r = 0; r < ROWS; r++)
    deeper(out[r], in[r], re, im, N);
  for (int r = 0; r < ROWS; r++)
    sums[r] += picked(in[r], re, 0, N);
  for (int r = 0; r < ROWS; r++) {
    transform(in[r], out[r], work.left, work.right, N);
    sums[r] += work.left[3];
  }
  for (int r = 0; r < ROWS; r++) {
    twice(out[r], re);
    sums[r] -= re[5];
  }
  double total = 0;
  for (int r = 0; r < ROWS; r++) {
    total += sums[r];
    for (int i = 0; i < N; i++)
      total += out[r][i] * (1 + i % 7);
  }
  printf("%.9g\n", total);
  return 0;
}
