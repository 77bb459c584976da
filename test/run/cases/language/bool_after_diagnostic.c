/* A diagnostic behind <stdbool.h>: types of task functions are still printed as the language has them. */
/* PARALLEL: 2 */
#include <stdbool.h>
#include <stdio.h>

enum { N = 4000 };
static long a[N], b[N];

static void fill(bool odd, bool even, bool *hasOdd, bool *hasEven) {
  odd == even;
  for (int i = 0; i < N; i++) {
    bool isOdd = odd && i % 2;
    a[i] = isOdd ? i : 7;
    *hasOdd = isOdd;
  }
  for (int i = 0; i < N; i++) {
    bool isEven = even && i % 2 == 0;
    b[i] = isEven ? i : 9;
    *hasEven = isEven;
  }
}

int main(int argc, char **argv) {
  bool odd = false, even = false;
  (void)argv;
  fill(argc > 0, argc < 9, &odd, &even);
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * 3 + b[i];
  printf("%ld %d %d\n", sum, odd, even);
}
