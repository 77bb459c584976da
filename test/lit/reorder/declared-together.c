// Several variables of one declaration, each with an element for each iteration.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
enum { N = 1000 };
double from[N][N], to[N][N];

// CHECK: {{^}}nest {{.*}}declared-together.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void filter(void) {
  for (int j = 0; j < N; j++) {
    double before = 0, last = before + 1;
    for (int i = 0; i < N; i++) {
      to[i][j] = from[i][j] - before + last;
      before = last;
      last = to[i][j];
    }
  }
}

// A list is no expression.
// CHECK: {{^}}kept {{.*}}declared-together.c:[[#@LINE+2]]:3
void braces(void) {
  for (int j = 0; j < N; j++) {
    double last = {0};
    for (int i = 0; i < N; i++) {
      to[i][j] = from[i][j] + last;
      last = to[i][j];
    }
  }
}

// CHECK: void filter(
// CHECK: before_all[j_number] = 0, last_all[j_number] = before_all[j_number] + 1;
