// Statements between calls that reach most of a large program keep their order; a few such calls are compared with the others.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define ALL(X) TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5) TEN(X, 6) TEN(X, 7)
#define COMMAND(n) static int block##n[64]; static void command##n(int k) { block##n[k * k] = 0; run(k - 1); }
#define CASE(n) case n: command##n(k); break;
#define CALL(n) run(k + n);
static void run(int k);
ALL(COMMAND)
static void run(int k) {
  switch (k) {
    ALL(CASE)
  }
}

int x[1000], y[1000];

// CHECK: order {{.*}}:[[#@LINE+4]]:3 -> {{.*}}:[[#@LINE+6]]:3 program order
void many(int k) {
  ALL(CALL)
  ALL(CALL)
  for (int i = 0; i < 1000; i++)
    x[i] += i;
  for (int i = 0; i < 1000; i++)
    y[i] += i;
}

// CHECK-NOT: order {{.*}}:[[#@LINE+4]]:3 ->
// CHECK: order {{.*}}:[[#@LINE+2]]:3 -> {{.*}}:[[#@LINE+7]]:3 {{.*}}COMMAND
void few(int k) {
  run(k);
  for (int i = 0; i < 1000; i++)
    x[i] += i;
  for (int i = 0; i < 1000; i++)
    y[i] += i;
  run(k + 1);
}

int main(int argc, char **argv) {
  many(argc);
  few(argc);
  return 0;
}
