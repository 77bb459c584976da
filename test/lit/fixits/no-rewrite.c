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

// The size means something else at the loop.
static double table[N];
void shadowed(int n) {
  double buffer[n];
  {
    int n = 3;
    for (int r = n; r < N; r++) {
      for (int i = 0; i < 8; i++)
        buffer[i] = r * i;
      table[r] = buffer[r % 8];
    }
  }
}

// A pointer to the memory of the last iteration is kept.
static double *kept;
double pointed_at(int n) {
  double buffer[n];
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < 8; i++)
      buffer[i] = r * i;
    table[r] = buffer[r % 8];
    kept = buffer;
  }
  return kept[2];
}

// Another configuration names the variable, too.
static _Thread_local double hidden;
void configured(void) {
  for (int i = 0; i < N; i++) {
    out[i] = i * hidden;
#ifdef TRACE
    out[i] += hidden;
#endif
  }
}

// Nothing may come between a pragma and its loop.
void under_pragma(void) {
#pragma GCC ivdep
  for (int i = 0; i < N; i++)
    out[i] = i * hidden;
}
