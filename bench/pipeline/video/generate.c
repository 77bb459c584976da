/* Moving shapes with noise, and a cut now and then. usage: generate WIDTH HEIGHT FRAMES > FILE */
#include "../random.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 1234567891234567u;

static uint32_t next(void) { return (uint32_t)(next_state(&state) >> 20); }

int main(int argc, char **argv) {
  int width = argc > 3 ? atoi(argv[1]) : 64, height = argc > 3 ? atoi(argv[2]) : 48,
      frames = argc > 3 ? atoi(argv[3]) : 10;
  printf("GRAY %d %d\n", width, height);
  for (int t = 0; t < frames; t++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        int scene = t / 37, dx = x - (t * 3 + scene * 50) % width, dy = y - height / 2;
        int value = ((x * (scene + 1) / 3) ^ (y / 2)) & 127;
        if (dx * dx + dy * dy < height * height / 16)
          value = 200 - (dx + dy) / 4;
        value += (int)(next() % 31) - 15;
        putchar(value < 0 ? 0 : value > 255 ? 255 : value);
      }
  return 0;
}
