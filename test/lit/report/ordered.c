// A loop with statements in order says where these stand, in its remark and in the report; the emitted loop behind the
// layer has the text of these alone.
// RUN: rm -rf %t && kasuri --cores=2 --min-gain=0 -Rkasuri %s -o %t/out --report=%t/report -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t/report/report.json
// RUN: FileCheck %s --check-prefix=TEXT < %t/out/ordered.c
int printf(const char *, ...);
static int work(int v) {
  for (int k = 0; k < 100; k++)
    v = v * 75 % 65537;
  return v;
}
int main(void) {
  int total = 0;
  // CHECK: ordered.c:[[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; in program order: line 18, 19 [Doall]
  for (int i = 0; i < 500; i++) {
    int w = work(i + 1);
    int lost = w & 1; /* not used */
    printf("%d\n", w);
    total = total * 3 + w;
  }
  return total & 127;
}
// JSON: "inOrder": {{\[$}}
// JSON-NEXT: 18,
// JSON-NEXT: 19
// JSON-NEXT: ]
// TEXT: static void ks_main_15_t0
// TEXT-NOT: printf
// TEXT: int lost = w & 1;
// TEXT-NOT: printf
// TEXT: ks_f->ks_kept_0_0[ks_k] = w;
// TEXT: ks_run(&ks_main_15, &ks_f);
// TEXT-NEXT: for (ks_k = 0; ks_k < ks_trip_0; ks_k++) { /* in the order of the source */
// TEXT-NEXT: __attribute__((__unused__)) int w;
// TEXT-NEXT: w = ks_f.ks_kept_0_0[ks_k];
// TEXT-NEXT: #line 15
// TEXT-NOT: lost
// TEXT: printf("%d\n", w);
// TEXT-NEXT: total = total * 3 + w;
