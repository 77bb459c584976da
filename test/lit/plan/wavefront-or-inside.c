// A wavefront is taken with all that is in it: nothing of it becomes a layer of its own beside that.
// RUN: kasuri %s --min-gain=0 --cores=2 -o %t && grep -c '^/[*] kasuri: layer' %t/wavefront-or-inside.c | FileCheck %s
// RUN: kasuri %s --min-gain=0 --cores=4 -o %t && grep -c '^/[*] kasuri: layer' %t/wavefront-or-inside.c | FileCheck %s
// CHECK: {{^1$}}
enum { N = 500 };
static double a[N][N], b[N], c[N];

int main(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      for (int k = 0; k < 8; k++)
        b[k] = a[i - 1][j] + k;
      for (int k = 0; k < 8; k++)
        c[k] = a[i][j - 1] * k;
      a[i][j] = a[i - 1][j] + a[i][j - 1] + b[3] + c[5];
    }
  return (int)a[5][5];
}
