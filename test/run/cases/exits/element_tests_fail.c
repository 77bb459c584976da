/* PARALLEL: 4
   A check ends the program in front of memory that must not be read: the loop would go on there. What
   has been printed before, and the status, are those of the first element that is wrong. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 1000 };
static double x[N], y[N];
static float f[N];
static int out[N];

static void fatal(const char *what, int at) {
  printf("fatal: %s at %d\n", what, at);
  exit(3 + at % 7);
}

static void doubled(int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < -100)
      fatal("below", i);
    y[i] = x[i] * 2;
  }
}

static void not_small(int n) {
  for (int i = n - 1; i >= 0; i--) {
    if (!(f[i] >= 0.25f))
      fatal("small", i);
    y[i] += f[i];
  }
}

static void counted(const int *at, int n, int size) {
  for (int i = 0; i < n; i++) {
    if (at[i] < 0 || at[i] >= size)
      fatal("place", i);
    out[i] = at[i] * 3;
  }
}

static void keyed(const unsigned char *keys, int n) {
  for (int i = 0; i < n; i++) {
    if (keys[2 * i] != 7)
      fatal("key", i);
    out[i] += keys[2 * i + 1];
  }
}

static void show(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.99 + y[i] + out[i];
  printf("%.17g\n", sum);
}

int main(int argc, char **argv) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t bytes = (N * sizeof(int) + page - 1) / page * page;
  char *memory =
      mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + bytes, page, PROT_NONE) != 0)
    return 1;
  int *edge = (int *)(void *)(memory + bytes) - N;
  static unsigned char keys[2 * N];
  for (int i = 0; i < N; i++) {
    x[i] = i == 77 ? (double)(argc - argc) / (argv[0] == NULL ? 1 : 0.0) : i % 201 - 100;
    f[i] = (float)(i % 9) + 0.25f;
    edge[i] = i * 7 % N;
    keys[2 * i] = 7;
    keys[2 * i + 1] = (unsigned char)i;
  }
  doubled(N);
  y[77] = 1;
  not_small(N);
  counted(edge, N, N);
  counted(edge, 0, N);
  keyed(keys, N);
  show();
  edge[N - 3] = -5;
  edge[N - 1] = N;
  counted(edge, 2 * N, N);
  return 0;
}
