// Arrays that are almost filled through a counter: elements below it are another iteration's.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { WIDTH = 100 };
double in[1000][WIDTH], out[1000];
int grid[1000][WIDTH], count_of_file;
struct work {
  int used;
  double values[WIDTH];
};

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void gap(int rows) {
  double kept[WIDTH + 1];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        kept[++count] = in[r][c];
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void one_too_many(int rows) {
  double kept[WIDTH + 1];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        kept[count++] = in[r][c];
    for (int k = 0; k <= count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void store_skipped(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++) {
      if (in[r][c] > 0)
        kept[count] = in[r][c];
      count++;
    }
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void skipped_by_jump(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++) {
      if (in[r][c] < 0) {
        count++;
        continue;
      }
      kept[count++] = in[r][c];
    }
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void left_early(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++) {
      count++;
      if (in[r][c] < 0)
        break;
      kept[count - 1] = in[r][c];
    }
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
void not_reset(int rows) {
  double kept[1000 * WIDTH];
  int count = 0;
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        kept[count++] = in[r][c];
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void other_counter(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0, all = 0;
    for (int c = 0; c < WIDTH; c++) {
      all++;
      if (in[r][c] > 0)
        kept[count++] = in[r][c];
    }
    for (int k = 0; k < all; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void moved_on(int rows) {
  double kept[2 * WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        kept[count++] = in[r][c];
    int end = count;
    count += grid[r][0] & 1;
    for (int k = 0; k < end; k++)
      out[r] += kept[k];
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// An unsigned number below 0 is a large one.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void below_zero(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    unsigned count = 0;
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        kept[count++] = in[r][c];
    count--;
    for (unsigned k = 0; k < count && k < WIDTH; k++)
      out[r] += kept[k];
  }
}

static void bump(struct work *work) { work->used++; }

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void moved_in_call(int rows) {
  struct work work;
  for (int r = 0; r < rows; r++) {
    work.used = 0;
    for (int c = 0; c < WIDTH; c++) {
      work.values[work.used++] = in[r][c];
      if (grid[r][c])
        bump(&work);
    }
    for (int k = 0; k < work.used; k++)
      out[r] += work.values[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+6]]:3 sequential
void other_member(int rows) {
  struct {
    int x, y;
  } points[WIDTH];
  int depth;
  for (int r = 0; r < rows; r++) {
    depth = 0;
    for (int c = 0; c < WIDTH; c++)
      points[depth++].x = c;
    while (depth > 0)
      out[r] += points[--depth].y;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void with_goto(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0, c = 0;
    kept[0] = 1;
  next:
    if (in[r][c] > 0)
      goto skip;
    kept[count] = in[r][c];
  skip:
    count++;
    if (++c < WIDTH)
      goto next;
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void of_bytes(int rows) {
  double kept[1000];
  for (int r = 0; r < rows; r++) {
    unsigned char count = 0;
    for (int c = 0; c < 1000; c++)
      kept[count++] = in[r][c % WIDTH];
    for (int k = 0; k < 300; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void larger_array(int rows, int n) {
  int line[2 * WIDTH];
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < WIDTH; c++)
      line[c] = grid[r][c];
    for (int c = 1; c < n; c++)
      line[grid[r][c]] += line[grid[r][c - 1]];
    out[r] = line[0];
  }
}

// The first iteration finds all below the counter filled, the next ones do not.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void only_once(int rows) {
  double kept[3 * WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++) {
      for (int k = 0; k < count; k++)
        out[r] += kept[k];
      if (c < 2)
        kept[count] = in[r][c];
      count++;
    }
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void falls_through(int rows) {
  double kept[2 * WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++)
      switch (grid[r][c]) {
      case 0:
        count++;
      case 1:
        kept[count] = 1;
        count++;
        break;
      }
    for (int k = 0; k < count; k++)
      out[r] += kept[k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
void member_behind(int rows) {
  struct {
    double x, y;
  } points[WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        points[count++].y = in[r][c];
    for (int k = 0; k < count; k++)
      out[r] += points[k].x;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void of_few_bits(int rows) {
  double kept[1000];
  for (int r = 0; r < rows; r++) {
    unsigned char count = 0;
    for (int c = 0; c < 1000; c++)
      if (in[r][c % WIDTH] > 0)
        kept[count++] = in[r][c % WIDTH];
    for (int k = 0; k < count + 256; k++)
      out[r] += kept[k];
  }
}
