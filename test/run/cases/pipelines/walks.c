/* PARALLEL: 4 */
/* Loops without a count: over a list, until a condition, with iterations that go on early, and with values that the
   last iteration leaves. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 400, V = 40 };
struct node {
  struct node *next;
  int v[V];
};

static double work(const int *v, int n) {
  double s = 0;
  for (int k = 0; k < 60; k++)
    for (int i = 0; i < n; i++)
      s = s * 0.999 + v[i] * k;
  return s;
}

static void over_list(struct node *list) {
  double last = -1, sum = 0, even = 0;
  int odd = 0, seen = 0, place = 7;
  for (struct node *p = list; p; p = p->next) {
    double r = work(p->v, V);
    seen++;
    if (p->v[1] % 2) {
      odd++;
      continue;
    }
    place = seen;
    sum += r;
    last = r;
    even = r - sum;
    if (seen % 50 == 0)
      printf("%d %g\n", seen, r);
  }
  printf("%d %d %d %g %g %g\n", odd, seen, place, sum, last, even);
}

static void until(double most) {
  int k = 0;
  double t = 0, r;
  do {
    int v[V];
    for (int i = 0; i < V; i++)
      v[i] = k + i;
    r = work(v, V);
    printf("%d %g\n", k, r);
    t += r;
    k += 3;
  } while (t < most);
  printf("%d %g %g\n", k, t, r);
}

static void with_end(const int *v, int n) {
  int i = 0;
  double r = 0, kept = 0;
  for (;;) {
    if (i + V > n)
      break;
    r = work(v + i, V);
    kept += r > 1e5 ? 1 : 0.5;
    i += 1 + (v[i] & 3);
    printf("%d %g %g\n", i, r, kept);
  }
  printf("%d %g %g\n", i, r, kept);
}

static void history(const int *v, int n) {
  double before[4] = {1, 2, 3, 4};
  for (int i = 0; i + V <= n; i += V) {
    double now[4];
    for (int k = 0; k < 4; k++) {
      now[k] = before[k] * 0.5 + v[i + k];
      before[k] = now[k];
    }
    double r = work(v + i, V) + now[0] + now[3];
    printf("%g %g %g\n", r, before[1], now[2]);
  }
  printf("%g %g\n", before[0], before[3]);
}

int main(void) {
  static int all[N * V];
  struct node *list = NULL;
  for (int i = 0; i < N * V; i++)
    all[i] = i * 7 % 1001;
  for (int i = 0; i < N; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 1;
    for (int k = 0; k < V; k++)
      n->v[k] = i * k % 97;
    n->next = list;
    list = n;
  }
  over_list(list);
  over_list(NULL);
  until(1e7);
  until(-1);
  with_end(all, 2000);
  with_end(all, 3);
  history(all, N * V / 4);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
