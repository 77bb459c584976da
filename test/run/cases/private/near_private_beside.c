/* PARALLEL: 2 */
/* A loop's own copy of an array goes back as a whole: also over what its neighbours write there. */
#include <stdio.h>

struct item { unsigned x; int v[8]; int spare; };
static struct item items[64];
static int weights[64], filled[64];

static void touch(int at) {
  for (int i = 0; i < 8; i++)
    items[at].x += (unsigned)weights[i];
}

static void by_name(int at) {
  for (int i = 0; i < 40; i++) {
    for (int j = 0; j < 8; j++)
      items[at].v[j] = weights[at + j % 4] * 3 + j;
    filled[i] = weights[i] * i;
  }
  items[at].x += (unsigned)weights[at] * 4;
  for (int i = 0; i < 60; i++)
    weights[i] ^= i;
}

static void by_call(int at) {
  for (int i = 0; i < 40; i++) {
    for (int j = 0; j < 8; j++)
      items[at].v[j] = weights[at + j % 4] * 3 + j;
    filled[i] = weights[i] * i;
  }
  touch(at);
}

static void by_pointer(int at, unsigned *x) {
  for (int i = 0; i < 40; i++) {
    for (int j = 0; j < 8; j++)
      items[at].v[j] = weights[at + j % 4] * 3 + j;
    filled[i] = weights[i] * i;
  }
  for (int k = 0; k < 10; k++)
    *x = *x * 3 + (unsigned)weights[k];
}

int main(void) {
  for (int i = 0; i < 64; i++) {
    weights[i] = i * 37 % 11;
    items[i].spare = i;
  }
  unsigned h = 1;
  for (int at = 0; at < 48; at++) {
    by_name(at);
    by_call(at);
    by_pointer(at, &items[at + 1].x);
    for (int i = 0; i < 64; i++)
      h = h * 31u + (unsigned)filled[i];
  }
  for (int i = 0; i < 64; i++) {
    h = h * 31u + items[i].x + (unsigned)items[i].spare;
    for (int j = 0; j < 8; j++)
      h = h * 31u + (unsigned)items[i].v[j];
  }
  printf("%u\n", h);
  return 0;
}
