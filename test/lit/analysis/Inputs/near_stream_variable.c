/* The C library's `stdout` is assigned: all that prints looks at it. */
#include <stdio.h>

static int squares[60];

static void redirect(FILE **stream, FILE *to) { *stream = to; }

int main(void) {
  FILE *kept = stdout, *other = tmpfile();
  if (!other)
    return 1;
  for (int i = 0; i < 60; i++) {
    stdout = i % 4 == 1 ? other : kept;
    printf("line %d\n", i);
    squares[i] = i * i;
  }
  for (int i = 0; i < 60; i++) {
    redirect(&stdout, i % 5 ? kept : other);
    puts("more");
    squares[i]++;
  }
  stdout = kept;
  printf("%ld %d\n", ftell(other), squares[7]);
  return 0;
}
