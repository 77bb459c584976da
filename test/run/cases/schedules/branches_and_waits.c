/* PARALLEL: 1 */
/* A branch is opened: its parts and what does not wait for it run beside each other. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 4000 };
typedef struct { double x[N]; int loud; } chan;
static void analyse(chan *c, int seed) {
  double v = seed;
  for (int i = 0; i < N; i++) {
    v = v * 0.997 + (double)((i * 7 + seed) % 13);
    c->x[i] = v;
  }
  c->loud = seed & 1;
}
static void attack(chan *c) {
  double v = 0;
  for (int i = 0; i < N; i++) {
    v = v * 0.5 + c->x[i];
    c->x[i] = v;
  }
}
static void calm(chan *c) {
  double v = 0;
  for (int i = 0; i < N; i++) {
    v = v * 0.25 - c->x[i];
    c->x[i] = v;
  }
}
static double report(const chan *c) {
  double v = 0;
  for (int i = 0; i < N; i++)
    v = v * 0.9 + c->x[i];
  return v;
}
static chan first, second;
static double y[N];
static double frame(int seed) {
  double ra, rb; chan *a = &first, *b = &second;
  analyse(a, seed);
  analyse(b, seed + 1);
  if (a->loud) {
    for (int i = 0; i < N; i++)
      y[i] = i * 0.5 + a->x[i];
    attack(a);
  } else {
    calm(a);
    for (int i = 1; i < N; i++)
      y[i] = i * 0.25;
  }
  ra = report(a);
  rb = report(b);
  return ra + rb + y[17] + y[N - 1];
}
int main(void) {
  double s = 0;
  for (int k = 0; k < 50; k++)
    s = s * 0.5 + frame(k);
  printf("%.17g\n", s);
  return 0;
}
