// Two runs write the same bytes.
// RUN: rm -rf %t && kasuri --cores=4 --min-gain=0 %s -o %t/one --report=%t/one 2> %t.err
// RUN: kasuri --cores=4 --min-gain=0 %s -o %t/two --report=%t/two 2> %t.err
// RUN: diff -r %t/one %t/two
double a[1000], b[1000];
double run(int n) {
  double sum = 0;
  for (int i = 0; i < n && i < 1000; i++)
    a[i] = b[i] * 2;
  for (int i = 0; i < 1000; i++) {
    double t = a[i];
    b[i] = t * t;
  }
  for (int i = 0; i < 1000; i++)
    sum += a[i] * b[i];
  return sum;
}
