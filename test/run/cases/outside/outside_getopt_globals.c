/* Getopt moves optind, a variable of the library. */
#include <stdio.h>
#include <unistd.h>
static unsigned y[5000];
int main(int argc, char **argv) {
  char *av[] = {"p", "-a", "x", 0};
  optind = 1;
  int c = getopt(3, av, "a");
  int k = optind - 1;
  for (int i = 1; i < 4000; i++)
    y[i + k] = y[i] * 3 + i;
  unsigned s = 0;
  for (int i = 0; i < 5000; i++)
    s = s * 31 + y[i];
  printf("%u %d\n", s, k);
  return 0;
}
