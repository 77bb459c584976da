/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
struct part { int head; int body[4]; };
int main(void) {
  int w[120] = {1, 2, 3};
  for (int b = 0; b < 28; b++)
    for (int k = 0; k < 8; k++)
      w[4 * b + k] = (w[4 * b + k] * 3 + b + k) % 101;
  unsigned char i8 = 250;
  int ring[256] = {0};
  for (int i = 0; i < 300; i++) { ring[i8] = ring[i8] * 2 + i; i8++; }
  struct part parts[6] = {{0, {0}}};
  for (int i = 0; i < 6; i++) { int *q = &parts[i].head; *q = i; parts[(i + 1) % 6].body[0] += parts[i].head; }
  long s = 0;
  for (int i = 0; i < 120; i++) s = (s * 31 + w[i]) % 1000003;
  for (int i = 0; i < 256; i++) s = (s * 31 + ring[i] % 97) % 1000003;
  for (int i = 0; i < 6; i++) s = (s * 31 + parts[i].body[0]) % 1000003;
  printf("%ld\n", s);
  return 0;
}
