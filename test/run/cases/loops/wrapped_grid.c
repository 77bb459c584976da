/* PARALLEL: 2 */
/* A grid that wraps around: remainders by its width and height stay below these. */
#include <stdio.h>
#include <stdlib.h>

static void step(unsigned char *next, const unsigned char *cur, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dx || dy)
            n += cur[((y + dy + h) % h) * w + (x + dx + w) % w];
      next[y * w + x] = n == 3 || (n == 2 && cur[y * w + x]);
    }
}
static void shift(int *to, const int *from, int n, int by) {
  for (int i = 0; i < n; i++)
    to[i] = from[(i + 1) % n] + by;
}

int main(void) {
  int w = 90, h = 60;
  unsigned char *cur = malloc(w * h), *next = malloc(w * h);
  int ring[50], turned[50];
  for (int i = 0; i < w * h; i++)
    cur[i] = i * i % 7 == 2 || i % 11 == 3;
  for (int i = 0; i < 50; i++)
    ring[i] = i * 3 % 17;
  for (int g = 0; g < 8; g++) {
    step(next, cur, w, h);
    unsigned char *old = cur;
    cur = next;
    next = old;
    shift(g & 1 ? ring : turned, g & 1 ? turned : ring, 50, g);
  }
  unsigned s = 0;
  for (int i = 0; i < w * h; i++)
    s = s * 31 + cur[i];
  for (int i = 0; i < 50; i++)
    s = s * 31 + ring[i] + turned[i];
  printf("%u\n", s);
  free(cur);
  free(next);
  return 0;
}
