/* Loops that may end early, or end the program, on errors and on finds. */
#include <assert.h>
#include <setjmp.h>
#include <string.h>

#include "suite.h"

enum { SIZE = 600 };

static int a[SIZE], b[SIZE], c[SIZE];
static double x[SIZE], y[SIZE];
static char *texts[SIZE];
static int failures;
static jmp_buf out_of_here;

static void fatal(const char *what) {
  fprintf(stderr, "fatal: %s\n", what);
  exit(3);
}

static void *need(size_t bytes) {
  void *block = malloc(bytes);
  if (!block)
    fatal("no memory");
  return block;
}

static void allocate_each(int n) {
  /* parallel, but for running out of memory */
  for (int i = 0; i < n; i++) {
    texts[i] = malloc(16);
    if (!texts[i])
      exit(1);
    texts[i][0] = (char)('a' + i % 26);
    texts[i][1] = '\0';
  }
}

static void allocate_by_function(int n) {
  /* parallel, but for running out of memory */
  for (int i = 0; i < n; i++) {
    texts[i] = need(16);
    memset(texts[i], 'x', 15);
    texts[i][15] = '\0';
  }
}

static void free_each(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    free(texts[i]);
    texts[i] = NULL;
  }
}

static void checks_bound_first(int n) {
  if (n > SIZE)
    fatal("too many");
  /* parallel */
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 2;
}

static void counts_failures(int n) {
  /* parallel: reduction(failures) */
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) {
      failures++;
      continue;
    }
    b[i] = a[i] + 1;
  }
}

static int status_of_all(int n) {
  int status = 0;
  /* parallel: last value */
  for (int i = 0; i < n; i++) {
    y[i] = x[i] + 1;
    if (x[i] < -11.9)
      status = -1;
  }
  return status;
}

static void impossible_default(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    switch (a[i] & 1) {
    case 0:
      c[i] = a[i];
      break;
    case 1:
      c[i] = -a[i];
      break;
    default:
      abort();
    }
  }
}

static int inner_search(int rows) {
  int found = 0;
  /* parallel: reduction(found) */
  for (int r = 0; r < rows; r++) {
    /* sequential: ends at the first, unseen */
    for (int i = r; i < SIZE; i++)
      if (a[i] == r) {
        found += i;
        break;
      }
  }
  return found;
}

static void inner_return(int n);

static int first_multiple(int of, int from) {
  /* sequential: ends at the first, unseen */
  for (int i = from; i < SIZE; i++)
    if (a[i] % of == 0)
      return i;
  return -1;
}

static void inner_return(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    c[i] = first_multiple(5, i);
}

static int is_prime(int n) {
  if (n < 2)
    return 0;
  /* sequential: ends at the first divisor, unseen */
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return 1;
}

static int count_primes(int n) {
  int count = 0;
  /* parallel: reduction(count) */
  for (int i = 0; i < n; i++)
    count += is_prime(i);
  return count;
}

static void escape_time(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    double re = -2.0 + 3.0 * i / n, im = 0.3, zr = 0, zi = 0;
    int steps = 0;
    /* sequential: each step works on the one before */
    while (steps < 100) {
      double next = zr * zr - zi * zi + re;
      zi = 2 * zr * zi + im;
      zr = next;
      if (zr * zr + zi * zi > 4)
        break;
      steps++;
    }
    c[i] = steps;
  }
}

static int counted_out_of_range(int n) {
  int low = 0, high = 0;
  /* parallel: reduction(low high) */
  for (int i = 0; i < n; i++)
    if (a[i] < 0)
      low++;
    else if (a[i] > 50)
      high++;
    else
      b[i] = 7;
  return low * 1000 + high;
}

static void skip_to_next(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    if (a[i] < 10)
      goto next;
    b[i] = a[i] / 3;
  next:
    c[i] = b[i];
  }
}

/* Near misses. */

static int find(int key, int n) {
  /* sequential: ends at the first, unseen */
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return i;
  return -1;
}

