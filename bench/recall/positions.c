/* Extremes with their positions: first or last of equal ones, in two dimensions, with what belongs to them. */
#include <float.h>
#include <limits.h>
#include <math.h>

#include "suite.h"

enum { SIZE = 1500, ROWS = 40, COLUMNS = 30 };

struct candidate {
  int cost, x, y;
};

struct best {
  double score;
  int index;
};

static int a[SIZE], grid[ROWS][COLUMNS];
static double x[SIZE], y[SIZE];
static struct candidate candidates[SIZE];
static struct best global_best;

static int first_greatest(int n) {
  int most = a[0], at = 0;
  /* parallel: reduction(most at) */
  for (int i = 1; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      at = i;
    }
  return at;
}

static int last_greatest(int n) {
  int most = INT_MIN, at = -1;
  /* parallel: reduction(most at) */
  for (int i = 0; i < n; i++)
    if (a[i] >= most) {
      most = a[i];
      at = i;
    }
  return at + most;
}

static int by_position_alone(int n) {
  int at = 0;
  /* parallel: reduction(at) */
  for (int i = 1; i < n; i++)
    if (x[i] < x[at])
      at = i;
  return at;
}

static int in_a_grid(int rows, int columns) {
  int least = INT_MAX, row = 0, column = 0;
  /* parallel: reduction(least row column) */
  for (int r = 0; r < rows; r++)
    /* parallel: reduction(least row column) */
    for (int c = 0; c < columns; c++)
      if (grid[r][c] < least) {
        least = grid[r][c];
        row = r;
        column = c;
      }
  return row * 1000 + column;
}

static double nearest(double px, double py, int n, int *which) {
  double closest = DBL_MAX;
  int at = -1;
  /* parallel: reduction(closest at) */
  for (int i = 0; i < n; i++) {
    double dx = x[i] - px, dy = y[i] - py;
    double distance = dx * dx + dy * dy;
    if (distance < closest) {
      closest = distance;
      at = i;
    }
  }
  *which = at;
  return closest;
}

static struct candidate cheapest(int n) {
  struct candidate best = candidates[0];
  /* parallel: reduction(best) */
  for (int i = 1; i < n; i++)
    if (candidates[i].cost < best.cost)
      best = candidates[i];
  return best;
}

static void into_members(int n) {
  global_best.score = -1.0;
  global_best.index = -1;
  /* parallel: reduction(global_best) */
  for (int i = 0; i < n; i++) {
    double score = fabs(x[i] * y[i]);
    if (score > global_best.score) {
      global_best.score = score;
      global_best.index = i;
    }
  }
}

static const double *pointer_to_greatest(int n) {
  const double *most = x;
  /* parallel: reduction(most) */
  for (int i = 1; i < n; i++)
    if (x[i] > *most)
      most = &x[i];
  return most;
}

static int both_ends(int n) {
  int low = a[0], high = a[0], low_at = 0, high_at = 0;
  /* parallel: reduction(low high low_at high_at) */
  for (int i = 1; i < n; i++) {
    if (a[i] < low) {
      low = a[i];
      low_at = i;
    }
    if (a[i] > high) {
      high = a[i];
      high_at = i;
    }
  }
  return low_at + high_at * SIZE;
}

static int best_block(const int *reference, int n) {
  int best = INT_MAX, best_at = 0;
  /* parallel: reduction(best best_at) */
  for (int start = 0; start + 16 <= n; start++) {
    int difference = 0;
    /* parallel: reduction(difference) */
    for (int k = 0; k < 16; k++)
      difference += abs(a[start + k] - reference[k]);
    if (difference < best) {
      best = difference;
      best_at = start;
    }
  }
  return best_at;
}

static double greatest_step(int n) {
  double most = 0.0;
  int at = 0;
  /* parallel: reduction(most at) */
  for (int i = 1; i < n; i++) {
    double step = x[i] - x[i - 1];
    if (step < 0)
      step = -step;
    if (most < step) {
      most = step;
      at = i;
    }
  }
  return most + at;
}

static int guarded_minimum(int n) {
  int least = INT_MAX, at = -1;
  /* parallel: reduction(least at) */
  for (int i = 0; i < n; i++) {
    if (a[i] <= 0)
      continue;
    if (a[i] < least) {
      least = a[i];
      at = i;
    }
  }
  return at;
}

static int any_position(int n) {
  int at = -1;
  /* parallel: reduction(at) */
  for (int i = 0; i < n; i++)
    if (a[i] == 13)
      at = i;
  return at;
}

/* Near misses. */

static int two_largest(int n) {
  int first = INT_MIN, second = INT_MIN;
  /* parallel: reduction(first second), the two greatest */
  for (int i = 0; i < n; i++) {
    if (a[i] > first) {
      second = first;
      first = a[i];
    } else if (a[i] > second)
      second = a[i];
  }
  return first + second;
}

static int counts_records(int n) {
  int most = INT_MIN, records = 0;
  /* sequential: how often a new maximum is found depends on the order */
  for (int i = 0; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      records++;
    }
  return records;
}

static int sum_of_records(int n) {
  int most = INT_MIN, sum = 0;
  /* sequential: what is summed depends on the maximum so far */
  for (int i = 0; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      sum += i;
    }
  return sum;
}

static void running_maximum(int n) {
  int most = INT_MIN;
  /* sequential: each maximum so far is stored */
  for (int i = 0; i < n; i++) {
    if (a[i] > most)
      most = a[i];
    candidates[i].x = most;
  }
}

static double with_tolerance(int n) {
  double most = -DBL_MAX;
  /* sequential: the tolerance makes the result depend on the order */
  for (int i = 0; i < n; i++)
    if (x[i] > most + 0.75)
      most = x[i];
  return most;
}

static int other_is_compared(int n) {
  double most = -DBL_MAX;
  int at = 0;
  /* sequential: compares one value and stores another */
  for (int i = 0; i < n; i++)
    if (x[i] > most) {
      most = y[i];
      at = i;
    }
  return at;
}

static int previous_minimum(int n) {
  int least = INT_MAX, previous = INT_MAX;
  /* sequential: remembers the minimum before the last one */
  for (int i = 0; i < n; i++)
    if (a[i] < least) {
      previous = least;
      least = a[i];
    }
  return previous;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 400, SIZE), which;
  int reference[16];
  suite_ints(a, SIZE, -500, 500);
  suite_ints(&grid[0][0], ROWS * COLUMNS, -500, 500);
  suite_ints(reference, 16, -500, 500);
  suite_ints(&candidates[0].cost, 3 * SIZE, 0, 1000);
  suite_doubles(x, SIZE);
  suite_doubles(y, SIZE);
  printf("%d %d %d %d\n", first_greatest(n), last_greatest(n), by_position_alone(n), in_a_grid(ROWS, COLUMNS));
  double distance = nearest(1.0, 2.0, n, &which);
  struct candidate best = cheapest(n);
  into_members(n);
  printf("%g %d %d %d %d %g %d\n", distance, which, best.cost, best.x, best.y, global_best.score, global_best.index);
  printf("%g %d %d %g\n", *pointer_to_greatest(n), both_ends(n), best_block(reference, n), greatest_step(n));
  printf("%d %d %d %d %d\n", guarded_minimum(n), any_position(n), two_largest(n), counts_records(n), sum_of_records(n));
  running_maximum(n);
  printf("%g %d %d\n", with_tolerance(n), other_is_compared(n), previous_minimum(n));
  suite_show("candidates", candidates, sizeof candidates);
  return 0;
}
