/* PARALLEL: 1 */
/* Output fails and ends the loops, while later iterations might have freed what the code behind the exit uses: it frees
   it again, stores to it, or hands it to realloc. Nor may they
   have written a block that the code behind the exit reads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 300, SIZE = 2000, START = 3000 };

static unsigned char *table[N];
static FILE *full;

static unsigned hash(const unsigned char *p, int n) {
  unsigned h = 2166136261u;
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < n; i++) {
      h ^= p[i];
      h *= 16777619u;
      h ^= h >> 13;
    }
  return h;
}

static void fill(void) {
  for (int k = 0; k < N; k++)
    if (!(table[k] = calloc(1, SIZE)))
      exit(2);
}

static int freed_again(void) {
  int k;
  for (k = 0; k < N; k++) {
    unsigned h = hash(table[k], 100);
    free(table[k]);
    if (fprintf(full, "%u\n", h) < 0)
      break;
  }
  for (k++; k < N; k++)
    free(table[k]);
  return k;
}

static int stored_to(void) {
  int k;
  for (k = 0; k < N; k++) {
    unsigned h = hash(table[k], 100);
    free(table[k]);
    if (fprintf(full, "%u\n", h) < 0)
      break;
  }
  for (k++; k < N; k++)
    memset(table[k], k, SIZE);
  return k;
}

static int made_larger(void) {
  int k, bytes = 0;
  for (k = 0; k < N; k++) {
    unsigned h = hash(table[k], 100);
    free(table[k]);
    if (fprintf(full, "%u\n", h) < 0)
      break;
  }
  for (k++; k < N; k++)
    if ((table[k] = realloc(table[k], SIZE + 1)))
      bytes += SIZE + 1;
  return bytes;
}

static unsigned scramble(unsigned char *p, int n) {
  unsigned h = hash(p, n);
  for (int i = 0; i < n; i++)
    p[i] ^= (unsigned char)(h >> (i & 15));
  return h;
}

static unsigned read_again(void) {
  unsigned sum = 0;
  int k;
  for (k = 0; k < N; k++) {
    unsigned h = scramble(table[k], 100);
    if (fprintf(full, "%u\n", h) < 0)
      break;
  }
  for (k++; k < N; k++)
    for (int i = 0; i < 100; i++)
      sum = sum * 7 + table[k][i];
  return sum;
}

/* The block is another one in each iteration, and the last is freed behind the loop. */
static int handed_on(void) {
  unsigned char *block = malloc(START);
  int k;
  for (k = 0; k < N; k++) {
    unsigned char own[50];
    free(block);
    block = malloc((size_t)(START + 8 * k));
    for (int i = 0; i < 50; i++)
      own[i] = (unsigned char)(k * 7 + i);
    unsigned h = hash(own, 50);
    if (fprintf(full, "%u\n", h) < 0)
      break;
  }
  free(block);
  return k;
}

static int handed_to_realloc(void) {
  unsigned char *block = malloc(START);
  int k;
  for (k = 0; k < N; k++) {
    unsigned char own[50];
    block = realloc(block, (size_t)(START + 800 * k));
    for (int i = 0; i < 50; i++)
      own[i] = (unsigned char)(k * 7 + i);
    unsigned h = hash(own, 50);
    if (fprintf(full, "%u\n", h) < 0)
      break;
  }
  free(block);
  return k;
}

int main(void) {
  full = fopen("/dev/full", "w");
  if (!full)
    return 1;
  setvbuf(full, NULL, _IONBF, 0);
  fill();
  printf("%u\n", read_again());
  printf("%d\n", freed_again());
  fill();
  printf("%d\n", stored_to());
  fill();
  printf("%d\n", made_larger());
  printf("%d\n", handed_on());
  printf("%d\n", handed_to_realloc());
  return 0;
}
