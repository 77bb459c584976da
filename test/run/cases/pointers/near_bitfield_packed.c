/* SEQUENTIAL */
/* A packed bit-field may reach into the bytes after its storage unit. */
#include <stdio.h>
#pragma pack(push, 1)
struct row {
  unsigned a : 24, b : 24;
};
#pragma pack(pop)
static union {
  struct row row;
  unsigned char bytes[8];
} u;
static unsigned out[4];
int main(void) {
  for (int i = 0; i < 4; i++) {
    u.bytes[5] = (unsigned char)(i * 9);
    out[i] = u.row.b;
  }
  printf("%u %u\n", out[1], out[3]);
  return 0;
}
