/* PARALLEL: 1
   A bit-field without width, and a member that is none, end a memory location. */
#include <stdio.h>

struct Record {
  unsigned first : 8;
  unsigned : 0;
  unsigned second : 8;
  unsigned char plain;
  unsigned third : 8;
};
static struct Record record;

static unsigned slow(unsigned seed) {
  for (int j = 0; j < 60; j++)
    seed = seed * 1103515245u + 12345u;
  return seed >> 16;
}

int main(void) {
  for (unsigned i = 0; i < 300; i++) {
    record.first = record.first * 5 + slow(i);
    record.second = record.second * 3 + slow(i + 1);
    record.plain = (unsigned char)(record.plain * 7 + slow(i + 2));
    record.third += slow(i + 3);
  }
  printf("%u %u %u %u\n", record.first, record.second, record.plain, record.third);
  return 0;
}
