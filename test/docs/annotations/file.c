#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>

static double to[1000], from[1000];
static int at[1000];

static void scatter(int n) {
  KASURI_INDEPENDENT
  for (int i = 0; i < n; i++)
    to[at[i]] += from[i];
}

int main(int argc, char **argv) {
  int step = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < 1000; i++) {
    at[i] = i * step % 1000;
    from[i] = i;
  }
  scatter(1000);
  printf("%g\n", to[999]);
  return 0;
}
