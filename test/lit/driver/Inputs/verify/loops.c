/* A loop that carries memory, one that carries its counter only, and one with a copy of a variable. */
#include <stdio.h>
static int a[100], b[100];
int main(int argc, char **argv) {
  int t, sum = 0;
  for (int i = 1; i < 100; i++)
    a[i] = a[i - 1] + i;
  for (int i = 0; i < 100; i++) {
    t = a[i] * 2;
    b[i] = t + argc;
    sum += t;
  }
  if (argc > 5)
    for (int i = 0; i < 100; i++)
      b[i] = 0;
  printf("%d %d %s\n", b[99], sum, argv[argc - 1]);
  return 0;
}
