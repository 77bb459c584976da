/* Tiles of an image: one of two counts is that of the pixel before, also from tile to tile. */
#include <stdio.h>

enum { SIZE = 16, WIDTH = 100, HEIGHT = 60 };
static unsigned char maps[2][HEIGHT][WIDTH];
static short image[HEIGHT][WIDTH];

static void choose(int filled) {
  int counts[2] = {3, 5};
  for (int top = 2; top < HEIGHT - SIZE; top += SIZE)
    for (int left = 2; left < WIDTH - SIZE; left += SIZE)
      for (int row = top; row < top + SIZE; row++)
        for (int col = left; col < left + SIZE; col++) {
          for (int d = 0; d < filled; d++) {
            counts[d] = 0;
            for (int i = row - 1; i <= row + 1; i++)
              for (int j = col - 1; j <= col + 1; j++)
                counts[d] += maps[d][i][j];
          }
          image[row][col] = counts[0] > counts[1] ? counts[0] : -counts[1];
          counts[1] = (counts[0] + counts[1] * 3) % 1000;
        }
}

int main(int argc, char **argv) {
  for (int i = 0; i < HEIGHT; i++)
    for (int j = 0; j < WIDTH; j++) {
      maps[0][i][j] = (unsigned char)(i * 7 + j * j);
      maps[1][i][j] = (unsigned char)(i * i + j * 5);
    }
  choose(argc);
  unsigned sum = 0;
  for (int i = 0; i < HEIGHT; i++)
    for (int j = 0; j < WIDTH; j++)
      sum = sum * 31 + image[i][j];
  printf("%u\n", sum);
}
