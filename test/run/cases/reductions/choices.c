/* PARALLEL: 11 */
/* Positions, pointers and structures, chosen by a key: of equal keys the first. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  int cost, name;
  double weight;
};

static double x[4000], grid[60][60];
static int v[4000], given[4000];
static struct job jobs[4000];

static int least_at(int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (x[i] < x[at])
      at = i;
  return at;
}

static int pivot(int k, int n) {
  int at = k;
  for (int i = k + 1; i < n; i++)
    if (fabs(grid[i][k]) > fabs(grid[at][k]))
      at = i;
  return at;
}

static int neediest(int n) {
  int at = 0;
  for (int i = 1; i < n; i++) {
    if (abs(v[at]) - 2 * given[at] < abs(v[i]) - 2 * given[i])
      at = i;
  }
  return at;
}

/* Where no element passes the first test, the key of -1 is never computed. */
static int guarded(const int *p, int n, int start, int least) {
  int at = start;
  for (int i = 0; i < n; i++)
    if (p[i] > least && p[i] < p[at])
      at = i;
  return at;
}

static const double *pointer(int n) {
  const double *most = x;
  for (int i = 1; i < n; i++)
    if (x[i] > *most)
      most = &x[i];
  return most;
}

static struct job cheapest(int n) {
  struct job best = jobs[0];
  for (int i = 1; i < n; i++)
    if (jobs[i].cost < best.cost)
      best = jobs[i];
  return best;
}

static struct job heaviest(int n) {
  struct job best = {0, -1, -1.0};
  for (int i = 0; i < n; i++)
    if (jobs[i].weight * 0.5 > best.weight * 0.5)
      best = jobs[i];
  return best;
}

static int in_steps(int n) {
  int at = 3;
  for (int i = 0; i < n; i += 3)
    if (v[i] < v[at])
      at = i;
  return at;
}

static int nested(int n) {
  int at = 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < 50; c++)
      if (v[r * 50 + c] < v[at])
        at = r * 50 + c;
  return at;
}

static int last_least_at(int n) {
  int at = n / 2;
  for (int i = 0; i < n; i++)
    if (x[i] <= x[at])
      at = i;
  return at;
}

static struct job last_cheapest(int n) {
  struct job best = jobs[0];
  for (int i = 0; i < n; i++)
    if (jobs[i].cost <= best.cost)
      best = jobs[i];
  return best;
}

static void show(int n) {
  struct job one = cheapest(n), other = heaviest(n);
  printf("%d %d %d %d %d\n", least_at(n), neediest(n), guarded(v, n, 0, 10), guarded(v, n, -1, 1000), in_steps(n));
  printf("%d %d\n", last_least_at(n), last_cheapest(n).name);
  printf("%d %d %d %d %d\n", (int)(pointer(n) - x), one.cost, one.name, other.name, nested(n / 50));
}

int main(void) {
  for (int i = 0; i < 4000; i++) {
    x[i] = i * 37 % 101 - 50;
    v[i] = i * 53 % 211 - 100;
    given[i] = i % 7;
    jobs[i] = (struct job){i * 71 % 97, i, i * 13 % 89};
  }
  for (int r = 0; r < 60; r++)
    for (int c = 0; c < 60; c++)
      grid[r][c] = (r * 17 + c * 5) % 23 - 11.0;
  show(4000);
  show(1);
  show(0);
  show(777);
  for (int k = 0; k < 60; k++)
    printf("%d ", pivot(k, 60));
  printf("\n");
  /* NaN is never chosen, and nothing is chosen instead of one; zeros of both signs are equal. */
  x[2000] = NAN;
  x[1] = -60.0, x[3000] = -70.0;
  printf("%d %d %d\n", least_at(4000), last_least_at(4000), (int)(pointer(4000) - x));
  for (int i = 0; i < 4000; i++)
    x[i] = i & 1 ? -0.0 : 0.0;
  printf("%d %d %d\n", least_at(4000), last_least_at(4000), (int)(pointer(4000) - x));
  x[0] = NAN;
  printf("%d %d %d\n", least_at(4000), last_least_at(4000), (int)(pointer(4000) - x));
  return 0;
}