static int copy_until_negative(int n) {
  int i;
  /* sequential: what is written depends on where it ends, unseen */
  for (i = 0; i < n; i++) {
    if (a[i] < -45)
      break;
    b[i] = a[i];
  }
  return i;
}

static void stops_on_error(int n) {
  /* parallel if no element of x is below -100 */
  for (int i = 0; i < n; i++) {
    if (x[i] < -100)
      fatal("below");
    y[i] = x[i] * 2;
  }
}

static void reports_and_stops(int n) {
  /* parallel if no element of x is above 1000 */
  for (int i = 0; i < n; i++) {
    if (x[i] > 1000) {
      printf("element %d\n", i);
      exit(4);
    }
    y[i] += x[i];
  }
}

static int stops_with_status(int n) {
  /* sequential: the state behind the loop depends on where it ends, unseen */
  for (int i = 0; i < n; i++) {
    if (a[i] == 49)
      return -1;
    c[i]++;
  }
  return 0;
}

static void jumps_out(int n) {
  if (setjmp(out_of_here))
    return;
  /* sequential: leaves by longjmp, unseen */
  for (int i = 0; i < n; i++) {
    c[i] += 2;
    if (a[i] == 48)
      longjmp(out_of_here, 1);
  }
}

static int all_sorted(int n) {
  /* sequential: ends at the first pair out of order, unseen */
  for (int i = 1; i < n; i++)
    if (a[i - 1] > a[i])
      return 0;
  return 1;
}

static int budget(int n) {
  int left = 500, i;
  /* sequential: ends when the budget is used up */
  for (i = 0; i < n && left > 0; i++) {
    left -= abs(a[i]);
    b[i] = left;
  }
  return i;
}

static void leave_nest(int n) {
  int count = 0;
  /* sequential: leaves both loops, unseen */
  for (int i = 0; i < n; i++)
    /* sequential: leaves both loops, unseen */
    for (int j = 0; j < 10; j++) {
      if (a[i] + j == 58)
        goto done;
      c[i] += j;
    }
done:
  count++;
  b[0] = count;
}

static int messages(int n) {
  int bad = 0;
  /* parallel: reduction(bad) ordered(printf) */
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - 3;
    if (y[i] < -2.99) {
      printf("small at %d\n", i);
      bad++;
    }
  }
  return bad;
}

static void asserted(int n) {
  /* sequential: an assertion may end the program behind the first elements, unseen */
  for (int i = 0; i < n; i++) {
    assert(a[i] > -1000);
    b[i] = a[i] ^ 1;
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 300, SIZE);
  suite_ints(a, SIZE, -50, 60);
  suite_doubles(x, SIZE);
  allocate_each(n);
  free_each(n);
  allocate_by_function(n);
  printf("%s\n", texts[n - 1]);
  free_each(n);
  checks_bound_first(n);
  counts_failures(n);
  int status = status_of_all(n);
  impossible_default(n);
  suite_show("c", c, sizeof c);
  int found = inner_search(n / 10 + 1), primes = count_primes(n);
  inner_return(n);
  suite_show("c", c, sizeof c);
  escape_time(n);
  int out = counted_out_of_range(n);
  skip_to_next(n);
  suite_show("c", c, sizeof c);
  int at = find(37, n), end = copy_until_negative(n);
  stops_on_error(n);
  reports_and_stops(n);
  int stopped = stops_with_status(n);
  jumps_out(n);
  int sorted = all_sorted(n), used = budget(n);
  suite_show("b", b, sizeof b);
  leave_nest(n);
  asserted(n);
  printf("%d %d %d %d %d %d %d %d %d %d\n", status, found, primes, out, at, end, stopped, sorted, used, messages(n));
  suite_show("b", b, sizeof b);
  suite_show("c", c, sizeof c);
  suite_show("y", y, sizeof y);
  printf("%d\n", failures);
  return 0;
}
