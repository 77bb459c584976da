// Terms that are cheaper to compute than to add in order are not worth it, however many there are.
// RUN: kasuri %s --cores=2 --machine=%S/../../../docs/obstacles/four-cores.json -Rkasuri -Rkasuri-missed -o %t 2>&1 | FileCheck %s
#include <math.h>
static double x[1000000], hist[64];
static int key[1000000];

double plain(void) {
  double s = 0;
  // CHECK: [[#@LINE+1]]:3: remark: loop can run in parallel but is not profitable: of {{.*}} it would spend {{.*}} on the reduction of 's' in the order of the source, which KASURI_REDUCTION or --fp=fast lifts [NotWorthIt]
  for (int i = 0; i < 1000000; i++)
    s += x[i];
  return s;
}

double sines(void) {
  double s = 0;
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < 1000000; i++)
    s += sin(x[i]);
  return s;
}

void by_key(void) {
  // CHECK: [[#@LINE+1]]:3: remark: loop can run in parallel but is not profitable: {{.*}} the reduction of 'hist[key[i]]'
  for (int i = 0; i < 1000000; i++)
    hist[key[i]] += x[i];
}
