// Sequential loops whose iterations can run as a wavefront, and near misses, which each change one thing.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };
static double a[N][N], f[N], last;
static int d[N][N], line[N], tail[N];

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column){{$}}
void five_points(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1){{$}}
void nine_points(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      a[i][j] = a[i - 1][j - 1] + a[i - 1][j + 1] + a[i][j - 1] + a[i + 1][j + 1];
}

// Two rows before may lie twice as far behind.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 2){{$}}
void two_rows_before(void) {
  for (int i = 2; i < N; i++)
    for (int j = 1; j < N - 4; j++)
      a[i][j] = a[i - 2][j + 4] + a[i][j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 3){{$}}
void two_rows_before_and_more(void) {
  for (int i = 2; i < N; i++)
    for (int j = 1; j < N - 5; j++)
      a[i][j] = a[i - 2][j + 5] + a[i][j - 1];
}

// A later column, of which nobody knows how far.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('a[i - 1][j + far]' and 'a[i][j]' do not overlap){{$}}
void any_column(int far) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N / 2; j++)
      a[i][j] = a[i - 1][j + far] + a[i][j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void last_column(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      a[i][j] = a[i - 1][N - j] + a[i][j - 1];
}

// Rows and columns of a matrix whose width the run knows.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1){{$}}
void any_width(double *b, int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] += b[(i - 1) * m + j + 1] + b[i * m + j - 1];
}

// Here a row reaches into the next one.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void too_wide(double *b, int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m + 1; j++)
      b[i * m + j] += b[(i - 1) * m + j + 1] + b[i * m + j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1){{$}}
void any_type(int n, double b[n][n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] += b[i - 1][j + 1] + b[i][j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1, downwards){{$}}
void backwards(void) {
  for (int i = N - 2; i > 0; i--)
    for (int j = N - 2; j > 0; j--)
      a[i][j] = a[i + 1][j - 1] + a[i + 1][j] + a[i][j + 1];
}

// A row that goes the other way needs all of the row before.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void backward_columns(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = N - 2; j > 0; j--)
      a[i][j] = a[i - 1][N - 1 - j] + a[i][j + 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column){{$}}
void lower_triangle(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j <= i; j++)
      d[i][j] = d[i - 1][j - 1] + d[i - 1][j] + d[i][j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column){{$}}
void upper_triangle(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = i; j < N - 1; j++)
      a[i][j] += a[i - 1][j] * f[i] + a[i][j - 1];
}

// Columns are told by the value of their variable, whatever the row begins with.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 2){{$}}
void leaning(void) {
  for (int i = 1; i < N / 4; i++)
    for (int j = 2 * i; j < 2 * i + N / 4; j++)
      a[i][j] += a[i - 1][j + 2] + a[i][j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column){{$}}
void edit_distance(const char *s, const char *t) {
  for (int i = 1; i < N; i++) {
    d[i][0] = i;
    for (int j = 1; j < N; j++) {
      int best = d[i - 1][j - 1] + (s[i] != t[j]);
      best = d[i - 1][j] + 1 < best ? d[i - 1][j] + 1 : best;
      d[i][j] = d[i][j - 1] + 1 < best ? d[i][j - 1] + 1 : best;
    }
  }
}

// One row for all: what stands before the columns waits, too.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1, enters in turn){{$}}
void one_row(const char *s, const char *t) {
  for (int i = 1; i < N; i++) {
    int diagonal = line[0];
    line[0] = i;
    for (int j = 1; j < N; j++) {
      int best = diagonal + (s[i] != t[j]);
      diagonal = line[j];
      best = line[j] + 1 < best ? line[j] + 1 : best;
      line[j] = line[j - 1] + 1 < best ? line[j - 1] + 1 : best;
    }
  }
}

// The head of the columns sets another variable.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential wavefront(column + 1, enters in turn) private(y) private(diagonal) private(above){{$}}
void sets_in_head(const char *s, const char *t) {
  int x, y, diagonal, above;
  for (x = 1; x < N; x++) {
    line[0] = x;
    for (y = 1, diagonal = x - 1; y < N; y++) {
      above = line[y];
      line[y] = line[y - 1] < diagonal + (s[x] != t[y]) ? line[y - 1] : above;
      diagonal = above;
    }
  }
}

// Here it needs the last column of the row before.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void needs_last_column(const char *s, const char *t) {
  for (int i = 1; i < N; i++) {
    line[0] = line[N - 1];
    for (int j = 1; j < N; j++)
      line[j] = line[j - 1] + (s[i] != t[j]);
  }
}

// Where the columns begin is not known before that has been computed.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void begins_late(const int *from) {
  for (int i = 1; i < N; i++) {
    int first = from[i];
    line[0] = i + line[0];
    for (int j = first; j < N; j++)
      line[j] = line[j] + line[j - 1];
  }
}

