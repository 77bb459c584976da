/* Rows whose swapped bytes share a word with the next row, in memory that begins between words or within
   one: the order of rows decides what remains. */
#include <stdint.h>
#include <stdio.h>
#define BYTE(p, n) (*(uint8_t *)((uintptr_t)((uint8_t *)(p) + (n)) ^ 3))
static uint32_t words[400];
static void shared(uint32_t *a, int width) {
  for (int r = 0; r < 200; r++)
    for (int i = 0; i < width; i++)
      BYTE(a, r * (width - 2) + i) = r + 3 * i;
}
static void anywhere(uint8_t *a, int width) {
  for (int r = 0; r < 200; r++)
    for (int i = 0; i < width; i++)
      BYTE(a, r * 4 + i) = BYTE(a, r * 4 + i) + r * i;
}
static void beyond(uint32_t *a) {
  for (int i = 0; i < 1200; i++)
    *(uint8_t *)((uintptr_t)((uint8_t *)a + i / 2) ^ 7) += i;
}
int main(void) {
  shared(words, 6);
  anywhere((uint8_t *)words + 1, 4);
  anywhere((uint8_t *)words + 2, 4);
  beyond(words + 1);
  unsigned long sum = 0;
  for (int i = 0; i < 400; i++)
    sum = sum * 31 + words[i];
  printf("%lu\n", sum);
  return 0;
}
