/* Edge-preserving smoothing of a picture in place: each pixel becomes a mean of a window around it, weighted by how far away
 * and how much unlike it the others are. A pixel needs those in front of it, so all loops over pixels stay in order, and those
 * over the window are short: its width is computed, and is 15. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 480 };

static unsigned char weight_of_difference[512];

static void fill_weights(double threshold) {
  for (int k = -256; k < 256; k++)
    weight_of_difference[k + 256] = (unsigned char)(100 * exp(-(k / threshold) * (k / threshold)));
}

static int smoothen(unsigned char *picture, int width, int height, double distance) {
  const int reach = (int)(1.5 * distance) + 1, side = 2 * reach + 1;
  unsigned char *weights = malloc((size_t)(side * side)), *weight = weights;
  int changed = 0;
  for (int y = -reach; y <= reach; y++)
    for (int x = -reach; x <= reach; x++)
      *weight++ = (unsigned char)(100 * exp(-(x * x + y * y) / (distance * distance)));
  for (int row = reach; row < height - reach; row++)
    for (int column = reach; column < width - reach; column++) {
      int area = 0, total = 0, x, y;
      const unsigned char *line = picture + (row - reach) * width + column - reach;
      const int centre = picture[row * width + column];
      const unsigned char *like = weight_of_difference + 256 - centre;
      weight = weights;
      for (y = -reach; y <= reach; y++) {
        for (x = -reach; x <= reach; x++) {
          const int brightness = *line++;
          const int share = *weight++ * like[brightness];
          area += share;
          total += share * brightness;
        }
        line += width - side;
      }
      const int scaled = area - 10000;
      const int value = scaled == 0 ? centre : (total - centre * 10000) / scaled;
      changed += value != centre;
      picture[row * width + column] = (unsigned char)value;
    }
  free(weights);
  return changed;
}

int main(void) {
  unsigned char *picture = malloc(WIDTH * HEIGHT);
  unsigned long sum = 0;
  int changed = 0;
  if (!picture)
    return 1;
  for (int k = 0; k < WIDTH * HEIGHT; k++)
    picture[k] = (unsigned char)((k % WIDTH) / 4 + (k / WIDTH) / 8 + (k * 7919L) % 23);
  fill_weights(20);
  for (int times = 0; times < 3; times++)
    changed += smoothen(picture, WIDTH, HEIGHT, 4.0);
  for (int k = 0; k < WIDTH * HEIGHT; k++)
    sum = sum * 31 + picture[k];
  printf("%d %lu\n", changed, sum);
  return 0;
}
