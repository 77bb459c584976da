// What one iteration comes to and all others read too can be kept apart by no test in front of the loop.
// RUN: kasuri %s --min-gain=0 -Rkasuri -Rkasuri-missed 2>&1 | FileCheck %s

// The row k is one of the rows i.
void floyd(int n, int (*d)[n]) {
  for (int k = 0; k < n; k++)
    // CHECK: [[@LINE+1]]:5: remark: loop stays sequential: 'd[i][j]' is read in an iteration after the one that writes it [CarriedFlow]
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

// The rows i are those behind the row k.
void eliminate(int n, double (*a)[n]) {
  for (int k = 0; k < n; k++)
    // CHECK: [[@LINE+1]]:5: remark: loop runs in parallel: doall over 'i' [Doall]
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < n; j++)
        a[i][j] -= a[k][j] * 0.5;
}

// Nobody knows whether k is one of the values of i.
void add(int n, int k, double *a) {
  // CHECK: [[@LINE+1]]:3: remark: loop may run in parallel if 'a[k]' and 'a[i]' do not overlap: doall over 'i' [Doall]
  for (int i = 0; i < n; i++)
    a[i] += a[k];
}
