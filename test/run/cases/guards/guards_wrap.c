/* PARALLEL: 2
   Products that wrap around make places of different iterations the same: the guards see it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned char bytes[64];

void wide(unsigned char *a, size_t w, size_t h) {
  for (size_t y = 0; y < h; y++)
    if (y % 4 == 0)
      a[y * w] = (unsigned char)(a[y * w] * 3 + y);
}

void narrow(unsigned char *a, unsigned w, int h) {
  for (int y = 0; y < h; y++)
    if (y % 4 == 0)
      a[(unsigned)y * w] = (unsigned char)(a[(unsigned)y * w] * 3 + y);
}

/* The bound says nothing: the search ends before. */
void until(unsigned char *a, const unsigned char *b, size_t n, int h) {
  for (int y = 0; y < h; y++)
    for (size_t x = 0; x < n && b[x]; x++)
      a[y * 4 + 1] = (unsigned char)(a[y * 4 + 1] + b[x]);
}

static void show(void) {
  for (int i = 0; i < 64; i++)
    printf("%d ", bytes[i]);
  puts("");
}

int main(void) {
  for (int shift = 0; shift < 64; shift++) {
    memset(bytes, 1, sizeof bytes);
    int h = shift < 3 ? 5 : shift < 62 ? 4 : 16;
    wide(bytes, (size_t)1 << shift, h);
    if (shift < 32)
      narrow(bytes, 1u << shift, shift < 3 || shift > 29 ? 16 : 4);
    show();
  }
  wide(bytes, (size_t)-1, 1);
  for (int k = 0; k < 8; k++) {
    memset(bytes, 1, sizeof bytes);
    bytes[40] = bytes[9] = 0;
    until(bytes, bytes + k * 4 + 1, (size_t)-1, 6);
    until(bytes, bytes + 32, 8, k);
    show();
  }
  return 0;
}
