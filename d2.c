#include <stddef.h>
static void ahead(float *to, const float *from, int count) {
  float y1 = 0;
  for (int i = 0; i < count; i++) {
    float y = 0.5f * from[i] + 0.25f * y1;
    y1 = to[i] = y;
  }
}
void rows(float *to, const float *from, int height, int width) {
  for (int i = 0; i < height; i++)
    ahead(to + (size_t)i * width, from + (size_t)i * width, width);
}
