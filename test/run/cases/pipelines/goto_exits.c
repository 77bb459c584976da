/* PARALLEL: 3 */
/* Loops that a goto leaves, where only what stands behind its label reads what iterations hand on.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 64 };
static double table[N];
static double work(double *scratch, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    scratch[i] = sin(table[i] * k) + i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + scratch[(i + j) % N];
  return sum;
}
/* Only read where the loop has failed. */
static int counted(FILE *out, int n) {
  double scratch[N];
  int count = 0, seen = 0, k;
  setvbuf(out, NULL, _IOFBF, 64);
  for (k = 0; k < n; k++) {
    seen += count % 3;
    double sum = work(scratch, k + count);
    if (fprintf(out, "%.9g\n", sum) < 0)
      goto fail;
    count += 2;
  }
  return 0;
fail:
  printf("count %d seen %d k %d\n", count, seen, k);
  return 1;
}
static int valued(FILE *out, int n) {
  double scratch[N], sum = 0;
  int left = n;
  setvbuf(out, NULL, _IOFBF, 64);
  while (left > 0) {
    sum = work(scratch, left);
    if (fprintf(out, "%.9g\n", sum) < 0)
      goto fail;
    left--;
  }
  return 0;
fail:
  printf("sum %.9g left %d\n", sum, left);
  return 1;
}
static int scratched(FILE *out, int n) {
  double scratch[N];
  int left = n;
  setvbuf(out, NULL, _IOFBF, 64);
  while (left > 0) {
    double sum = work(scratch, left);
    if (fprintf(out, "%.9g\n", sum) < 0)
      goto fail;
    left--;
  }
  return 0;
fail:
  printf("scratch %.9g %.9g left %d\n", scratch[3], scratch[60], left);
  return 1;
}
typedef struct state {
  double *scratch;
  double total;
  long frames;
  int last;
} state;
static double cosines(double *scratch, long k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    scratch[i] = cos(table[i] * (double)k) + i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + scratch[(i + j) % N];
  return sum;
}
static int handled(FILE *out, state *s, int n) {
  int left = n;
  setvbuf(out, NULL, _IOFBF, 64);
  while (left > 0) {
    double sum = cosines(s->scratch, s->frames);
    s->total = s->total / 2 + sum;
    s->last = left * 3;
    if (fprintf(out, "%.9g\n", sum) < 0)
      goto fail;
    s->frames++;
    left--;
  }
  return 0;
fail:
  printf("total %.9g last %d frames %ld scratch %.9g\n", s->total, s->last, s->frames,
         s->scratch[7]);
  return 1;
}
/* Further out, from two loops. */
static int nested(FILE *out, int n) {
  double scratch[N];
  int count = 0, rounds = 0;
  setvbuf(out, NULL, _IOFBF, 64);
  for (int r = 0; r < 3; r++) {
    rounds++;
    for (int k = 0; k < n; k++) {
      double sum = work(scratch, k + count);
      if (fprintf(out, "%.9g\n", sum) < 0) {
        count += 1000;
        goto fail;
      }
      count++;
    }
    printf("round %d\n", r);
  }
  return 0;
fail:
  printf("count %d rounds %d\n", count, rounds);
  return 1;
}
/* The ordinary way leads to the label, too. */
static int cleaned(FILE *out, int n) {
  double scratch[N], last = 0;
  int status = 1, count = 0;
  for (int k = 0; k < n; k++) {
    double sum = work(scratch, k + count);
    if (fprintf(out, "%.9g\n", sum) < 0) {
      printf("failed\n");
      goto done;
    }
    last = sum;
    count++;
  }
  status = 0;
done:
  printf("%d %.9g\n", count, last);
  return status;
}

int main(int argc, char **argv) {
  static const char *const names[] = {"/dev/null", "/dev/full"};
  for (int i = 0; i < N; i++)
    table[i] = i % 7;
  for (int i = 0; i < 2; i++) {
    FILE *out;
    int bad = counted(out = fopen(names[i], "w"), argc * 1000);
    fclose(out);
    bad += valued(out = fopen(names[i], "w"), argc * 1000);
    fclose(out);
    bad += scratched(out = fopen(names[i], "w"), argc * 1000);
    fclose(out);
    bad += cleaned(out = fopen(names[i], "w"), argc * 1000);
    fclose(out);
    bad += nested(out = fopen(names[i], "w"), argc * 1000);
    fclose(out);
    printf("%d\n", bad);
  }
  state *s = calloc(1, sizeof *s);
  if (s == NULL || (s->scratch = calloc(N, sizeof *s->scratch)) == NULL)
    return 1;
  handled(fopen("/dev/full", "w"), s, 1000);
  return argv == NULL;
}
