/* SEQUENTIAL */
/* Choices of the same look that depend on the order of the iterations. */
#include <math.h>
#include <stdio.h>

struct job {
  int cost, name;
};

static int v[3000], w[3000], seen;
static double z[3000];
static struct job jobs[3000];

/* Compares the key of one and takes another. */
static int other_taken(int n) {
  int at = 0;
  for (int i = 1; i + 1 < n; i++)
    if (v[i] < v[at])
      at = i + 1;
  return at;
}

/* The keys are of different arrays. */
static int other_key(int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (v[i] < w[at])
      at = i;
  return at;
}

/* The loop changes the keys. */
static int changing(int n) {
  int at = 0;
  for (int i = 1; i < n; i++) {
    v[i] = v[i] * 3 % 101;
    if (v[i] < v[at])
      at = i;
  }
  return at;
}

/* Takes a NaN as well. */
static int last(int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (!(z[i] > z[at]))
      at = i;
  return at;
}

/* Each choice is counted. */
static int counted(int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (v[i] < v[at]) {
      at = i;
      seen++;
    }
  return at;
}

/* The choice so far is stored. */
static int stored(int n) {
  int at = 0;
  for (int i = 1; i < n; i++) {
    if (v[i] < v[at])
      at = i;
    w[i] = at;
  }
  return at;
}

/* A tolerance. */
static int tolerant(int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (v[i] + 5 < v[at])
      at = i;
  return at;
}

/* The key leads through a member of what is chosen. */
static struct job through_member(int n) {
  struct job best = jobs[0];
  for (int i = 1; i < n; i++)
    if (v[jobs[i].name] < v[best.name])
      best = jobs[i];
  return best;
}

/* A member is changed as well. */
static struct job marked(int n) {
  struct job best = jobs[0];
  for (int i = 1; i < n; i++)
    if (jobs[i].cost < best.cost) {
      best = jobs[i];
      best.name += i;
    }
  return best;
}

/* What is compared beside moves on. */
static int moving(int n) {
  int at = 0, by = 0;
  for (int i = 1; i < n; i++) {
    if (v[i] * by < v[at] * by)
      at = i;
    by = 3 - by * 2 % 5 + v[i] % 2;
  }
  return at;
}

static int next(void) {
  static unsigned seed = 1;
  seed = seed * 1103515245u + 12345u;
  return (int)(seed >> 16);
}

int main(void) {
  for (int i = 0; i < 3000; i++) {
    v[i] = next() % 211;
    jobs[i].cost = next() % 97;
    jobs[i].name = next() % 3000;
    w[i] = next() % 107;
    z[i] = next() % 100 == 99 ? NAN : w[i];
  }
  /* Each call needs the one before. */
  int at = other_taken(3000);
  at += other_key(2900 + at % 100);
  at += last(2900 + at % 100);
  at += tolerant(2900 + at % 100);
  at += counted(2900 + at % 100);
  struct job one = through_member(2900 + at % 100);
  struct job other = marked(2900 + one.cost);
  at += moving(2900 + other.cost);
  at += changing(2900 + at % 100);
  at += stored(2900 + at % 100);
  unsigned h = (unsigned)at * 31u + (unsigned)seen;
  for (int i = 0; i < 3000; i++)
    h = h * 31u + (unsigned)w[i];
  printf("%u %d %d\n", h, one.name, other.name);
  return 0;
}
