/* PARALLEL: 4 */
/* Other variables of the same name, in other blocks, do not keep a loop from being tested in front; static variables
   declared between loops stay where they are. */
#include <stdio.h>
#include <stdlib.h>

static int sieve(int n) {
  char *composite = calloc(n + 1, 1);
  int count = 0;
  if (!composite)
    return -1;
  for (int i = 2; i * i <= n; i++)
    if (!composite[i])
      for (int j = i * i; j <= n; j += i)
        composite[j] = 1;
  for (int i = 2; i <= n; i++)
    count += !composite[i];
  free(composite);
  return count;
}
static void copied(int *to, const int *from, int n) {
  if (n > 5) {
    int *at = to + 1;
    for (int i = 0; i < n; i++)
      at[i] = from[i] * 3;
  } else {
    const int *at = from;
    while (n--)
      to[n] = at[n];
  }
}

int main(void) {
  static int first[600];
  for (int i = 0; i < 600; i++)
    first[i] = i * 31 % 127;
  static int second[601];
  for (int i = 0; i < 600; i++)
    second[i] = first[i] ^ i;
  copied(second, first, 600);
  int s = sieve(20000);
  for (int i = 0; i < 600; i++)
    s = s * 31 % 65521 + first[i] + second[i];
  printf("%d\n", s);
  return 0;
}
