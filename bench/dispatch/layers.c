/* Layers, of which LAYER (1 to 25) is compiled: what is even, uneven, uneven in another way each
 * time, or decided by branches. bench/dispatch.py runs each as a table, as a graph, and as the plan
 * chooses. The last five hold what was made with the first twenty against other shapes: data that
 * stay in a core's cache, chains, rare long calls, and workers that have gone to sleep. The
 * argument is the number of runs; what it prints depends on all results. */
#include <stdio.h>
#include <stdlib.h>

enum { LONG = 40000, SHORT = 2000, TRIPS = 600 };

static unsigned state;
static double a, b, c, d, e, f, g, h, x[TRIPS], y[TRIPS];
static int n[TRIPS];

static unsigned drawn(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

/* From one tenth to all of it, small ones more often. */
static int uneven(int most) {
  const int part = (int)(drawn() % 10) + 1;
  return most / part;
}

static double work(double v, int steps) {
  for (int i = 0; i < steps; i++)
    v = v * 0.999 + 1;
  return v;
}

#if LAYER == 1 /* two equal calls */
static double layer(int k) {
  a = work(k, LONG);
  b = work(k + 1, LONG);
  return a + b;
}
#elif LAYER == 2  /* five equal calls */
static double layer(int k) {
  a = work(k, LONG);
  b = work(k + 1, LONG);
  c = work(k + 2, LONG);
  d = work(k + 3, LONG);
  e = work(k + 4, LONG);
  return a + b + c + d + e;
}
#elif LAYER == 3  /* six calls, each of another length each time */
static double layer(int k) {
  const int l = uneven(LONG), m = uneven(LONG), o = uneven(LONG), p = uneven(LONG),
            q = uneven(LONG), r = uneven(LONG);
  a = work(k, l);
  b = work(k + 1, m);
  c = work(k + 2, o);
  d = work(k + 3, p);
  e = work(k + 4, q);
  f = work(k + 5, r);
  return a + b + c + d + e + f;
}
#elif LAYER == 4  /* one long call and three short ones */
static double layer(int k) {
  a = work(k, 3 * LONG);
  b = work(k + 1, LONG);
  c = work(k + 2, LONG);
  d = work(k + 3, LONG);
  return a + b + c + d;
}
#elif LAYER == 5  /* eight calls, one of which, another one each time, is long */
static double layer(int k) {
  const unsigned which = drawn() % 8;
  a = work(k, which == 0 ? 4 * LONG : LONG);
  b = work(k, which == 1 ? 4 * LONG : LONG);
  c = work(k, which == 2 ? 4 * LONG : LONG);
  d = work(k, which == 3 ? 4 * LONG : LONG);
  e = work(k, which == 4 ? 4 * LONG : LONG);
  f = work(k, which == 5 ? 4 * LONG : LONG);
  g = work(k, which == 6 ? 4 * LONG : LONG);
  h = work(k, which == 7 ? 4 * LONG : LONG);
  return a + b + c + d + e + f + g + h;
}
#elif LAYER == 6  /* a loop of equal iterations */
static double layer(int k) {
  for (int i = 0; i < TRIPS; i++)
    x[i] = work(k + i, 300);
  return x[7] + x[TRIPS - 1];
}
#elif LAYER == 7  /* a triangle */
static double layer(int k) {
  for (int i = 0; i < TRIPS; i++)
    x[i] = work(k + i, i);
  return x[7] + x[TRIPS - 1];
}
#elif LAYER == 8  /* a loop of which each iteration has another length each time */
static double layer(int k) {
  for (int i = 0; i < TRIPS; i++)
    n[i] = uneven(1000);
  for (int i = 0; i < TRIPS; i++)
    x[i] = work(k + i, n[i]);
  return x[7] + x[TRIPS - 1];
}
#elif LAYER == 9  /* a loop with few very long iterations, at another place each time */
static double layer(int k) {
  const int from = (int)(drawn() % (TRIPS - 40));
  for (int i = 0; i < TRIPS; i++)
    n[i] = i >= from && i < from + 40 ? 3000 : 50;
  for (int i = 0; i < TRIPS; i++)
    x[i] = work(k + i, n[i]);
  return x[7] + x[TRIPS - 1];
}
#elif LAYER == 10 /* a loop of few iterations */
static double layer(int k) {
  for (int i = 0; i < 7; i++)
    x[i] = work(k + i, LONG);
  return x[0] + x[6];
}
#elif LAYER == 11 /* an arm with two calls, beside two others */
static double layer(int k) {
  a = work(k, LONG);
  b = work(k + 1, LONG);
  if (drawn() % 2) {
    c = work(k + 2, LONG);
    d = work(k + 3, LONG);
  }
  return a + b + c + d;
}
#elif LAYER == 12 /* one of three arms */
static double layer(int k) {
  a = work(k, LONG);
  switch (drawn() % 4) {
  case 0:
    b = work(k, LONG);
    c = work(k + 1, LONG);
    break;
  case 1:
    d = work(k, 3 * LONG);
    e = work(k, SHORT);
    break;
  case 2:
    f = work(k, LONG);
    g = work(k + 1, LONG);
    break;
  }
  h = work(k + 2, LONG);
  return a + b + c + d + e + f + g + h;
}
#elif LAYER == 13 /* a chain beside three calls */
static double layer(int k) {
  a = work(k, LONG);
  b = work(a, LONG);
  c = work(b, LONG);
  d = work(k + 1, LONG);
  e = work(k + 2, LONG);
  f = work(k + 3, LONG);
  return a + b + c + d + e + f;
}
#elif LAYER == 14 /* a fork and a join */
static double layer(int k) {
  a = work(k, LONG);
  b = work(a, LONG);
  c = work(a + 1, LONG);
  d = work(b + c, LONG);
  e = work(k + 1, LONG);
  return d + e;
}
#elif LAYER == 15 /* the same with lengths that vary */
static double layer(int k) {
  const int l = uneven(2 * LONG), m = uneven(2 * LONG), o = uneven(2 * LONG);
  a = work(k, LONG);
  b = work(a, l);
  c = work(a + 1, m);
  d = work(b + c, LONG);
  e = work(k + 1, o);
  return d + e;
}
#elif LAYER == 16 /* a loop beside a call */
static double layer(int k) {
  a = work(k, 2 * LONG);
  for (int i = 0; i < TRIPS; i++)
    x[i] = work(k + i, 200);
  return a + x[7] + x[TRIPS - 1];
}
#elif LAYER == 17 /* two loops, the second reads what the first has written */
static double layer(int k) {
  for (int i = 0; i < TRIPS; i++)
    x[i] = work(k + i, 100);
  for (int i = 0; i < TRIPS; i++)
    y[i] = work(x[i], 100);
  return y[7] + y[TRIPS - 1];
}
#elif LAYER == 18 /* four short calls */
static double layer(int k) {
  a = work(k, SHORT);
  b = work(k + 1, SHORT);
  c = work(k + 2, SHORT);
  d = work(k + 3, SHORT);
  return a + b + c + d;
}
#elif LAYER == 19 /* short calls of which some are ten times shorter */
static double layer(int k) {
  const int l = uneven(4 * SHORT), m = uneven(4 * SHORT), o = uneven(4 * SHORT),
            p = uneven(4 * SHORT);
  a = work(k, l);
  b = work(k + 1, m);
  c = work(k + 2, o);
  d = work(k + 3, p);
  return a + b + c + d;
}
#elif LAYER == 20 /* calls in front of and behind an early return */
static double layer(int k) {
  const int l = uneven(LONG), m = uneven(LONG), o = uneven(LONG);
  a = work(k, l);
  b = work(k + 1, m);
  if (k % 5 == 4)
    return a - b;
  c = work(k + 2, o);
  d = work(k + 3, LONG);
  return a + b + c + d;
}
#endif

#if LAYER == 21 /* six calls, each of which goes over data of its own, more or less of them */
enum { ITEMS = 24000 };
static double data[6][ITEMS];

static double over(double *its, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += its[i] = its[i] * 0.999 + 1;
  return sum;
}

static double layer(int k) {
  const int l = uneven(ITEMS), m = uneven(ITEMS), o = uneven(ITEMS), p = uneven(ITEMS),
            q = uneven(ITEMS), r = uneven(ITEMS);
  data[0][0] = k;
  a = over(data[0], l);
  b = over(data[1], m);
  c = over(data[2], o);
  d = over(data[3], p);
  e = over(data[4], q);
  f = over(data[5], r);
  return a + b + c + d + e + f;
}
#elif LAYER == 22 /* three chains of two, each call of another length each time */
static double layer(int k) {
  const int l = uneven(LONG), m = uneven(LONG), o = uneven(LONG), p = uneven(LONG),
            q = uneven(LONG), r = uneven(LONG);
  a = work(k, l);
  b = work(k + 1, m);
  c = work(k + 2, o);
  d = work(a, p);
  e = work(b, q);
  f = work(c, r);
  return d + e + f;
}
#elif LAYER == 23 /* five calls, each of which is seldom long */
static int seldom(void) { return drawn() % 16 == 0 ? 6 * LONG : LONG / 2; }

static double layer(int k) {
  const int l = seldom(), m = seldom(), o = seldom(), p = seldom(), q = seldom();
  a = work(k, l);
  b = work(k + 1, m);
  c = work(k + 2, o);
  d = work(k + 3, p);
  e = work(k + 4, q);
  return a + b + c + d + e;
}
#elif LAYER == 24 /* a long call that may be left out, beside a loop and two calls */
static double layer(int k) {
  if (drawn() % 3 == 0)
    a = work(k, 3 * LONG);
  for (int i = 0; i < TRIPS; i++)
    x[i] = work(k + i, 100);
  b = work(k + 1, LONG / 2);
  c = work(k + 2, LONG / 2);
  return a + b + c + x[7] + x[TRIPS - 1];
}
#elif LAYER == 25 /* five equal calls, after so long that workers have gone to sleep */
static double layer(int k) {
  const double v = work(k, 20 * LONG);
  a = work(v, LONG / 4);
  b = work(v + 1, LONG / 4);
  c = work(v + 2, LONG / 4);
  d = work(v + 3, LONG / 4);
  e = work(v + 4, LONG / 4);
  return a + b + c + d + e;
}
#endif

int main(int argc, char **argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 100;
  double sum = 0;
  for (int k = 0; k < runs; k++)
    sum = sum * 0.5 + layer(k);
  printf("%.17g\n", sum);
  return 0;
}
