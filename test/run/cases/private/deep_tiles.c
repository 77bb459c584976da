/* PARALLEL: 1
 * Tiles of an image, in which each pixel counts what its neighborhood in two maps has: loops up to
 * the seventh level of a nest fill the counts before they are read. */
#include <stdio.h>

enum { SIZE = 64, WIDTH = 800, HEIGHT = 600 };
static unsigned char maps[2][HEIGHT][WIDTH];
static short image[HEIGHT][WIDTH];

static void choose(void) {
  int counts[2];
  for (int top = 2; top < HEIGHT - SIZE; top += SIZE)
    for (int left = 2; left < WIDTH - SIZE; left += SIZE)
      for (int row = top; row < top + SIZE; row++)
        for (int col = left; col < left + SIZE; col++) {
          for (int d = 0; d < 2; d++) {
            counts[d] = 0;
            for (int i = row - 1; i <= row + 1; i++)
              for (int j = col - 1; j <= col + 1; j++)
                counts[d] += maps[d][i][j];
          }
          image[row][col] = counts[0] > counts[1] ? counts[0] : -counts[1];
        }
}

int main(void) {
  for (int i = 0; i < HEIGHT; i++)
    for (int j = 0; j < WIDTH; j++) {
      maps[0][i][j] = (unsigned char)(i * 7 + j * j);
      maps[1][i][j] = (unsigned char)(i * i + j * 5);
    }
  choose();
  unsigned sum = 0;
  for (int i = 0; i < HEIGHT; i++)
    for (int j = 0; j < WIDTH; j++)
      sum = sum * 31 + image[i][j];
  printf("%u\n", sum);
}
