/* SEQUENTIAL */
/* Loops in which all that takes long has to wait for the iteration before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 60, V = 500 };

static double state[V];

static double step(double x) { /* each call continues from what the one before has left */
  for (int i = 1; i < V; i++)
    state[i] = state[i] * 0.5 + state[i - 1] + x;
  return state[V - 1];
}

static double fill(double *buffer, int n, int seed) { /* reads what it does not write */
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.5 + (buffer[i] += i ^ seed);
  return s;
}

int main(void) {
  double buffer[V] = {0};
  double x = 1;
  int k = 0;
  while (k < N) { /* state in memory of its own */
    x = step(x) > 100 ? 1 : 2;
    printf("%d %g\n", k, x);
    k++;
  }
  k = 0;
  while (k < N) { /* a buffer that goes on */
    double s = fill(buffer, V, k);
    printf("%g\n", s);
    k++;
  }
  k = 0;
  while (k < N) { /* the value decides whether there is another iteration */
    x = fill(buffer, 10, k);
    if (x > 1e5)
      break;
    printf("%g\n", x);
    k++;
  }
  return 0;
}
