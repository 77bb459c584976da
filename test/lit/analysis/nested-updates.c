// Updates of several operations: of integers in any order, of floating-point numbers none yet.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
enum { N = 4000 };
static int a[N], b[N];
static double x[N];

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(s){{$}}
int sum(void) {
  int s = 0;
  for (int i = 0; i < N; i++)
    s = s + a[i] + 2;
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(s){{$}}
long between(void) {
  long s = 0;
  for (int i = 0; i < N; i++)
    s = a[i] + (s - b[i]) - 7;
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(s){{$}}
unsigned char narrow(void) {
  unsigned char s = 1;
  for (int i = 0; i < N; i++)
    s = s * a[i] * b[i];
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(s){{$}}
unsigned mixed(void) {
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = (s ^ a[i]) ^ b[i];
  return s;
}

// It is subtracted.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int subtracted(void) {
  int s = 0;
  for (int i = 0; i < N; i++)
    s = a[i] - (s + b[i]);
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int twice(void) {
  int s = 1;
  for (int i = 0; i < N; i++)
    s = s + a[i] + s;
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int scaled(void) {
  int s = 1;
  for (int i = 0; i < N; i++)
    s = (s + a[i]) * 3;
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int kinds(void) {
  int s = 1;
  for (int i = 0; i < N; i++)
    s = (s & a[i]) | b[i];
  return s;
}

// The sum of the first two loses its high bits.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
long cut(void) {
  long s = 0;
  for (int i = 0; i < N; i++)
    s = (int)(s + a[i]) + b[i];
  return s;
}

// A value on its way is looked at.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int seen(void) {
  int s = 0, t;
  for (int i = 0; i < N; i++)
    s = (b[i] = s + a[i]) + 3;
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
double rounded(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s + x[i] + 2;
  return s;
}

int main(void) {
  return sum() + (int)between() + narrow() + (int)mixed() + subtracted() + twice() + scaled() + kinds() +
         (int)cut() + seen() + (int)rounded();
}
