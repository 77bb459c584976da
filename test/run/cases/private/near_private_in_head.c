/* SEQUENTIAL */
/* What the head of a loop does to memory belongs to its iterations, too. */
#include <stdio.h>
#include <stdlib.h>

struct State {
  int value;
};
enum { N = 1000 };
static struct State state = {1};
static int b[N], a[100];

static void element(int n, int k) {
  for (int i = 0; i < n; a[k] = a[k] * 3 + 1, i++)
    b[i] = i;
}

static void member(int n) {
  for (int i = 0; i < n; state.value = state.value * 3 + 1, i++)
    b[i] += i;
}

static void local(int n) {
  int scratch[4] = {1, 2, 3, 4};
  for (int i = 0; i < n; scratch[i & 3] += scratch[(i + 1) & 3], i++)
    b[i] += i;
  printf("%d %d\n", scratch[0], scratch[3]);
}

static void buffer(int n) {
  int *scratch = calloc(4, sizeof *scratch);
  for (int i = 0; i < n; scratch[0] = scratch[0] * 5 + 1, i++)
    b[i] += i;
  printf("%d\n", scratch[0]);
  free(scratch);
}

static void half(int n) {
  int scratch[2] = {7, 7};
  for (int i = 0; i < n; scratch[1] = scratch[1] * 5 + scratch[0], i++) {
    scratch[0] = i;
    b[i] += scratch[0];
  }
  printf("%d %d\n", scratch[0], scratch[1]);
}

int main(void) {
  element(N, 3);
  member(N);
  local(N);
  buffer(N);
  half(N);
  printf("%d %d %d\n", a[3], state.value, b[77]);
  return 0;
}
