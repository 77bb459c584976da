/* PARALLEL: 1 */
/* Almost filled by the called function: not as far as the caller's array goes, only sometimes,
 * after a read, not in the first place, of another array, by half of an odd length,
 * behind another condition, or read again behind the loop, maybe when the program ends. */
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 14, N = 64 };
static int in[ROWS][N], sums[ROWS];
static int a[N], b[N], c[N], d[N], e[N], f[N], g[2 * N], h[N], k[N], l[N], m[N], kept[N];
static int ended[N], exited[N];
static struct { int left[N], right[N]; } part;

static void fill(const int *from, int *t, int first, int end) {
  for (int i = first; i < end; i++)
    t[i] = from[i % N];
}
static int hop(int *t) {
  int sum = 0;
  for (int i = 0, j = 0; i < N; i++) {
    j = (5 * j + 1) % N;
    t[i] += t[j] / 2;
    sum += t[i];
  }
  return sum;
}
static int ranged(const int *from, int *t, int first, int end) {
  fill(from, t, first, end);
  return hop(t);
}
static int sometimes(const int *from, int *t) {
  if (from[0] % 3)
    fill(from, t, 0, N);
  return hop(t);
}
static int late(const int *from, int *t) {
  int sum = hop(t);
  fill(from, t, 0, N);
  return sum + hop(t);
}
static int one_of_two(const int *from, int *t, int *u) {
  fill(from, t, 0, N);
  return hop(t) + hop(u);
}
static int wide(const int *from, int *t) { /* all that the callee knows of, and half of the array */
  fill(from, t, 0, N);
  int sum = 0;
  for (int i = 0, j = 1; i < 30; i++, j = (j * 3 + 7) % (2 * N)) {
    sum += t[j];
    t[j] += i;
  }
  return sum;
}
static int until(const int *from, int *t) {
  for (int i = 0; i < N; i++) {
    if (from[i] > 95)
      break;
    t[i] = from[i];
  }
  return hop(t);
}
static int either(const int *from, int *t) {
  if (from[0] % 3) {
    fill(from, t, 0, N);
    return hop(t);
  }
  return hop(t) + 1;
}
static int halved(const int *from, int *t, int n) {
  for (int i = 0; i < n / 2; i++)
    t[i] = from[i % N];
  return hop(t);
}
static int guarded(const int *from, int *t, int n, int limit) {
  for (int i = 0; i < n / 2 && limit > 3; i++)
    t[i] = from[i % N];
  return hop(t);
}
static int total_of(const int *t) {
  int sum = 0;
  for (int i = 0, j = 0; i < N; i++, j = (j * 5 + 3) % N)
    sum += t[j] * (i + 1);
  return sum;
}
static void at_exit(void) { printf("%d\n", total_of(exited)); }
static void __attribute__((destructor)) at_end(void) {
  printf("%d %d\n", total_of(ended), total_of(part.left));
}
int main(int argc, char **argv) {
  (void)argv;
  atexit(at_exit);
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      in[r][i] = (r * 37 + i * 11) % 101;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = h[i] = k[i] = l[i] = m[i] = i;
  for (int r = 0; r < ROWS; r++)
    sums[r] += ranged(in[r], a, 0, N - 1);
  for (int r = 0; r < ROWS; r++)
    sums[r] += ranged(in[r], b, argc, N);
  for (int r = 0; r < ROWS; r++)
    sums[r] += sometimes(in[r], c);
  for (int r = 0; r < ROWS; r++)
    sums[r] += late(in[r], d);
  for (int r = 0; r < ROWS; r++)
    sums[r] += one_of_two(in[r], e, f);
  for (int r = 0; r < ROWS; r++)
    sums[r] += wide(in[r], g);
  for (int r = 0; r < ROWS; r++)
    sums[r] += until(in[r], h);
  for (int r = 0; r < ROWS; r++)
    sums[r] += either(in[r], k);
  for (int r = 0; r < ROWS; r++)
    sums[r] += halved(in[r], l, 2 * N - 1);
  for (int r = 0; r < ROWS; r++)
    sums[r] += guarded(in[r], m, 2 * N, in[r][1] % 9);
  for (int r = 0; r < ROWS; r++)
    sums[r] += ranged(in[r], ended, 0, N);
  for (int r = 0; r < ROWS; r++)
    sums[r] += ranged(in[r], exited, 0, N);
  for (int r = 0; r < ROWS; r++)
    sums[r] += ranged(in[r], part.left, 0, N);
  for (int r = 0; r < ROWS; r++)
    sums[r] += ranged(in[r], kept, 0, N);
  unsigned total = (unsigned)total_of(kept); /* what the last iteration has left */
  for (int r = 0; r < ROWS; r++)
    total = total * 31 + (unsigned)sums[r];
  printf("%u %d %d %d\n", total, total_of(a), total_of(e), total_of(g));
  return 0;
}
