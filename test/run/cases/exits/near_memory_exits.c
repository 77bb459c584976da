/* SEQUENTIAL */
/* Conditions that are not, or not only, the failure of an allocation of the same iteration, and
   ends that depend on other iterations. */
#include <stdio.h>
#include <stdlib.h>

static int limit = 7, failures;
static double out[200], *table[200];
static volatile int looks;

static void *counted(size_t bytes) {
  void *p = malloc(bytes);
  failures = failures * 3 + 1;
  if (!p)
    exit(1);
  return p;
}

static void *limited(size_t bytes) {
  void *p = malloc(bytes);
  if (!p || bytes > 100000)
    exit(5);
  return p;
}

static void complain(const char *what) {
  fprintf(stderr, "%s\n", what);
  if (failures > 1000)
    exit(1);
}

int main(int argc, char **argv) {
  double *before = malloc(200 * sizeof *before), last = 0;
  (void)argv;
  for (int i = 0; i < 200; i++) { /* an allocation from before the loop */
    if (!before)
      exit(1);
    printf("%d", (int)(out[i] = before[i] = i));
  }
  for (int i = 0; i < 200; i++) { /* that of an earlier iteration */
    if (i > 0 && table[i - 1] == NULL)
      exit(2);
    table[i] = malloc(sizeof(double));
    table[i][0] = i;
  }
  for (int i = 0; i < 200; i++) { /* a null that says something else */
    double *p = malloc(sizeof *p);
    if (i == limit * argc * 1000)
      p = NULL;
    if (!p)
      exit(3);
    out[i] = *p = i;
    free(p);
  }
  for (int i = 0; i < 200; i++) { /* the same, in an expression */
    double *p = malloc(sizeof *p), *q = i != limit * argc * 1000 ? p : NULL;
    if (!q)
      exit(3);
    out[i] = *q = i;
    free(q);
  }
  for (int i = 0; i < 200; i++) { /* another condition beside it */
    double *p = malloc(sizeof *p);
    if (!p || out[i] < -1e300)
      exit(4);
    out[i] = *p = i + 1;
    free(p);
  }
  for (int i = 0; i < 200; i++) {
    double *p = limited(sizeof *p);
    out[i] = *p = i + 2;
    free(p);
  }
  for (int i = 0; i < 200; i++) { /* a wrapper that keeps count */
    double *p = counted(sizeof *p);
    out[i] = *p = i + 3;
    free(p);
  }
  for (int i = 0; i < 200; i++) { /* goes on after the message */
    double *p = malloc(sizeof *p);
    if (!p)
      complain("no memory");
    out[i] = *p = i + 4;
    free(p);
  }
  for (int i = 0; i < 200; i++) { /* a message that shows how far other iterations came */
    double *p = malloc(sizeof *p);
    if (!p) {
      fprintf(stderr, "after %g\n", last);
      exit(6);
    }
    last = *p = i + 5;
    free(p);
  }
  for (int i = 0; i < 200; i++) { /* an exit code that does */
    double *p = malloc(sizeof *p);
    if (!p)
      exit((int)out[i > 0 ? i - 1 : 0]);
    out[i] = *p = i + 6;
    free(p);
  }
  for (int i = 0; i < 200; i++) { /* the pointer was freed and set since */
    double *p = malloc(sizeof *p);
    free(p);
    p = table[i];
    if (!p)
      exit(7);
    out[i] = *p + 1;
  }
  for (int i = 0; i < 200; i++) { /* another element may have been set in between */
    table[i] = malloc(sizeof(double));
    table[199 - i] = NULL;
    if (!table[i])
      exit(argc > 100 ? 8 : 0);
  }
  printf("%g %g %d\n", out[10], last, looks);
  return 0;
}
