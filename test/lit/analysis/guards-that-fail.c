// A guard that fails whenever two iterations do what it is about is none: the dependence is reported.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
// RUN: kasuri %s -Rkasuri-missed -- 2>&1 | FileCheck %s --check-prefix=REMARK
#include <stdio.h>

struct body { double acc, pos; };

// An iteration touches [0, 16 n - 8) from its own body on, and the next body is 16 bytes away: n is 1.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// REMARK: {{.*}}.c:[[#@LINE+3]]:3: remark: loop stays sequential: {{.*}} [Carried{{Flow|Output|Anti}}]
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel
void pairs(struct body *b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      b[i].acc += b[j].pos;
      b[j].acc -= b[i].pos;
    }
}

// Where the inner loop has another bound, the test holds only if it has no iteration.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void otherBound(struct body *b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < m; j++) {
      b[i].acc += b[j].pos;
      b[j].acc -= b[i].pos;
    }
}

// Rows of n numbers, 50 apart: n <= 50, which the condition around the loop excludes.
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 sequential
void longRows(int *a, int n, int m) {
  if (n > 50)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[50 * i + j] += i;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel guard(iterations access different parts of 'a[50 * i + j]')
void someRows(int *a, int n, int m) {
  if (n > 49)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[50 * i + j] += i;
}

// The same from another guard: without output, n > 50.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void otherGuard(int *a, int n, int m) {
  for (int i = 0; i < m; i++) {
    if (n <= 50)
      printf("%d\n", i);
    for (int j = 0; j < n; j++)
      a[50 * i + j] += i;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('n > 49') guard(iterations access different parts of 'a[50 * i + j]')
void otherGuardHolds(int *a, int n, int m) {
  for (int i = 0; i < m; i++) {
    if (n <= 49)
      printf("%d\n", i);
    for (int j = 0; j < n; j++)
      a[50 * i + j] += i;
  }
}

// A condition that the loop's own test decides.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void always(int *a, int *restrict b, int n) {
  for (int i = 1; i < n; i++) {
    if (n > 2)
      a[i] = a[i - 1] + 1;
    b[i] = i;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('n <= 3')
void sometimes(int *a, int *restrict b, int n) {
  for (int i = 1; i < n; i++) {
    if (n > 3)
      a[i] = a[i - 1] + 1;
    b[i] = i;
  }
}

// Two halves overlap, however many iterations there are.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void halves(int *a, unsigned shift, int n) {
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < shift + 2; j++)
      a[i + j] = i;
}

// One picture is read and written: the rows of neighbors are those that other iterations write.
struct image { int width, height; float *pixels; };
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// REMARK: {{.*}}.c:[[#@LINE+2]]:3: remark: loop stays sequential: 'in->pixels{{.*}}' is read in an iteration after the one that writes it [CarriedFlow]
void inPlace(const struct image *in) {
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++)
      for (int c = 0; c < 3; c++) {
        float sum = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            sum += in->pixels[((y + dy) * in->width + x + dx) * 3 + c];
        in->pixels[(y * in->width + x) * 3 + c] = sum / 9;
      }
}

// Two pictures may be two.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel {{.*}}guard('in->pixels[{{.*}}]' and 'out->pixels[{{.*}}]' do not overlap)
void twoPictures(const struct image *restrict in, struct image *restrict out) {
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++) {
      float sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          sum += in->pixels[(y + dy) * in->width + x + dx];
      out->pixels[y * in->width + x] = sum / 9;
    }
}

// The same rows, read from a distance that may be large enough.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('a[(y + far) * w + x]' and 'a[y * w + x]' do not overlap)
void farRows(float *a, int w, int h, int far) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] = a[(y + far) * w + x];
}

// A filter in place reads all that it writes, whatever its radius.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void someRadius(float *a, int w, int h, int r) {
  for (int y = r; y < h - r; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = -r; k <= r; k++)
        sum += a[(y + k) * w + x];
      a[y * w + x] = sum;
    }
}

// The middle is one of the elements, and half of them reach beyond it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void middle(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += a[n / 2];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void half(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i + n / 2];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('a[i + n / 2]' and 'a[i]' do not overlap)
void halfOfAnother(float *a, int n, int m) {
  for (int i = 0; i < m; i++)
    a[i] = a[i + n / 2];
}

// A picture upside down onto itself, whatever its pitch.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void upsideDown(float *d, int w, int h, int pitch) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      d[y * pitch + x] = d[(h - 1 - y) * pitch + x];
}
