/* PARALLEL: 2 */
/* One function counts in the lower half of a shared table and, told not to, into a total, while
   another works on the upper half and sets the total: what the loop does not count stays theirs. */
#include <stdio.h>

static unsigned table[64], total;
static double noise[64], sum;

static void stir(void) {
  for (int k = 0; k < 400; k++)
    for (int i = 0; i < 64; i++)
      noise[i] = noise[(i + 17) & 63] * 0.5 + i;
  for (int k = 0; k < 4000; k++) {
    table[32 + (k & 31)] = table[32 + (k & 31)] * 3 + (unsigned)k;
    total = total * 5 + (unsigned)k;
  }
}

static unsigned values[3000];

static void count(int isTotal) {
  for (int i = 0; i < 3000; i++) {
    unsigned best = 0;
    for (unsigned k = 0; k < 16; k++)
      best = best * 5 + (values[i] ^ k);
    table[best & 31]++;
    if (isTotal)
      total += best;
  }
}

int main(void) {
  for (int i = 0; i < 3000; i++)
    values[i] = (unsigned)i * 2654435761u;
  stir();
  count(0);
  for (int i = 0; i < 64; i++)
    sum = sum * 0.5 + noise[i];
  unsigned all = total;
  for (int i = 0; i < 64; i++)
    all = all * 7 + table[i];
  count(1);
  printf("%.17g %u %u\n", sum, all, total);
  return 0;
}
