// A call that does nothing with the arguments that it gets here has no accesses.
// RUN: kasuri %s -o %t.out --cores=2 --min-gain=0 --dump=analysis -- | FileCheck %s

int total[1];

static void add(int *sum, int n) {
  if (n <= 2)
    sum[0] += n;
}

void run(void) {
  // CHECK: loop {{.*}}call-without-effect.c:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < 100; i++)
    add(total, 7);
}
