/* PARALLEL: 1 */
/* The loop ends because output fails, while later iterations have begun: what is printed behind it is what the source
   has then. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
enum { N = 4000, V = 64 };

static double work(int seed) {
  double s = seed;
  for (int i = 0; i < 400; i++)
    s = s * 0.99 + (i ^ seed);
  return s;
}

static int write_all(FILE *to, int most) {
  char line[V];
  int written = 0;
  double sum = 0;
  for (int i = 0; i < most; i++) {
    double r = work(i);
    char text[V];
    int n = snprintf(text, sizeof text, "%d %.17g\n", i, r);
    sum += r;
    if (fwrite(text, 1, (size_t)n, to) != (size_t)n) {
      fprintf(stderr, "%s\n", strerror(errno));
      printf("stopped: %d %g\n", written, sum);
      return -1;
    }
    written += n;
    memcpy(line, text, sizeof line);
  }
  printf("%d %g %s", written, sum, line);
  return 0;
}

int main(void) {
  FILE *full = fopen("/dev/full", "w"), *null = fopen("/dev/null", "w");
  if (!full || !null)
    return 1;
  printf("%d\n", write_all(null, N));
  printf("%d\n", write_all(full, N));
  fclose(null);
  return 0;
}
