/* PARALLEL: 0 */
/* Almost bounded histograms: subscripts that may be anything, or below the array's start; floating
 * counters; an array that is read, or that the data lies in; a pointer that moves. */
#include <stdio.h>
enum { N = 3000 };
static unsigned char bytes[N];
static int numbers[N];
static void anything(unsigned *h, const int *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i]]++;
}
static void below(unsigned *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i] - 128]++;
}
static void floating(float *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i]] += 0.1f * (float)i;
}
static unsigned also_read(unsigned *h, const unsigned char *p, int n) {
  unsigned most = 0;
  for (int i = 0; i < n; i++) {
    h[p[i]]++;
    most = most * 3 + h[7];
  }
  return most;
}
static void within(unsigned char *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i]]++;
}
static void moving(unsigned *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++) {
    h[p[i]]++;
    h += i == 1000;
  }
}
int main(void) {
  static unsigned h[400];
  static float f[256];
  for (int i = 0; i < N; i++) {
    bytes[i] = (unsigned char)(i * i % 251);
    numbers[i] = i * i % 390;
  }
  anything(h, numbers, N);
  below(h + 128, bytes, N);
  floating(f, bytes, N);
  printf("%u\n", also_read(h, bytes, N));
  within(bytes, bytes, N);
  moving(h, bytes, N);
  unsigned sum = 0;
  for (int i = 0; i < 400; i++)
    sum = sum * 31 + h[i];
  double all = 0;
  for (int i = 0; i < 256; i++)
    all = all * 0.5 + f[i];
  printf("%u %a\n", sum, all);
  return 0;
}
