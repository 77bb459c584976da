/* Bit-fields next to each other are one memory location, whatever their types and widths. */
#include <stdio.h>

struct Record {
  unsigned flags : 8;
  unsigned short kind : 8;
  unsigned char level : 8;
  unsigned char last : 8;
};
struct Wide {
  unsigned first : 20, second : 24, third : 4;
};
static struct Record record;
static struct Wide wide;

static unsigned slow(unsigned seed) {
  for (int j = 0; j < 60; j++)
    seed = seed * 1103515245u + 12345u;
  return seed >> 16;
}

int main(void) {
  for (unsigned i = 0; i < 300; i++) { /* one statement for each */
    record.kind = record.kind * 5 + slow(i);
    record.level = record.level * 3 + slow(i + 1);
    record.last += slow(i + 2);
  }
  for (unsigned i = 0; i < 300; i++) {
    wide.first = wide.first * 3 + slow(i);
    wide.second = wide.second * 7 + slow(i + 9);
  }
  printf("%u %u %u %u %u\n", record.kind, record.level, record.last, wide.first, wide.second);
  return 0;
}
