// No rewrite where it could change the program: other names, jumps, macros, old C, several declarators.
// RUN: kasuri %s --stop-after=analysis && kasuri %s -Rkasuri-missed 2>&1 | FileCheck %s
// CHECK-NOT: fix-it
#include <math.h>

enum { N = 100000 };
static double out[N];
_Thread_local double shared;            // other sources may name it
static _Thread_local double pointed;    // its address is known
static _Thread_local double changed;
#define CHANGED changed

double *where(void) { return &pointed; }
static void set(long *at) { *at = -1; }

void read_shared(void) {
  for (int i = 0; i < N; i++)
    out[i] = i * shared;
}

void read_pointed(void) {
  for (int i = 0; i < N; i++)
    out[i] = i * pointed;
}

void read_in_macro(void) {
  for (int i = 0; i < N; i++)
    out[i] = i * CHANGED;
}

static double next(void) { return changed += 1; }

void read_and_call(void) {
  for (int i = 0; i < N; i++)
    out[i] = i * changed + next();
}

void without_block(int isAsked) {
  changed = 1;
  if (isAsked)
    for (int i = 0; i < N; i++)
      out[i] = i * changed;
}

long leave_by_goto(void) {
  long last;
  set(&last);
  for (int i = 0; i < N; i++) {
    if (out[i] > 3)
      goto end;
    if (out[i] > 2)
      last = i;
  }
end:
  return last;
}

void several_declarators(int n) {
  double one[n], other[n];
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < n; i++)
      one[i] = sqrt(r);
    out[r] = one[n - 1];
  }
  other[0] = out[0];
  out[1] = other[0];
}

void changing_size(int n) {
  n++;
  double one[n];
  n--;
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < n; i++)
      one[i] = sqrt(r);
    out[r] = one[n - 1];
  }
}
