/* PARALLEL: 7 */
/* Counters that iterations read early and add to late: the next iteration has them long before. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, FRAMES = 300 };

static double table[N];
static short letters[2 * FRAMES];

static double work(double *scratch, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    scratch[i] = sin(table[i] * k) + i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + scratch[(i + j) % N];
  return sum;
}

/* A variable, and a pointer, that are read behind the loop as well. */
static void by_variables(void) {
  double scratch[N], total = 0;
  const short *at = letters;
  int count = 0, k = 0;
  while (k < FRAMES) {
    int is_first = count == 0;
    int letter = *at;
    double sum = work(scratch, k);
    total = total / 2 + sum + is_first + letter;
    k++;
    if (k % 20 == 0)
      printf("%d %d %.6g\n", k, letter, total);
    count += 3;
    at += 2;
  }
  printf("%d %d %.6g %d\n", count, k, total, (int)(at - letters));
}

/* One that wraps around, one that goes down, and one that is added to in two places. */
static void by_narrow(void) {
  double scratch[N], total = 0;
  unsigned char turn = 250;
  long left = FRAMES;
  unsigned twice = 4294967000u;
  for (int k = 0; k < FRAMES; k++) {
    double wanted = turn + left % 7 + twice % 11;
    twice++;
    double sum = work(scratch, k) + twice % 3;
    twice += 4;
    total = total / 2 + sum + wanted;
    if (k % 20 == 0)
      printf("%.6g %u\n", total, twice);
    turn++;
    left -= 2;
  }
  printf("%u %ld %u %.6g\n", turn, left, twice, total);
}

/* The loop ends where nothing can be written: in front of what adds to the counters, or behind it.
 */
static void write_all(const char *name, int is_late) {
  double scratch[N];
  FILE *out = fopen(name, "wb");
  int count = 5, done = 0;
  if (out == NULL)
    exit(1);
  setvbuf(out, NULL, _IOFBF, 256);
  for (int k = 0; k < FRAMES; k++) {
    int number = count, before = done;
    double sum = work(scratch, k + number);
    done++;
    if (fprintf(out, "%d %d %.6g\n", number, before, sum) < 0)
      break;
    count += 2;
  }
  printf("%d %d %d\n", is_late, count, done);
  fclose(out);
}

/* Wider than a word; and in registers, whose address nobody takes. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
#else
typedef unsigned long long wide;
#endif

static void by_wide(void) {
  double scratch[N], total = 0;
  wide c = (wide)0 - 50;
  int k = 0;
  while (k < FRAMES) {
    int number = (int)(c >> (8 * sizeof c / 2));
    double sum = work(scratch, k + number);
    total = total / 2 + sum;
    if (printf("%d %.6g\n", number, total) < 0)
      break;
    c += 7;
    k++;
  }
  printf("%d %d\n", (int)c, (int)(c >> (8 * sizeof c / 2)));
}

static void in_registers(const char *name) {
  double scratch[N];
  FILE *out = fopen(name, "wb");
  register int count = 5;
  register unsigned seed = 1;
  if (out == NULL)
    exit(1);
  for (register int k = 0; k < FRAMES; k++) {
    register int number = count;
    seed = seed * 5 + 3;
    double sum = work(scratch, k + number + (int)(seed >> 28));
    if (fprintf(out, "%d %.15g\n", number, sum) < 0)
      break;
    count += 2;
  }
  printf("%d %u\n", count, seed);
  fclose(out);
}

/* Added to in the first segment and behind it, which ends the loop, too. */
static void in_first_segment(const char *name) {
  double scratch[N], total = 0;
  FILE *out = fopen(name, "wb");
  unsigned seed = 1;
  int count = 5, late = 0;
  if (out == NULL)
    exit(1);
  setvbuf(out, NULL, _IOFBF, 256);
  for (int k = 0; k < FRAMES; k++) {
    count++;
    seed = seed * 1103515245 + (unsigned)count;
    if (fprintf(out, "%d %u\n", count, seed) < 0)
      break;
    double sum = work(scratch, (int)(seed >> 16) % 100 + late);
    count += 2;
    late += 7;
    total = total / 2 + sum;
  }
  printf("%d %d %u %.6g\n", count, late, seed, total);
  fclose(out);
}

/* In a handle, with the test of the loop. */
typedef struct encoder {
  double *scratch, total;
  long frames;
  short turn;
  int limit;
} encoder;

static double cosines(double *scratch, long k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    scratch[i] = cos(table[i] * (double)k) + i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + scratch[(i + j) % N];
  return sum;
}

static void encode(encoder *e, const char *name) {
  FILE *out = fopen(name, "wb");
  if (out == NULL)
    exit(1);
  while (e->frames < e->limit) {
    long number = e->frames;
    short turn = e->turn;
    double sum = cosines(e->scratch, number);
    e->total = e->total / 2 + sum + turn;
    if (fprintf(out, "%ld %d %.6g\n", number, turn, e->total) < 0)
      break;
    e->turn += 3000;
    e->frames++;
  }
  printf("%ld %d %.6g\n", e->frames, e->turn, e->total);
  fclose(out);
}

/* Tested behind the body. */
static void until_done(void) {
  double scratch[N], total = 0;
  int count = 0;
  do {
    int number = count;
    double sum = work(scratch, number);
    total = total / 2 + sum;
    if (number % 50 == 0)
      printf("%d %.6g\n", number, total);
    count++;
  } while (count < FRAMES);
  printf("%d %.6g\n", count, total);
}

int main(void) {
  for (int i = 0; i < N; i++)
    table[i] = i % 7;
  for (int i = 0; i < 2 * FRAMES; i++)
    letters[i] = (short)(i * 7 % 26);
  by_variables();
  by_narrow();
  write_all("/dev/null", 0);
  write_all("/dev/full", 1);
  encoder *e = calloc(1, sizeof *e);
  if (e == NULL || (e->scratch = calloc(N, sizeof *e->scratch)) == NULL)
    return 1;
  e->turn = 30000;
  e->limit = FRAMES;
  encode(e, "/dev/full");
  by_wide();
  in_registers("/dev/null");
  in_registers("/dev/full");
  in_first_segment("/dev/full");
  until_done();
  return 0;
}
