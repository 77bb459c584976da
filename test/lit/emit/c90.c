// The emitted text keeps to C90 where the source does.
// RUN: sed -n '/^int/,$p' %s > %t.c && rm -rf %t && kasuri %t.c -o %t --cores=2 --min-gain=0 -- -std=gnu90
// RUN: cd %t && gcc -std=gnu90 -I%S/../../../include -c %basename_t.tmp.c -o x.o
int a[100];
int f(void) {
  int i, n = 0, m = -5;
  double s = 0;
  for (i = 0; i < 100; i++) {
    n += a[i];
    if (a[i] > m)
      m = a[i];
    if (a[i] & 1)
      s += a[i] * 0.5;
  }
  return n + m + (int)s;
}
