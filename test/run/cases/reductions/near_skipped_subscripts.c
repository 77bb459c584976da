// `&&` stops before subscripts that lie far beyond the array, which parts of a loop would go on to.
#include <stdio.h>

enum { N = 1000, M = 4000 };
static int values[N], other[M];
static unsigned places[M];

int main(int argc, char **argv) {
  (void)argv;
  values[argc] = 1;
  for (int i = M / 4; i < M; i++)
    places[i] = 0x30303030;
  other[M / 4 - 1] = argc;
  int plus = 1, twice = 1, same = 1;
  for (int i = 0; i < M; i++)
    plus = plus && values[places[i] + 2u] == other[i];
  for (int i = 0; i < M; i++)
    twice = twice && values[places[i] * 2u] == other[i];
  for (int i = 0; i < M; i++)
    same = same && values[places[i] << 1] == other[i];
  printf("%d %d %d\n", plus, twice, same);
}
