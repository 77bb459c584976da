/* SEQUENTIAL */
/* The head advances the counter by two, and the body by one more, though not in the form of a step. */
#include <stdio.h>
enum { N = 900 };
static int seen[N + 3];

static void count(int n, int m) {
  for (int i = 0; i < n; i += 2) {
    seen[i] = i * 7;
    i = m - (m - i) + 1;
  }
}

int main(int argc, char **argv) {
  int at = 0, sum = 0;
  count(N, argc);
  do {
    sum += seen[at] * (at % 5);
    at++;
  } while (at < N && argv);
  printf("%d %d %d %d\n", sum, seen[2], seen[3], seen[6]);
  return 0;
}
