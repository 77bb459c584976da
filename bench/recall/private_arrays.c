/* Arrays and blocks that each iteration fills before it reads them, and some that it does not. */
#include <math.h>
#include <string.h>

#include "suite.h"

enum { ROWS = 64, WIDTH = 32 };

static double in[ROWS][WIDTH], out[ROWS][WIDTH], scratch[WIDTH], carry[WIDTH];
static int grid[ROWS][WIDTH], line_buffer[WIDTH + 2], sorted[ROWS][WIDTH];
static unsigned char text[ROWS][WIDTH];
static struct {
  int used;
  double values[WIDTH];
} workspace;

static void declared_outside(int rows) {
  double line[WIDTH];
  /* parallel: private(line) */
  for (int r = 0; r < rows; r++) {
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      line[c] = in[r][c] * 0.5;
    /* parallel */
    for (int c = 1; c < WIDTH; c++)
      out[r][c] = line[c] - line[c - 1];
  }
}

static void global_scratch(int rows) {
  /* parallel: private(scratch) */
  for (int r = 0; r < rows; r++) {
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      scratch[c] = in[r][WIDTH - 1 - c];
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      out[r][c] += scratch[c];
  }
}

static void transform(double *to, const double *from, double *temp) {
  /* parallel */
  for (int k = 0; k < WIDTH; k++)
    temp[k] = from[k] + from[WIDTH - 1 - k];
  /* parallel */
  for (int k = 0; k < WIDTH; k++)
    to[k] = temp[k] * temp[WIDTH - 1 - k];
}

static void in_callee(int rows) {
  double temp[WIDTH];
  /* parallel: private(temp) */
  for (int r = 0; r < rows; r++)
    transform(out[r], in[r], temp);
}

static void cleared_by_memset(int rows) {
  int counts[8];
  /* parallel: private(counts) */
  for (int r = 0; r < rows; r++) {
    memset(counts, 0, sizeof counts);
    /* parallel: reduction(counts) */
    for (int c = 0; c < WIDTH; c++)
      counts[grid[r][c] & 7]++;
    grid[r][0] = counts[0] * 100 + counts[7];
  }
}

static void copied_by_memcpy(int rows) {
  double line[WIDTH];
  /* parallel: private(line) */
  for (int r = 0; r < rows; r++) {
    memcpy(line, in[r], sizeof line);
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      out[r][c] = line[(c + 3) % WIDTH];
  }
}

static void padded(int rows, int width) {
  /* parallel: private(line_buffer) */
  for (int r = 0; r < rows; r++) {
    line_buffer[0] = 0;
    line_buffer[width + 1] = 0;
    /* parallel */
    for (int c = 0; c < width; c++)
      line_buffer[c + 1] = grid[r][c];
    /* parallel */
    for (int c = 0; c < width; c++)
      sorted[r][c] = line_buffer[c] + 2 * line_buffer[c + 1] + line_buffer[c + 2];
  }
}

static void insertion(int rows) {
  int line[WIDTH];
  /* parallel: private(line) */
  for (int r = 0; r < rows; r++) {
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      line[c] = grid[r][c];
    /* sequential: insertion sort */
    for (int c = 1; c < WIDTH; c++) {
      int value = line[c], at = c;
      /* sequential: elements move one by one */
      while (at > 0 && line[at - 1] > value) {
        line[at] = line[at - 1];
        at--;
      }
      line[at] = value;
    }
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      sorted[r][c] = line[c];
  }
}

static void allocated(int rows, int width) {
  double *line = malloc((size_t)width * sizeof *line);
  if (!line)
    return;
  /* parallel: private(line) */
  for (int r = 0; r < rows; r++) {
    /* parallel */
    for (int c = 0; c < width; c++)
      line[c] = sqrt(fabs(in[r][c]));
    /* parallel */
    for (int c = 0; c < width; c++)
      out[r][c] += line[width - 1 - c];
  }
  free(line);
}

static void allocated_inside(int rows, int width) {
  /* parallel */
  for (int r = 0; r < rows; r++) {
    double *line = malloc((size_t)width * sizeof *line);
    if (!line)
      continue;
    /* parallel */
    for (int c = 0; c < width; c++)
      line[c] = in[r][c] + r;
    out[r][0] = line[0] + line[width - 1];
    free(line);
  }
}

static void only_a_prefix(int rows) {
  double kept[WIDTH];
  /* parallel: private(kept) */
  for (int r = 0; r < rows; r++) {
    int count = 0;
    /* sequential: elements are packed */
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        kept[count++] = in[r][c];
    double sum = 0;
    /* parallel: reduction(sum) */
    for (int k = 0; k < count; k++)
      sum += kept[k];
    out[r][1] = sum;
  }
}

static void in_structure(int rows) {
  /* parallel: private(workspace values used) */
  for (int r = 0; r < rows; r++) {
    workspace.used = 0;
    /* sequential: elements are packed */
    for (int c = 0; c < WIDTH; c += 2)
      workspace.values[workspace.used++] = in[r][c];
    out[r][2] = workspace.values[workspace.used - 1] + workspace.used;
  }
}

