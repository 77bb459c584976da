/* A pointer is put together from the bits of an address by tests alone: it may lead to any object whose address has
   been a number. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int line[80], more[80], seen[80], third[80], fourth[80];

static int *byTests(const int *p) {
  uintptr_t bits = (uintptr_t)p, made = 0;
  for (unsigned k = 0; k < 8 * sizeof bits; k++)
    if (bits >> k & 1)
      made |= (uintptr_t)1 << k;
  return (int *)made;
}

static int *byCounting(int *p) {
  uintptr_t bits, made = 0;
  memcpy(&bits, &p, sizeof bits);
  while (bits & ~(uintptr_t)63) {
    bits -= 64;
    made += 64;
    if (made >= 1u << 20) { /* the rest at once */
      for (unsigned k = 6; k < 8 * sizeof bits; k++)
        if (bits >> k & 1)
          made += (uintptr_t)1 << k;
      bits &= 63;
    }
  }
  while (bits--)
    made++;
  return (int *)made;
}

union word {
  uintptr_t number;
  int *pointer;
};

static int *byMemory(const int *p) {
  union word made = {(uintptr_t)byTests(p)};
  return made.pointer;
}

static int *byOffset(const int *p) {
  uintptr_t bits = (uintptr_t)p, made = 0;
  for (unsigned k = 0; k < 8 * sizeof bits; k++)
    made += bits & (uintptr_t)1 << k ? (uintptr_t)1 << k : 0;
  return (int *)((char *)0 + made);
}

int main(void) {
  int *p = byTests(line), *q = byCounting(seen), *r = byMemory(third), *s = byOffset(fourth);
  for (int i = 1; i < 80; i++)
    p[i] = line[i - 1] + more[i] + 1;
  for (int i = 1; i < 80; i++)
    seen[i] = q[i - 1] * 3 % 1001 + i;
  for (int i = 1; i < 80; i++)
    r[i] = third[i - 1] % 500 * 2 + i;
  for (int i = 1; i < 80; i++)
    s[i] = fourth[i - 1] % 300 * 5 + i;
  int hash = 0;
  for (int i = 0; i < 80; i++)
    hash = (hash * 31 + line[i] + seen[i] + third[i] + fourth[i]) % 1000003;
  printf("%d\n", hash);
  return 0;
}
