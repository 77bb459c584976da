/* PARALLEL: 3 */
/* What each iteration sets stays behind the loop as the last iteration has left it, also where the loop ends before the
   statement that sets it: in its head, or in an exit. */
#include <stdio.h>
enum { N = 200 };
struct node {
  struct node *next;
  int v;
};

static double work(int seed) {
  double s = seed;
  for (int i = 0; i < 300; i++)
    s = s * 0.99 + (i ^ seed);
  return s;
}

static int before_head(struct node *list, double *results) {
  int x = -1, k = 0;
  for (struct node *p = list; p; p = p->next) {
    printf("%d\n", x = p->v);
    double r = work(x);
    results[k++] = r;
  }
  return x;
}

static double before_exit(FILE *to, int most) {
  double last = -1;
  for (int i = 0; i < most; i++) {
    double r = work(i);
    if (fprintf(to, "%60g\n", r) < 0)
      break;
    printf("%g\n", last = r);
  }
  return last;
}

static double behind_exit(FILE *to, int most) {
  double last = -1;
  for (int i = 0; i < most; i++) {
    double r = work(i);
    last = r * 2;
    if (fprintf(to, "%60g\n", r) < 0)
      break;
    printf("%g\n", r);
  }
  return last;
}

int main(void) {
  static struct node all[N];
  static double results[N];
  FILE *full = fopen("/dev/full", "w"), *null = fopen("/dev/null", "w");
  double sum = 0;
  if (!full || !null)
    return 1;
  for (int i = 0; i < N; i++) {
    all[i].v = i * 37 % 101;
    all[i].next = i + 1 < N ? &all[i + 1] : NULL;
  }
  printf("%d\n", before_head(all, results));
  printf("%d\n", before_head(NULL, results));
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + results[i];
  printf("%g\n", sum);
  printf("%g %g\n", before_exit(null, N), before_exit(full, 150));
  clearerr(full);
  printf("%g %g\n", behind_exit(null, N), behind_exit(full, 150));
  fclose(null);
  return 0;
}