static void two_dimensional(int blocks) {
  double block[8][8], turned[8][8];
  /* parallel: private(block turned) */
  for (int b = 0; b < blocks; b++) {
    /* parallel */
    for (int i = 0; i < 8; i++)
      /* parallel */
      for (int j = 0; j < 8; j++)
        block[i][j] = in[b * 8 + i][j];
    /* parallel */
    for (int i = 0; i < 8; i++)
      /* parallel */
      for (int j = 0; j < 8; j++)
        turned[i][j] = block[j][i] * 2;
    /* parallel */
    for (int i = 0; i < 8; i++)
      /* parallel */
      for (int j = 0; j < 8; j++)
        out[b * 8 + i][j] = turned[i][j];
  }
}

static void stack_of_work(int rows) {
  int stack[WIDTH * 2], depth;
  /* parallel: private(stack depth) */
  for (int r = 0; r < rows; r++) {
    int sum = 0;
    depth = 0;
    stack[depth++] = grid[r][0] & 15;
    /* sequential: a stack */
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

static void strings(int rows) {
  char name[WIDTH + 16];
  /* parallel: private(name) */
  for (int r = 0; r < rows; r++) {
    snprintf(name, sizeof name, "row-%d", r);
    text[r][0] = (unsigned char)name[strlen(name) - 1];
  }
}

/* Near misses. */

static void carried_line(int rows) {
  /* sequential: the line of the row before is read */
  for (int r = 0; r < rows; r++)
    /* parallel */
    for (int c = 0; c < WIDTH; c++) {
      out[r][c] = in[r][c] + carry[c];
      carry[c] = out[r][c] * 0.5;
    }
}

static void not_all_filled(int rows) {
  double line[WIDTH];
  memset(line, 0, sizeof line);
  /* sequential: some elements are those of an earlier row */
  for (int r = 0; r < rows; r++) {
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      if (in[r][c] > 0)
        line[c] = in[r][c];
    /* parallel */
    for (int c = 0; c < WIDTH; c++)
      out[r][c] = line[c];
  }
}

static void filled_once(int rows) {
  int ready = 0;
  double line[WIDTH];
  /* sequential: only the first iteration fills it (it could be hoisted) */
  for (int r = 0; r < rows; r++) {
    if (!ready) {
      /* parallel */
      for (int c = 0; c < WIDTH; c++)
        line[c] = in[r][c];
      ready = 1;
    }
    out[r][3] = line[r % WIDTH];
  }
}

static void swapped(int steps) {
  double first[WIDTH], second[WIDTH], *from = first, *to = second;
  memcpy(first, in[0], sizeof first);
  memset(second, 0, sizeof second);
  /* sequential: each step reads what the step before wrote */
  for (int s = 0; s < steps; s++) {
    /* parallel */
    for (int c = 1; c < WIDTH - 1; c++)
      to[c] = (from[c - 1] + from[c + 1]) * 0.5;
    double *kept = from;
    from = to;
    to = kept;
  }
  memcpy(out[1], from, sizeof first);
}

static void one_too_few(int rows, int width) {
  double line[WIDTH + 1];
  memset(line, 0, sizeof line);
  /* sequential: the last element read is that of the row before */
  for (int r = 0; r < rows; r++) {
    double last = line[width];
    /* parallel */
    for (int c = 0; c <= width; c++)
      line[c] = c < width ? in[r][c] : last + in[r][0];
    out[r][4] = line[width];
  }
}

int main(int argc, char **argv) {
  int rows = suite_size(argc, argv, 40, ROWS);
  suite_doubles(&in[0][0], ROWS * WIDTH);
  suite_ints(&grid[0][0], ROWS * WIDTH, 0, 1000);
  declared_outside(rows);
  global_scratch(rows);
  suite_show("out", out, sizeof out);
  in_callee(rows);
  suite_show("out", out, sizeof out);
  cleared_by_memset(rows);
  copied_by_memcpy(rows);
  padded(rows, WIDTH - 2);
  suite_show("sorted", sorted, sizeof sorted);
  insertion(rows);
  allocated(rows, WIDTH - 1);
  allocated_inside(rows, WIDTH - 1);
  only_a_prefix(rows);
  in_structure(rows);
  suite_show("out", out, sizeof out);
  two_dimensional(rows / 8);
  stack_of_work(rows);
  strings(rows);
  suite_show("out", out, sizeof out);
  carried_line(rows);
  suite_show("out", out, sizeof out);
  not_all_filled(rows);
  filled_once(rows);
  swapped(rows);
  one_too_few(rows, WIDTH - 1);
  suite_show("out", out, sizeof out);
  suite_show("sorted", sorted, sizeof sorted);
  suite_show("grid", grid, sizeof grid);
  suite_show("text", text, sizeof text);
  printf("%d %g\n", workspace.used, scratch[0]);
  return 0;
}
