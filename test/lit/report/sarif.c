// report.sarif: SARIF 2.1.0 with a rule for each kind, results at the loops in units of UTF-16, both ends related.
// RUN: rm -rf %t && kasuri --cores=2 --min-gain=0 %s --report=%t
// RUN: python3 %S/Inputs/check_sarif.py %t/report.sarif | FileCheck %s

int a[1000], b[1000];

int main(void) {
  // CHECK: [[#@LINE+2]]:3 {{warning|note}} fail CarriedFlow 'a{{.*}}' is read in an iteration after the one that writes it
  // CHECK-SAME: | [[#@LINE+2]]:{{[0-9]+}} written here | [[#@LINE+2]]:{{[0-9]+}} read here
  for (int i = 1; i < 1000; i++)
    a[i] = a[i - 1] + 1;
  // CHECK: [[#@LINE+1]]:13 none informational {{Doall|InsideParallel}}
  /* é𝄞 */ for (int i = 0; i < 1000; i++)
    b[i] = i;
  return a[5] + b[6];
}
