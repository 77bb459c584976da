// The shared initialiser of a range of elements is evaluated once. (Clang refuses to compile such code.)
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 -- -w && gcc -w -I%S/../../../include %t/range-designator.c %S/../../../build/lib/libkasuri.a -lm -pthread -o %t/x
// RUN: gcc -w %s -lm -o %t/s && %t/s > %t/want && %t/x > %t/got && cmp %t/want %t/got
#include <stdio.h>
static unsigned y[5000];
int main(int argc, char **argv) {
  int k = 0;
  int a[10] = {[0 ... 9] = k++};
  for (int q = 0; q < 4000; q++)
    y[q + k + 8] = y[q + 18] * 3 + q + a[3];
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, k);
  return 0;
}
