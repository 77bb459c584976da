// Statement expressions with branches, as glibc's toupper(c) is one with optimization: what the arms do may be skipped,
// like that of ?:. Loops and jumps in an expression make the control flow irregular.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s
#include <ctype.h>
enum { N = 4000 };
static char in[N], out[N];
static int a[N], b[N];
int most;

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void letters(void) {
  for (int i = 0; i < N; i++)
    out[i] = (char)(toupper(in[i]) + tolower(in[i]));
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(sum){{$}}
int clamped(void) {
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += ({ int t = a[i]; if (t > 9) t = 9; else if (t < 0) { int u = 0; t = u; } t; });
  return sum;
}

// The value of the last iteration that sets it.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(v, last value, if set)
int after(void) {
  int v = 0;
  for (int i = 0; i < N; i++)
    b[i] = ({ if (a[i]) v = i; 3; });
  return v;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void kept(void) {
  int t = 0;
  for (int i = 0; i < N; i++)
    b[i] = ({ if (a[i] > 9) t = a[i]; t; });
}

// The condition reads the sum.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int capped(void) {
  int sum = 0;
  for (int i = 0; i < N; i++)
    b[i] = ({ if (sum < 100) sum += a[i]; 0; });
  return sum;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void shared(void) {
  int row[4] = {0};
  for (int i = 0; i < N; i++)
    b[i] = ({ int v; if (a[i]) v = row[0]; else { row[0] = i; v = 1; } v; });
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void greatest(void) {
  for (int i = 0; i < N; i++)
    b[i] = ({ if (a[i] > most) most = a[i]; most; });
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void stencil(void) {
  for (int i = 0; i < N - 1; i++)
    a[i] = ({ int t; if (b[i]) t = a[i + 1]; else t = 0; t; });
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: 'control flow inside an expression' makes the control flow irregular
void counted(void) {
  for (int i = 0; i < N; i++)
    b[i] = ({ int t = 0; while (t < a[i]) t++; t; });
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: 'control flow inside an expression' makes the control flow irregular
void left(void) {
  for (int i = 0; i < N; i++)
    b[i] = ({ if (a[i] < 0) break; 3; });
}

int main(void) {
  letters();
  kept();
  shared();
  greatest();
  stencil();
  counted();
  left();
  return clamped() + capped() + after() + b[7] + out[9];
}
