// A loop that no known call reaches does not count as one inside a parallel loop: there is none.
// RUN: rm -rf %t && kasuri %s --machine=%S/../../../docs/obstacles/four-cores.json -Rkasuri-missed --report=%t 2>&1 | FileCheck %s
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json %t/report.json
// RUN: python3 %S/Inputs/list_loops.py %t/report.json | FileCheck %s --check-prefix=JSON

enum { N = 100000 };
static double a[N];

// CHECK: not-called.c:[[#@LINE+3]]:3: remark: loop can run in parallel, but no known call reaches it [NotCalled]
// JSON: [[#@LINE+2]] fill not-worth-it - NotCalled i
static void fill(void) {
  for (int i = 0; i < N; i++)
    a[i] = i;
}

// With its guards, as for any other loop.
// CHECK: not-called.c:[[#@LINE+3]]:3: remark: loop can run in parallel if 'to[i]' and 'from[i]' do not overlap, but no known call reaches it [NotCalled]
// JSON: [[#@LINE+2]] copy not-worth-it - NotCalled i
static void copy(double *to, const double *from) {
  for (int i = 0; i < N; i++)
    to[i] = from[i];
}

struct handlers {
  void (*fill)(void);
  void (*copy)(double *, const double *);
};
static const struct handlers table = {fill, copy};
const void *handlers(void) { return &table; }
// CHECK: kasuri: 0 of 2 loops and 0 layers run in parallel; 2 loops have no known caller{{$}}
