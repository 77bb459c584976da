// Arrays that are filled through a counter: what lies below it is an iteration's own.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { WIDTH = 100 };
double in[1000][WIDTH], out[1000];
int grid[1000][WIDTH], sorted[1000][WIDTH];
struct work {
  int used;
  double values[WIDTH];
};

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(kept){{$}}
void packed(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        kept[count++] = in[r][c];
    double sum = 0;
    for (int k = 0; k < count; k++)
      sum += kept[k];
    out[r] = sum;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(kept){{$}}
void with_jumps(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    unsigned count = 0;
    for (int c = 0; c < WIDTH; c++) {
      kept[count] = in[r][c];
      if (in[r][c] < 0)
        continue;
      if (in[r][c] > 1000)
        break;
      count++;
    }
    double sum = 0;
    for (unsigned k = 0; k < count; k++)
      sum += kept[k];
    out[r] = sum;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(kept){{$}}
void backwards(int rows) {
  double kept[WIDTH];
  for (int r = 0; r < rows; r++) {
    long count = 0;
    for (int c = 0; c < WIDTH; c++)
      switch (grid[r][c]) {
      case 0:
        kept[count++] = 1;
      case 1:
        kept[count++] = in[r][c];
        break;
      default:
        break;
      }
    double sum = 0;
    for (long k = count - 1; k >= 0; k--)
      sum = sum / 2 + kept[k];
    while (count-- > 0)
      sum += kept[count];
    out[r] = sum;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(depth) private(stack){{$}}
void stack_of_work(int rows) {
  int stack[WIDTH * 2], depth;
  for (int r = 0; r < rows; r++) {
    int sum = 0;
    stack[0] = grid[r][0] & 15;
    depth = 1;
    while (depth > 0) {
      int top = stack[--depth];
      sum += top;
      if (top > 1 && depth + 2 < WIDTH * 2) {
        stack[depth++] = top / 2;
        stack[depth++] = top / 3;
      }
    }
    sorted[r][0] = sum;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+7]]:3 parallel private(depth) private(points){{$}}
void of_structs(int rows) {
  struct {
    int x, y;
    struct { double a, b; } pair;
  } points[WIDTH];
  unsigned long depth;
  for (int r = 0; r < rows; r++) {
    depth = 0;
    for (int c = 0; c < WIDTH; c++) {
      points[depth].x = c;
      points[depth].pair.b = c / 2.0;
      depth++;
    }
    double sum = 0;
    while (depth > 0) {
      depth--;
      sum = sum / 3 + points[depth].x * points[depth].pair.b;
    }
    out[r] = sum;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(work){{$}}
void in_structure(int rows) {
  struct work work;
  for (int r = 0; r < rows; r++) {
    work.used = 0;
    for (int c = 0; c < WIDTH; c += 2)
      if (in[r][c] > 0)
        work.values[work.used++] = in[r][c];
    double sum = work.used;
    for (int k = 0; k < work.used; k++)
      sum += work.values[k];
    out[r] = sum;
  }
}

// All of an array, whatever the subscripts are then.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(line){{$}}
void insertion(int rows) {
  int line[WIDTH];
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < WIDTH; c++)
      line[c] = grid[r][c];
    for (int c = 1; c < WIDTH; c++) {
      int value = line[c], at = c;
      while (at > 0 && line[at - 1] > value) {
        line[at] = line[at - 1];
        at--;
      }
      line[at] = value;
    }
    for (int c = 0; c < WIDTH; c++)
      sorted[r][c] = line[c];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(heap){{$}}
void from_one(int rows) {
  double heap[WIDTH + 1];
  for (int r = 0; r < rows; r++) {
    int last = 0;
    heap[0] = r;
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        heap[++last] = in[r][c];
    double sum = 0;
    for (int k = 0; k <= last; k++)
      sum += heap[k];
    out[r] = sum;
  }
}
