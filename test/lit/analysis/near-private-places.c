// A variable is private only if no pointer of unknown code may lead to it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

double *given(void);
double seen;
static double escaped, hidden;

double *show(void) { return &escaped; }

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential{{$}}
void overGlobal(double *restrict a, int n) {
  double *p = given();
  for (int i = 0; i < n; i++) {
    seen = a[i];
    p[i] = 2;
    a[i] = seen + 1;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential{{$}}
void overEscaped(double *restrict a, int n) {
  double *p = given();
  for (int i = 0; i < n; i++) {
    escaped = a[i];
    p[i] = 2;
    a[i] = escaped + 1;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(hidden{{.*}}) guard('a[i]' and 'p[i]' do not overlap){{$}}
void besideHidden(double *restrict a, int n) {
  double *p = given();
  for (int i = 0; i < n; i++) {
    hidden = a[i];
    p[i] = 2;
    a[i] = hidden + 1;
  }
}
