/* PARALLEL: 5 */
/* What is set along with a minimum or maximum, as members: of a variable, through pointers, and
 * beside a plain variable. Of equal terms the first wins. */
#include <stdio.h>
enum { N = 5000 };
struct best {
  double score;
  int at;
  const char *name;
  struct { long value; } detail;
};
static int x[N], order[N];
static struct best overall = {-1, -1, "none", {0}};
static int local(int n) {
  struct best b = {10, -1, "none", {0}};
  for (int i = 0; i < n; i++) {
    double term = x[i] * 0.5;
    if (term > b.score) {
      b.score = term;
      b.at = i;
      b.name = i & 1 ? "odd" : "even";
      b.detail.value = x[i] - 3L;
    }
  }
  printf("%g %d %s %ld\n", b.score, b.at, b.name, b.detail.value);
  return b.at;
}
static int through(struct best *b, int n) {
  for (int i = 0; i < n; i++) {
    double term = x[i] % 977;
    if (term > b->score) {
      b->score = term;
      b->at = i;
    }
  }
  return n + b->at - b->at;
}
static int of_global(int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > overall.score) {
      overall.score = x[i];
      overall.detail.value = i;
    }
  return n + overall.at - overall.at;
}
static int beside(struct best *b, int n) {
  int low = 100000;
  for (int i = 0; i < n; i++)
    if (x[i] < low) {
      low = x[i];
      b->at = i;
      order[7] = i;
    }
  return low;
}
static int nothing(struct best *b, const int *y, int n) {
  for (int i = 0; i < n; i++)
    if (y[i] > b->score) {
      b->score = y[i];
      b->at = i;
    }
  return n;
}
int main(void) {
  int seed = 7, n = N;
  for (int i = 0; i < N; i++) {
    seed = seed * 75 % 65537;
    x[i] = seed % 3000;
  }
  printf("%d\n", local(n));
  if (n > N)
    return 1;
  printf("%d\n", local(0));
  if (n > N)
    return 1;
  struct best b = {5, 1, "b", {0}};
  n = through(&b, n);
  printf("%g %d %s\n", b.score, b.at, b.name);
  if (n > N)
    return 1;
  n = of_global(n);
  printf("%g %d %ld\n", overall.score, overall.at, overall.detail.value);
  if (n > N)
    return 1;
  n += beside(&b, n) * 0;
  printf("%d %d\n", b.at, order[7]);
  if (n > N)
    return 1;
  b.score = 1e9;
  n = through(&b, n);
  printf("%g %d\n", b.score, b.at);
  if (n > N)
    return 1;
  n = nothing(NULL, x, n * 0);
  if (n > N)
    return 1;
  b.score = 3;
  nothing(&b, x, N);
  printf("%d %g %d\n", n, b.score, b.at);
  return 0;
}
