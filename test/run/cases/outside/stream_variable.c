/* PARALLEL: 1
   The C library's `stdout` is only read. */
#include <stdio.h>

static int squares[60];

int main(void) {
  FILE *to = stdout;
  for (int i = 0; i < 60; i++)
    squares[i] = to == stdout ? i * i : 0;
  for (int i = 0; i < 60; i++)
    fprintf(to, "%d ", squares[i]);
  return 0;
}
