/* SEQUENTIAL */
/* Loops that data end, though what fails has the same look: later iterations would go too far. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 200, V = 300 };

static int values[N], firsts[N], done;
static FILE *to;

/* Iterations behind the last good one would read beyond the values. */
static double work(int at) {
  double s = 0;
  for (int i = 0; i < V; i++)
    s = s * 0.5 + values[firsts[at] + i % 3];
  return s;
}

static int put(double r, size_t size) { return fwrite(&r, size, 1, to) == 1; }

static int put_known(double r) {
  if (r < 0)
    return -1;
  return putc((int)r, to) == EOF ? -1 : 0;
}

static int *find(int key) {
  for (int i = 0; i < N; i++)
    if (values[i] == key)
      return &values[i];
  return NULL;
}

static void no_items(void) {
  for (int i = 0; firsts[i] >= 0; i++) {
    double r = work(i);
    if (!put(r, i < N / 2 ? sizeof r : 0))
      break;
    done++;
  }
}

static void by_data(void) {
  for (int i = 0; firsts[i] >= 0; i++) {
    double r = work(i);
    int state = put_known(i < N / 2 ? r : -1);
    if (state < 0)
      break;
    done++;
  }
}

static void changed(void) {
  for (int i = 0; firsts[i] >= 0; i++) {
    double r = work(i);
    int state = put(r, sizeof r);
    if (i == N / 2)
      state = 0;
    if (!state)
      break;
    done++;
  }
}

static void not_found(void) {
  for (int i = 0; firsts[i] >= 0; i++) {
    double r = work(i);
    int *at = find(i);
    if (at == NULL)
      break;
    fprintf(to, "%g %d\n", r, *at);
    done++;
  }
}

int main(void) {
  to = fopen("/dev/null", "w");
  if (!to)
    return 1;
  for (int i = 1; i < N; i++) {
    values[i] = i < N / 2 ? firsts[i - 1] + 1 : -1;
    firsts[i] = i <= N / 2 ? values[i - 1] + 1 : 1 << 28; /* nothing is there */
  }
  no_items();
  by_data();
  changed();
  not_found();
  printf("%d\n", done);
  return 0;
}
