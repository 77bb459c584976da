// A value that a loop made by goto reads is not known to be read by the loop around it, so no guard reads it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
struct item {
  short n;
  unsigned x;
};
static unsigned values[64], *given = values, seen[12][8], last;
static struct item items[8];

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void phase(void) {
  unsigned t = (unsigned)23 & items[0].x;
  for (int i = 0, j = 24 - 1; i < j; i++, j--) {
    struct item copy = items[(j + 9) & 7];
    unsigned v = 329u;
    int round = 0;
  again:;
    for (int k = 0; k < 4; k++)
      items[k].n++;
    if (given[51] >= t)
      goto out;
    seen[2 * round + 2][round] ^= v;
    if (++round < 3)
      goto again;
  out:;
    last = v;
  }
}
