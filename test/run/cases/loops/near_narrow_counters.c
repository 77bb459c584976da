/* SEQUENTIAL */
/* Counters narrower than int that wrap around before the loop ends. */
#include <stdio.h>

static int a[70000];

/* 300 is no unsigned char: the counter begins again, until the sum ends the loop. */
static int bytes(int *p, int n) {
  int sum = 0;
  for (unsigned char i = 0; i < n; i++) {
    p[i] += i;
    sum += 1;
    if (sum > 1000)
      break;
  }
  return sum;
}

static int shorts(int *p, int n) {
  int sum = 0;
  for (short i = 0; i < n; i++) {
    p[i + 32768] += sum;
    sum += 3;
    if (sum > 200000)
      break;
  }
  return sum;
}

/* Steps over its bound and the end of its type. */
static void strides(int *p, unsigned char n) {
  for (unsigned char i = 0; i != n; i += 7)
    p[i] += 2;
}

static void around(int *p, unsigned char from, unsigned char n) {
  for (unsigned char i = from; i != n; i++)
    p[i] += 3;
}

/* The step is cut off to another type than the counter's. */
static int cut_off(int *p, unsigned short n) {
  int sum = 0;
  for (unsigned short i = 0; i < n; i = (unsigned char)(i + 1)) {
    p[i] += 2;
    if (++sum > 600)
      break;
  }
  return sum;
}

/* The body moves it, too. */
static int moved(int *p, unsigned char n) {
  int sum = 0;
  for (unsigned char i = 0; i < n; i++) {
    p[i] += sum;
    sum += p[i + 1] & 1;
    if (p[i] & 1)
      i++;
  }
  return sum;
}

int main(void) {
  unsigned h = (unsigned)bytes(a, 300);
  h = h * 31u + (unsigned)shorts(a, 40000);
  strides(a, 3);
  around(a, 250, 5);
  h = h * 31u + (unsigned)cut_off(a, 300);
  h = h * 31u + (unsigned)moved(a, 200);
  for (int i = 0; i < 70000; i++)
    h = h * 31u + (unsigned)a[i];
  printf("%u\n", h);
  return 0;
}
