/* SEQUENTIAL */
/* Gotos that are no continues: back to try again, past the end, and to a label that does something. */
#include <stdio.h>

static unsigned a[100], tries;

int main(void) {
  for (unsigned i = 0; i < 100; i++)
    a[i] += i * i % 17 + a[(i + 1) % 100];
  for (unsigned i = 0; i < 100; i++) {
  retry:
    a[i] = a[i] * 5 + 1;
    if (a[i] % 11 < 3 && tries++ < 300)
      goto retry;
  }
  for (unsigned i = 0; i < 100; i++) {
    if (a[i] % 89 == 88 && i > 50)
      goto out;
    a[i]--;
  last:
    a[i] += 2;
    if (tries > 1u << 31)
      goto last;
  }
out:
  for (unsigned i = 0; i < 100; i++) {
    if (a[i] % 3 == 0)
      goto more;
    a[i]++;
  more:
    tries = tries * 3 + a[i];
  }
  printf("%u %u %u\n", a[3], a[70], tries);
  return 0;
}
