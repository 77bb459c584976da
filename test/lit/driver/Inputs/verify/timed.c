/* Prints the time, which is another one in each run, and writes a sum into a file. */
#include <stdio.h>
#include <time.h>

static int a[5000];

int main(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  for (int i = 0; i < 5000; i++)
    a[i] = i * 3;
  printf("took %ld ns\n", now.tv_nsec + 1000000000L * now.tv_sec);
  int sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += a[i];
  FILE *out = fopen("sum.txt", "w");
  fprintf(out, "%d\n", sum);
  fclose(out);
  fprintf(stderr, "%d\n", sum);
  return 0;
}
