/* SEQUENTIAL */
// Amounts that change, that are read where the loop may not come to, or that make elements meet.
#include <stddef.h>
#include <stdio.h>

static int a[2048], b[2048];

static void growing(int n, int step) {
  for (int i = 0; i < n; i += step) {
    a[i] = b[i] + 1;
    step++;
  }
}

/* The step is one of the elements written. */
static void through_memory(int n, int *step) {
  for (int i = 0; i < n; i += *step)
    a[i] = 1 + b[i] % 3;
}

/* Two amounts in turn. */
static void by_turns(int n, int step) {
  for (int i = 0; i < n; i += step) {
    a[i] = b[i] + 3;
    if (b[i] & 1)
      i += step;
  }
}

/* An unsigned counter may wrap past the end. */
static void wraps(unsigned n, unsigned step) {
  int rounds = 0;
  for (unsigned i = 0; i < n; i += step) {
    a[i & 1023] = a[(i + 1) & 1023] + 1;
    if (++rounds == 500)
      break;
  }
}

/* Down by what may not be negative. */
static void down(int n, int step) {
  for (int i = n; i > 0; i -= step)
    a[i] = a[i + step] + b[i];
}

int main(void) {
  unsigned s = 0;
  for (int i = 1; i < 2048; i++)
    b[i] = (b[i - 1] * 5 + i) & 0xfff;
  for (int i = 1; i < 2048; i++)
    a[i] = (a[i - 1] * 3 + b[i]) & 0xfff;
  growing(900, 1);
  a[40] = 4;
  through_memory(900, &a[40]);
  by_turns(900, 3);
  wraps(4294967290u, 1000);
  down(900, 4);
  for (int i = 0; i < 2048; i++)
    s = s * 31 + (unsigned)a[i];
  printf("%u\n", s);
  return 0;
}
