/* PARALLEL: 3 */
/* Functions of the program end it with a message when memory runs out, in an iteration that others have overtaken: what
   has been printed until then, and the message, are those of the source. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 400, ROWS = 300 };

const char *__tsan_default_options(void); /* instead of ending the program there */
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static double rows[ROWS][N];

static void *need(size_t bytes, int number) {
  void *memory = malloc(bytes);
  if (memory == NULL) {
    printf("no memory for row %d\n", number);
    exit(3);
  }
  return memory;
}

static double smooth(const double *row, int number, size_t bytes) {
  double *copy = need(bytes, number);
  copy[0] = row[0];
  for (int i = 1; i < N; i++)
    copy[i] = copy[i - 1] * 0.5 + row[i];
  double last = copy[N - 1];
  free(copy);
  return last;
}

static void print_all(double *sum) {
  for (int r = 0; r < ROWS; r++) {
    double last = smooth(rows[r], r, N * sizeof(double));
    *sum = *sum / 2 + last;
    printf("%d %.17g\n", r, *sum);
  }
}

/* Two rows in a row fail, of which the earlier one counts. */
static void run_out(double *sum, size_t most) {
  for (int r = 0; r < ROWS; r++) {
    double last = smooth(rows[r], r, r % 150 > 147 ? most : N * sizeof(double));
    *sum = *sum / 2 + last;
    printf("%d %.17g\n", r, *sum);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      rows[r][i] = (r * 31 + i) % 17;
  double sum = 0;
  print_all(&sum);
  run_out(&sum, argc < 99 ? SIZE_MAX / 4 : N * sizeof(double));
  printf("not reached\n");
  return 0;
}
