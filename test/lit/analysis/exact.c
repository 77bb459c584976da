// Remainders, quotients, minima and triangles are exact; distances say which iteration meets which.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

static int a[4096], b[64][64];

void all(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < 8; i++)
    a[i % 8] = i;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: [{{NonAffineSubscript|CarriedOutput}}]
  for (int i = 0; i < 9; i++)
    a[i % 8] = i;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < 64; i++)
    b[i / 8][i % 8] = i;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < 64; i++)
    b[i / 8][i % 4] = i;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < 1000; i += 8)
    for (int j = i; j < (n < i + 8 ? n : i + 8); j++)
      a[j] = j;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < 1000; i += 8)
    for (int j = i; j < (n > i + 8 ? n : i + 8); j++)
      a[j] = j;
}

void triangles(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < 64; i++)
    for (int j = i + 1; j < 64; j++)
      b[i][j] = b[j][i];
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      b[i][j] = b[j][i];
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: (distance 3) [CarriedFlow]
  for (int i = 3; i < n; i++)
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel
    for (int j = 0; j < 64; j++)
      a[i * 64 + j] = a[(i - 3) * 64 + j];
}

void rows(double *m, int w, int h) {
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: (distance 1) [CarriedFlow]
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      m[y * w + x] += m[(y - 1) * w + x] * 2;
}
