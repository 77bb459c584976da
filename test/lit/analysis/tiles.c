// Tiles of declared arrays, with a width that only the run knows: rows and places in a row are compared for themselves.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { N = 128 };
int to[N][N], from[N][N];
union {
  int plain[N];
  struct {
    int first;
    int rest[N];
  } shifted;
} both;

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel guard('r' counts up)
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel guard('c' counts up)
void turned(int n, int tile) {
  for (int r = 0; r < n; r += tile)
    for (int c = 0; c < n; c += tile) {
      int bottom = r + tile < n ? r + tile : n;
      int right = c + tile < n ? c + tile : n;
      for (int i = r; i < bottom; i++)
        for (int j = c; j < right; j++)
          to[i][j] = from[j][i];
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('c' counts up)
void columns(int n, int m, int tile) {
  for (int c = 0; c < m; c += tile) {
    int right = c + tile < m ? c + tile : m;
    for (int i = 1; i < n; i++)
      for (int j = c; j < right; j++)
        to[i][j] += to[i - 1][j];
  }
}

// Each row needs the one above it: no test keeps them apart.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void rows(int n, int m, int tile) {
  for (int r = 0; r < n; r += tile)
    for (int i = r; i < r + tile; i++)
      for (int j = 0; j < m; j++)
        to[i + 1][j] = to[i][j] + 1;
}

// A tile has one column of the next.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void one_more(int n, int m, int tile) {
  for (int c = 0; c < m; c += tile)
    for (int i = 0; i < n; i++)
      for (int j = c; j <= c + tile; j++)
        to[i][j] = to[i][j] * 3 + j;
}

// The loop may be left, so that nothing is known of the width.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void left(int n, int tile) {
  for (int c = 0; c < n; c += tile) {
    if (from[0][c] < 0)
      break;
    for (int j = c; j < c + tile; j++)
      to[0][j] = to[0][j] * 3 + j;
  }
}

// The last of one tile is the first of the next.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void beside(int n, int tile) {
  for (int c = 0; c < n; c += tile)
    for (int j = c; j < c + tile; j++) {
      both.plain[j] = j;
      both.shifted.rest[j] += j;
    }
}
