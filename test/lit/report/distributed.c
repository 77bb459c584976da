// A distributed loop has a remark that says so, and its parts' lines stand in the report.
// RUN: rm -rf %t && kasuri --cores=2 --min-gain=0 -Rkasuri %s -o %t/out --report=%t/report -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t/report/report.json
// RUN: FileCheck %s --check-prefix=TEXT < %t/out/distributed.c
static int a[5000], b[5000];
int f(void) {
  int p = 1, q = 2;
  // CHECK: distributed.c:[[#@LINE+1]]:3: remark: loop is distributed: 2 independent parts run in parallel; {{.*}} [Distributed]
  for (int i = 0; i < 5000; i++) {
    int t;
    t = p * 3 + a[i];
    a[i] = p = t & 1023;
    t = q * 5 + b[i];
    b[i] = q = t & 1023;
  }
  return p + q;
}
// JSON: "components": [
// JSON-NEXT: [
// JSON-NEXT: 11,
// JSON-NEXT: 12
// JSON-NEXT: ],
// JSON-NEXT: [
// JSON-NEXT: 13,
// JSON-NEXT: 14
// JSON: "name": "f@distributed.c:9#1"
// JSON: "components": [
// JSON-NEXT: 0
// JSON: "name": "f@distributed.c:9#2"
// JSON: "components": [
// JSON-NEXT: 1

// TEXT: static void ks_f_9_t0(
// TEXT: __attribute__((__unused__)) int t;
// TEXT-NEXT: t = p * 3 + a[i];
// TEXT-NEXT: a[i] = p = t & 1023;
// TEXT-NOT: b[i]
// TEXT: *ks_f->ks_home_p = p;
// TEXT: static void ks_f_9_t1(
// TEXT-NOT: a[i]
// TEXT: b[i] = q = t & 1023;
// TEXT: *ks_f->ks_home_q = q;
// TEXT-NEXT: }
