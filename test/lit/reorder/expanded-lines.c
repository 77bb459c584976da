// A line of an array that each iteration of a loop sets anew is one for each iteration: iterations are independent then.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -ffp-contract=off | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -ffp-contract=off | FileCheck %s --check-prefix=TEXT
enum { N = 900 };
double a[N][N], b[N][N], d[N], e[N + 1];
int places[N];

// CHECK: {{^}}nest {{.*}}expanded-lines.c:[[#@LINE+2]]:3 tiled {{.*}}loop over 'j' innermost, with lines of 'd[i - 1]'{{$}}
void columns(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 1; i < N; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = N - 2; i >= 0; i--)
      b[i][j] = d[i] + 0.25 * b[i + 1][j];
  }
}

// The begin of a line is set in it.
// CHECK: {{^}}nest {{.*}}expanded-lines.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost, with lines of 'e[0]'{{$}}
void begun(int n) {
  for (int j = 0; j < n; j++) {
    e[0] = a[0][j];
    for (int i = 1; i < n; i++)
      e[i] = a[i][j] + 0.5 * e[i - 1];
    for (int i = n - 1; i > 0; i--)
      b[i][j] = e[i] + 0.25 * b[i - 1][j];
  }
}

// Lines of both loops are apart.
// CHECK: {{^}}nest {{.*}}expanded-lines.c:[[#@LINE+2]]:3 {{.*}}, with lines of 'd[i - 1]'{{$}}
void both(int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++) {
      for (int i = 1; i < n; i++)
        d[i] = a[i][j] + 0.5 * d[i - 1];
      for (int i = n - 1; i > 0; i--)
        b[i][j] = d[i] + 0.25 * b[i - 1][j];
    }
    for (int i = 0; i < n; i++) {
      for (int j = 1; j < n; j++)
        d[j] = b[i][j] + 0.5 * d[j - 1];
      for (int j = n - 1; j > 0; j--)
        a[i][j] = d[j] + 0.25 * a[i][j - 1];
    }
  }
}

// Each line begins with what the one before has left.
// CHECK: {{^}}kept {{.*}}expanded-lines.c:[[#@LINE+2]]:3:
void handedOn(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 1; i < N; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    d[0] = d[N - 1];
    for (int i = 0; i < N; i++)
      b[i][j] = d[i] * 0.25;
  }
}

// Not all elements are set in each line.
// CHECK: {{^}}kept {{.*}}expanded-lines.c:[[#@LINE+2]]:3:
void inPart(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 1; i < N; i++)
      if (a[i][j] > 0)
        d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = 0; i < N; i++)
      b[i][j] = d[i] * 0.25;
  }
}

// CHECK: {{^}}kept {{.*}}expanded-lines.c:[[#@LINE+2]]:3:
void halfOfThem(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 1; i < N; i += 2)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = N - 1; i > 0; i--)
      d[i] = b[i][j] = d[i] * 0.25 + d[i - 1];
  }
}

// Anywhere.
// CHECK: {{^}}kept {{.*}}expanded-lines.c:[[#@LINE+2]]:3:
void anywhere(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 1; i < N; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = 0; i < N; i++)
      b[i][j] = d[places[i]] * 0.25;
  }
}

// TEXT: void columns(
// TEXT: double *const d_lin{{e}}s =
// TEXT: d_lin{{e}}s[{{.*}}] = d[i - 1];
// TEXT: pragma kasuri reordered
// TEXT: d_lin{{e}}s[{{.*}}] = a[i][j] + 0.5 * d_lin{{e}}s[
// TEXT: b[i][j] = d_lin{{e}}s[
// TEXT: d[i] = d_lin{{e}}s[
// TEXT: __builtin_free(d_lin{{e}}s);
