// Halves a picture's width: two neighbours go to the same pixel, and the second stays.
#include <stdio.h>

enum { WIDTH = 400000 };
static int wide[WIDTH], narrow[WIDTH / 2];

int main(void) {
  for (int i = 0; i < WIDTH; i++)
    wide[i] = i % 251;
  for (int i = 0; i < WIDTH; i++) // this loop
    narrow[i / 2] = wide[i] * wide[i] / 7;
  printf("%d %d\n", narrow[1], narrow[WIDTH / 2 - 1]);
}
