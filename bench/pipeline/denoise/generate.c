/* Frames with a moving ramp and noise. usage: generate FRAMES > FILE */
#include "../random.h"
#include "denoise.h"

#include <stdlib.h>

static uint64_t state = 88172645463325252u;

static uint32_t next(void) { return (uint32_t)(next_state(&state) >> 20); }

int main(int argc, char **argv) {
  int frames = argc > 1 ? atoi(argv[1]) : 10;
  for (int t = 0; t < frames; t++)
    for (int y = 0; y < ROWS; y++)
      for (int x = 0; x < COLUMNS; x++) {
        uint16_t value = (uint16_t)(1000 + (x * 3 + y * 5 + t * 4) % 900 + next() % 200);
        fwrite(&value, sizeof value, 1, stdout);
      }
  return 0;
}
