/* PARALLEL: 2 */
/* A row of a shared table is scratch of one function's loop while another function works on another
   row: what the loop leaves must not carry the other rows with it. */
#include <stdio.h>

static short table[8][16];
static double noise[64], sum;

static void stir(void) {
  for (int k = 0; k < 400; k++)
    for (int i = 0; i < 64; i++)
      noise[i] = noise[(i + 17) & 63] * 0.5 + i;
  for (int k = 0; k < 2000; k++)
    table[0][k & 15] = (short)(table[0][k & 15] + k);
}

static int results[300];

static void scratch(void) {
  for (int i = 0; i < 300; i++) {
    for (int k = 0; k < 16; k++)
      table[2][k] = (short)(i * 3 + k);
    unsigned best = 0;
    for (int k = 0; k < 16; k++)
      best = best * 5 + (unsigned)table[2][15 - k];
    results[i] = (int)(best & 1023);
  }
}

int main(void) {
  stir();
  scratch();
  for (int i = 0; i < 64; i++)
    sum = sum * 0.5 + noise[i];
  unsigned all = 0;
  for (int i = 0; i < 300; i++)
    all = all * 7 + (unsigned)results[i] % 10;
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 16; k++)
      all = all * 3 + (unsigned)table[i][k] % 8;
  printf("%.17g %u\n", sum, all & 0xffffff);
  return 0;
}
