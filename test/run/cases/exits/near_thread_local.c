/* Functions that use thread-local variables run in the caller's thread, in their place; what goes
 * through a pointer made there may run anywhere. */
#include <stdio.h>
static _Thread_local int kept[64];
static int triples[64], fives[64];
static void keep(void) {
  for (int i = 0; i < 64; i++)
    kept[i] = i + 1;
}
static void fill(int *numbers, int factor) {
  for (int i = 0; i < 64; i++)
    numbers[i] = i * factor;
}
int main(void) {
  int sum = 0;
  fill(triples, 3);
  keep();
  fill(fives, 5);
  for (int i = 0; i < 64; i++)
    sum += kept[i];
  int *mine = kept;
  for (int i = 0; i < 64; i++)
    mine[i] += i;
  printf("%d %d %d %d\n", triples[9], fives[7], sum, kept[63]);
  return 0;
}