// Behind the columns all is in order, and may carry values in memory.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column){{$}}
void behind(void) {
  for (int i = 1; i < N; i++) {
    for (int j = 1; j < N; j++)
      d[i][j] = d[i - 1][j] + d[i][j - 1];
    tail[i] = tail[i - 1] + d[i][N - 1];
  }
}

// What a row leaves in its scratch memory is read behind the columns, before the next row writes there: no test of
// whether the two overlap is made.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void scratch(int *t, int n) {
  for (int i = 1; i < N; i++) {
    for (int j = 1; j < n; j++)
      t[j] = t[j - 1] * 3 + i;
    for (int j = 0; j < n; j++)
      tail[i] = tail[i] * 7 + t[j];
  }
}

// The next row needs it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void needs_behind(void) {
  for (int i = 1; i < N; i++) {
    for (int j = 1; j < N; j++)
      d[i][j] = d[i - 1][j] + d[i][j - 1] + tail[i - 1];
    tail[i] = d[i][N - 1];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void carries_variable(int x) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      x = x * 3 + d[i - 1][j];
      d[i][j] = x;
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void carries_memory(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      last = a[i - 1][j] + last / 2;
      a[i][j] = last;
    }
}

// A row has it for itself.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential wavefront(column) private(x){{$}}
void sets_variable(void) {
  int x;
  for (int i = 1; i < N; i++) {
    x = i;
    for (int j = 1; j < N; j++) {
      x = x * 3 + d[i - 1][j];
      d[i][j] = x;
    }
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
int leaves_rows(int limit) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      d[i][j] = d[i - 1][j] + d[i][j - 1];
      if (d[i][j] > limit)
        return i;
    }
  return 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void leaves_columns(int limit) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      d[i][j] = d[i - 1][j] + d[i][j - 1];
      if (d[i][j] > limit)
        break;
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void prints(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      d[i][j] = d[i - 1][j] + d[i][j - 1];
      printf("%d\n", d[i][j]);
    }
}

// Its bound changes on the way.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void moving_bound(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < line[0]; j++) {
      d[i][j] = d[i - 1][j] + d[i][j - 1];
      line[j / 2] = d[i][j];
    }
}

// A row looks at its bound after each chunk, and the next row changes it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void bound_of_row_before(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < tail[i]; j++) {
      d[i][j] = d[i - 1][j] + d[i][j - 1];
      tail[i - 1] = j;
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column){{$}}
void bound_of_row(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < tail[i]; j++) {
      d[i][j] = d[i - 1][j] + d[i][j - 1];
      line[i - 1] = j;
    }
}

// In the order of the source a sum has all columns of one row before those of the next.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential reduction(sum, in order){{$}}
double sums(void) {
  double sum = 0;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      a[i][j] = a[i - 1][j] + a[i][j - 1];
      sum += a[i][j];
    }
  return sum;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential wavefront(column) reduction(best){{$}}
int extreme(void) {
  int best = 0;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      d[i][j] = d[i - 1][j] + d[i][j - 1];
      if (d[i][j] > best)
        best = d[i][j];
    }
  return best;
}

// The greatest change is the same in any order, because there is no negative zero.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential wavefront(column) reduction(most){{$}}
double greatest_change(void) {
  double most = 0;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      double change = fabs(a[i - 1][j] - a[i][j]);
      a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
      if (change > most)
        most = change;
    }
  return most;
}

// Here there may be one, and the first of several zeros stays.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential reduction(most){{$}}
double greatest(void) {
  double most = -1;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      double change = a[i - 1][j] - a[i][j];
      a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
      if (change > most)
        most = change;
    }
  return most;
}

// Where memory runs out, everything before is done, and nothing after.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void allocates(void) {
  for (int i = 1; i < N; i++) {
    int *p = malloc(N * sizeof *p);
    if (!p)
      exit(1);
    for (int j = 1; j < N; j++) {
      p[j] = d[i - 1][j];
      d[i][j] = p[j] + d[i][j - 1];
    }
    free(p);
  }
}

// Steps of time: each goes over the same array.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1){{$}}
void steps(int times) {
  for (int t = 0; t < times; t++)
    for (int i = 1; i < N - 1; i++)
      f[i] = (f[i - 1] + f[i] + f[i + 1]) / 3;
}

// All of the array is needed before the next step, because what is next to its end is at its start.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void ring(int times) {
  for (int t = 0; t < times; t++)
    for (int i = 0; i < N; i++)
      f[i] = (f[(i + N - 1) % N] + f[i] + f[(i + 1) % N]) / 3;
}
