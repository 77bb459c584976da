/* Iterations that store to different elements of one vector: compilers load and store all of it. */
#include <stdio.h>

typedef int Lanes __attribute__((vector_size(128)));
typedef int Four __attribute__((vector_size(16)));
static Four rows[16];
static int from[70];

static int mixed(int k) {
  unsigned s = (unsigned)k;
  for (int j = 0; j < 50; j++)
    s = s * 1664525u + 1013904223u;
  return (int)(s >> 20);
}

int main(void) {
  Lanes x = {0};
  unsigned hash = 0;
  for (int round = 0; round < 20; round++)
    for (int k = 0; k < 32; k++) /* elements of a variable */
      x[k] += mixed(k + round);
  for (int round = 0; round < 20; round++)
    for (int i = 0; i < 63; i++) { /* two iterations share a vector where parts meet */
      rows[(i + 1) / 4][(i + 1) % 4] = rows[i / 4][i % 4] + 1;
      rows[(i + 1) / 4][(i + 1) % 4] += mixed(i);
    }
  from[0] = 1;
  for (int i = 1; i < 65; i++) { /* its initialiser reads what the iteration before has written */
    Four v = {from[i - 1], mixed(i), i, 3};
    from[i] = v[0] % 1000 * 3 + v[1] % 5;
  }
  for (int k = 0; k < 32; k++)
    hash = hash * 31 + (unsigned)x[k];
  for (int i = 0; i < 64; i++)
    hash = hash * 31 + (unsigned)rows[i / 4][i % 4] + (unsigned)from[i + 1];
  printf("%u\n", hash);
  return 0;
}
