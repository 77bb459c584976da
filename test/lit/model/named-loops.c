// A jump out of a named loop is taken for a goto: the loop that it leaves is another than the one around it.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- -std=c2y -w 2>&1 | FileCheck %s
// RUN: cmp %s %t/named-loops.c
double a[100][100];
void named(void) {
// CHECK: :[[@LINE+2]]:3: remark: loop stays sequential: 'goto' makes the control flow irregular
outer:
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < 100; j++) {
      if (j > i)
        continue outer;
      if (i == 70 && j == 3)
        break outer;
      a[i][j] = i + j;
    }
    a[i][99] = 1;
  }
}
