/* PARALLEL: 2
 * Helpers that stop the program if memory runs out, closing its files; handlers of signals that do
 * not end it this way. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static FILE *log_file;
static double a[N];
static volatile sig_atomic_t interrupted;

static void note(int number) { interrupted = number; }

static void stop(int status) {
  if (log_file != NULL)
    fclose(log_file);
  exit(status);
}

static void abort_on_error(int why) {
  switch (why) {
  case -1:
    fprintf(stderr, "no file\n");
    break;
  case -4:
    fprintf(stderr, "no memory\n");
    break;
  }
  stop(why);
}

static void free_ptr(void **ptr) {
  if (*ptr != NULL)
    free(*ptr);
  *ptr = NULL;
}

static void mem_alloc(void **ptr, size_t size) {
  free_ptr(ptr);
  *ptr = malloc(size);
  if (*ptr == NULL)
    abort_on_error(-4);
}

static void *allocated(size_t size) {
  void *p = malloc(size);
  if (p == NULL)
    abort_on_error(-4);
  return p;
}

static double work(double *p, int n, double x) {
  p[0] = x;
  for (int k = 1; k < n; k++)
    p[k] = p[k - 1] * 0.5 + k;
  return p[n - 1];
}

int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  sigaction(SIGINT, &action, NULL);
  signal(SIGTERM, note);
  for (int i = 0; i < N; i++) {
    double *p = NULL;
    mem_alloc((void **)&p, 500 * sizeof *p);
    a[i] = work(p, 500, i);
    free_ptr((void **)&p);
  }
  for (int i = 0; i < N; i++) {
    double *p = allocated(500 * sizeof *p);
    a[i] += work(p, 500, i);
    free(p);
  }
  for (int i = 0; i < N; i++)
    printf("%g\n", a[i]);
  /* The memory runs out in some iteration: the first of them says so. */
  for (int i = 0; i < N; i++) {
    void *p = allocated(i > 40 ? (size_t)-1 / 2 - (size_t)i : 8);
    a[i] += i;
    free(p);
  }
  return 0;
}
