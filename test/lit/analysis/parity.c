// What the branches around an access say of its iteration: neighbors of one color are not accessed by others of that color.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { N = 256 };
int grid[N][N], line[N], key[N];

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void red_black(int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if (((i + j) & 1) == 0)
        grid[i][j] = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) / 4;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void of_a_color(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      if ((i + j) % 2 != color)
        continue;
      grid[i][j] = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) / 4;
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void odd(int n) {
  for (int i = 0; i < n; i++)
    if (i & 1)
      line[i] = line[i - 1] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void lower_half(int n) {
  for (int i = 0; i < n; i++)
    if (i < N / 2)
      line[i] = line[i + N / 2];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void as_a_value(int n) {
  for (int i = 1; i < n; i++) {
    int x = i & 1 ? line[i - 1] : key[i];
    if (i & 1)
      line[i] = x;
  }
}

// Diagonal neighbors have the same color.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void diagonal(int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if (((i + j) & 1) == 0)
        grid[i][j] = grid[i - 1][j - 1] + grid[i + 1][j + 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void three_colors(int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if ((i + 2 * j) % 3 != 0)
        grid[i][j] = grid[i - 1][j] + grid[i + 1][j];
}

// Both outcomes are accessed.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void both_arms(int n) {
  for (int i = 1; i < n; i++)
    if (i & 1)
      line[i] = line[i - 1] + 1;
    else
      line[i] = line[i - 1] + 2;
}

// The condition does not hold behind its arm.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void behind_the_arm(int n) {
  for (int i = 1; i < n; i++) {
    if (i & 1)
      key[i] = 1;
    line[i] = line[i - 1] + 1;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void either_of_two(int n, int all) {
  for (int i = 1; i < n; i++)
    if ((i & 1) || all)
      line[i] = line[i - 1] + 1;
}

// The number that is tested is cut off: i and i + 65536 differ.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void cut_off(int *p, int n) {
  for (int i = 65536; i < n; i++)
    if ((unsigned short)i < 100)
      p[i] = p[i - 65536];
}

// The value in the other arm.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void other_value(int n) {
  for (int i = 1; i < n; i++) {
    int x = i & 1 ? key[i] : line[i - 1];
    if (i & 1)
      line[i] = x;
  }
}
