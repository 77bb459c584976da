// Counts that each pixel fills and reads are private in tiles, too, where the loops that fill them are the fifth to the seventh of their nest.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
enum { SIZE = 64, WIDTH = 400, HEIGHT = 300 };
static unsigned char maps[2][HEIGHT][WIDTH];
static short image[HEIGHT][WIDTH];

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 parallel{{.*}} private(counts)
// CHECK: loop {{.*}}:[[#@LINE+6]]:7 parallel{{.*}} private(counts)
// CHECK: loop {{.*}}:[[#@LINE+6]]:9 parallel{{.*}} private(counts)
void choose(void) {
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
          image[row][col] = counts[0] > counts[1];
        }
}

// One of the counts is not filled: it is that of another pixel.
// CHECK: loop {{.*}}:[[#@LINE+6]]:7 sequential
// CHECK: loop {{.*}}:[[#@LINE+6]]:9 sequential
void keep(void) {
  static int counts[2];
  for (int top = 2; top < HEIGHT - SIZE; top += SIZE)
    for (int left = 2; left < WIDTH - SIZE; left += SIZE)
      for (int row = top; row < top + SIZE; row++)
        for (int col = left; col < left + SIZE; col++) {
          for (int d = 0; d < 1; d++) {
            counts[d] = 0;
            for (int i = row - 1; i <= row + 1; i++)
              for (int j = col - 1; j <= col + 1; j++)
                counts[d] += maps[d][i][j];
          }
          image[row][col] = counts[0] > counts[1];
          counts[1] = counts[0];
        }
}
