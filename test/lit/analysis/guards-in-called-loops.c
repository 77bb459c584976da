// What a called function reads in a loop, tested in front of the caller's loop.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

struct image {
  int width, height;
  float *pixels;
};

// Three places, upward or downward.
static float column(const float *p, int x, int w) {
  float sum = 0;
  for (int i = 0; i < 3; i++)
    sum += p[x + i * w];
  return sum;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('to[x]' and 'p[x + i * w]' do not overlap)
void columns(float *to, const float *p, int n, int w) {
  for (int x = 0; x < n; x++)
    to[x] = column(p, x, w);
}

// A loop of three iterations reads the structure's members.
static float window(const struct image *m, int y, int x) {
  float sum = 0;
  for (int i = 0; i < 3; i++)
    sum += m->pixels[y * 10 + x + i];
  return sum;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('to[x]' and 'm->pixels' do not overlap) guard('to[x]' and 'm->pixels[y * 10 + x + i]' do not overlap)
void windows(float *to, const struct image *m, int n) {
  for (int x = 0; x < n; x++)
    to[x] = window(m, 1, x);
}

// Its test reads one of them, and so the others are there, too.
static float row(const struct image *m, int y) {
  float sum = 0;
  for (int x = 0; x < m->width; x++)
    sum += m->pixels[(long)y * m->width + x];
  return sum;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(
void rows(float *to, const struct image *m, int n) {
  for (int y = 0; y < n; y++)
    to[y] = row(m, y);
}

// No iteration may read the structure.
static float perhaps(const struct image *m, int n, int x) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += m->pixels[x + i];
  return sum;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void perhapses(float *to, const struct image *m, int n, int w) {
  for (int x = 0; x < n; x++)
    to[x] = perhaps(m, w, x);
}

// Nor if another test ends the loop.
static float tested(const struct image *m, const int *more, int x) {
  float sum = 0;
  for (int i = 0; i < 3 && *more; i++)
    sum += m->pixels[x + i];
  return sum;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void testedOnes(float *to, const struct image *m, int n, const int *more) {
  for (int x = 0; x < n; x++)
    to[x] = tested(m, more, x);
}

// The first iteration may return in front of it.
static float returns(const struct image *m, const float *p, int x) {
  float sum = 0;
  for (int i = 0; i < 3; i++) {
    if (p[i] < 0)
      return sum;
    sum += m->pixels[x + i];
  }
  return sum;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void returnsOften(float *to, const struct image *m, const float *p, int n) {
  for (int x = 0; x < n; x++)
    to[x] = returns(m, p, x);
}

// What it reads a part of is no larger than the pointer says.
struct head {
  int width, height;
};
static float cast(const struct head *h, int x) {
  float sum = 0;
  for (int i = 0; i < h->width; i++)
    sum += ((const struct image *)h)->pixels[x + i];
  return sum;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void casts(float *to, const struct head *h, int n) {
  for (int x = 0; x < n; x++)
    to[x] = cast(h, x);
}
