/* PARALLEL: 2
   Pixels of 8 and 16 bits, the most significant of a word first: rows that are filled,
   smoothed into another image, and narrowed in place. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define BYTE(p, n) (*(uint8_t *)((uintptr_t)((uint8_t *)(p) + (n)) ^ 3))
#define SHORT(p, n) (*(uint16_t *)((uintptr_t)((uint16_t *)(p) + (n)) ^ 2))
enum { WIDTH = 61, HEIGHT = 40, WORDS = 16 };
static void smooth(uint32_t *to, const uint32_t *from, int width, int height, int words) {
  for (int r = 1; r < height - 1; r++) {
    uint32_t *line = to + r * words;
    for (int i = 1; i < width - 1; i++)
      BYTE(line, i) = (BYTE(from + (r - 1) * words, i) + BYTE(from + r * words, i - 1) +
                       BYTE(from + r * words, i + 1) + BYTE(from + (r + 1) * words, i)) / 4;
  }
}
int main(void) {
  uint32_t *a = calloc(WORDS * HEIGHT, sizeof *a), *b = calloc(WORDS * HEIGHT, sizeof *b);
  if (a == NULL || b == NULL)
    return 1;
  for (int r = 0; r < HEIGHT; r++)
    for (int i = 0; i < WIDTH; i++)
      BYTE(a + r * WORDS, i) = (r * 7 + i * 13) % 251;
  smooth(b, a, WIDTH, HEIGHT, WORDS);
  for (int r = 0; r < HEIGHT; r++)
    for (int i = 0; i < WIDTH / 2; i++)
      SHORT(b + r * WORDS, i) = SHORT(b + r * WORDS, i) / 3 + i;
  unsigned long sum = 0;
  for (int i = 0; i < WORDS * HEIGHT; i++)
    sum = sum * 31 + b[i];
  printf("%lu\n", sum);
  free(a);
  free(b);
  return 0;
}
