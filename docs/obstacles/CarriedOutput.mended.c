// Halves a picture's width: one iteration for each pixel of the result.
#include <stdio.h>

enum { WIDTH = 400000 };
static int wide[WIDTH], narrow[WIDTH / 2];

int main(void) {
  for (int i = 0; i < WIDTH; i++)
    wide[i] = i % 251;
  for (int i = 0; i < WIDTH / 2; i++) // this loop
    narrow[i] = wide[2 * i + 1] * wide[2 * i + 1] / 7;
  printf("%d %d\n", narrow[1], narrow[WIDTH / 2 - 1]);
}
