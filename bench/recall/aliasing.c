/* Pointers of which only a test can say whether they lead to the same memory, and some that do. */
#include <stdint.h>
#include <string.h>

#include "suite.h"

enum { SIZE = 2000 };

struct buffer {
  int *data;
  int length;
};

static int pool[SIZE], other[SIZE];
static double reals[SIZE];
static int *shared_from, *shared_to;

static void add(int *to, const int *a, const int *b, int n) {
  /* parallel if to does not overlap a and b */
  for (int i = 0; i < n; i++)
    to[i] = a[i] + b[i];
}

static void add_restrict(int *restrict to, const int *restrict a, int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    to[i] = a[i] * 2 + 1;
}

static void of_globals(int n) {
  /* parallel if the two do not overlap */
  for (int i = 0; i < n; i++)
    shared_to[i] = shared_from[i] - 1;
}

static void of_members(struct buffer *to, const struct buffer *from) {
  /* parallel if the two do not overlap */
  for (int i = 0; i < to->length; i++)
    to->data[i] = from->data[i] * 3 % 1000;
}

static void with_offset(int *p, int n, int offset) {
  /* parallel if offset >= n or offset <= 0 */
  for (int i = 0; i < n; i++)
    p[i] = p[i + offset] + 1;
}

static void of_types(double *to, const int *from, int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 0.5;
}

static void same_object(int *p, const int *q, int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    p[i] = q[i] ^ 5;
}

static void halves(int *p, int n) {
  int *low = p, *high = p + n;
  /* parallel */
  for (int i = 0; i < n; i++) {
    int kept = low[i];
    low[i] = high[i];
    high[i] = kept;
  }
}

static void fresh_copy(int n) {
  int *copy = malloc((size_t)n * sizeof *copy);
  if (!copy)
    exit(1);
  /* parallel */
  for (int i = 0; i < n; i++)
    copy[i] = shared_from[i];
  /* parallel */
  for (int i = 0; i < n; i++)
    shared_to[i] = copy[n - 1 - i];
  free(copy);
}

static void limit_in_memory(int *to, const int *limit, int n) {
  /* parallel if limit does not lead into to */
  for (int i = 0; i < n; i++)
    to[i] = to[i] > *limit ? *limit : to[i];
}

static void bytes_of(unsigned char *to, const unsigned char *from, int n) {
  /* parallel if the two do not overlap */
  for (int i = 0; i < n; i++)
    to[i] = (unsigned char)(from[i] + 1);
}

static void chosen(int which, int n) {
  int *to = which ? pool : other;
  const int *from = which ? other : pool;
  /* parallel */
  for (int i = 0; i < n; i++)
    to[i] = from[i] + which;
}

static void sum_into(int *total, const int *from, int n) {
  /* parallel if total does not lead into from: reduction(total) */
  for (int i = 0; i < n; i++)
    *total += from[i];
}

/* Memory that is the same. */

static void next_to_it(int n) {
  int *p = pool, *q = pool + 1;
  /* sequential: q[i - 1] is p[i] */
  for (int i = 1; i < n; i++)
    q[i] = p[i] + 1;
}

static void two_names(int n) {
  int *first = other;
  struct buffer second = {other, n};
  /* sequential: both names are one array */
  for (int i = 1; i < n; i++)
    first[i] = (second.data[i - 1] + 1) % 97;
}

static void through_table(int n) {
  int *rows[4] = {pool, pool + 10, pool + 20, pool + 30};
  /* sequential: rows overlap */
  for (int r = 0; r < 4; r++)
    /* parallel */
    for (int i = 0; i < n; i++)
      rows[r][i] = rows[r][i] * 3 % 1001 + r;
}

static void element_as_factor(int n) {
  /* sequential: the factor is one of the elements */
  for (int i = 0; i < n; i++)
    pool[i] = pool[i] % 50 * (pool[n / 2] % 7 + 1);
}

static void through_integer(int n) {
  uintptr_t address = (uintptr_t)other;
  int *p = (int *)(address + sizeof(int));
  /* sequential: the address was a number, the memory is the same */
  for (int i = 0; i < n; i++)
    p[i] = other[i] % 1000 + 1;
}

static void bytes_and_words(int n) {
  const unsigned char *bytes = (const unsigned char *)pool;
  /* sequential: bytes of elements that are written */
  for (int i = 1; i < n; i++)
    pool[i] = bytes[4 * i - 3] + pool[i] % 256;
}

static void union_members(int n) {
  static union {
    int words[256];
    short halves[512];
  } both;
  /* sequential: halves of the words written before */
  for (int i = 1; i < n && i < 256; i++)
    both.words[i] = both.halves[2 * i - 2] + i;
  suite_show("union", &both, sizeof both);
}

static void swapped_buffers(int steps, int n) {
  int *from = pool, *to = other;
  /* sequential: each step reads what the last one wrote */
  for (int s = 0; s < steps; s++) {
    /* parallel */
    for (int i = 1; i < n; i++)
      to[i] = (from[i] + from[i - 1]) % 1009;
    int *kept = from;
    from = to;
    to = kept;
  }
}

static void moved_within(int n) {
  /* sequential: memmove of overlapping ranges */
  for (int i = 0; i < n; i++)
    memmove(pool + i, pool + i + 1, 4 * sizeof *pool);
}

static void end_moves(struct buffer *b) {
  /* sequential: the length is one of the elements written */
  for (int i = 1; i < b->length; i++) {
    b->data[i] += 1;
    b->length -= b->data[i] & 1;
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 200, SIZE / 4);
  suite_ints(pool, SIZE, 0, 1000);
  suite_ints(other, SIZE, 0, 1000);
  add(pool, other, other + n, n);
  add(pool + n % 5, pool, other, n);
  add_restrict(pool, other, n);
  shared_from = pool;
  shared_to = n % 2 ? other : pool + 3;
  of_globals(n);
  fresh_copy(n);
  struct buffer a = {pool, n}, b = {n % 3 ? pool + 1 : other, n};
  of_members(&a, &b);
  of_members(&b, &a);
  with_offset(pool, n, n / 3);
  with_offset(pool, n, n);
  of_types(reals, pool, n);
  same_object(other, other, n);
  halves(pool, n);
  suite_show("pool", pool, sizeof pool);
  limit_in_memory(pool, pool + n / 2, n);
  limit_in_memory(pool, other, n);
  bytes_of((unsigned char *)pool, (unsigned char *)pool + n % 4, n);
  bytes_of((unsigned char *)other, (unsigned char *)pool, n);
  chosen(n & 1, n);
  sum_into(other + n, pool, n);
  sum_into(pool + n / 2, pool, n < 4 ? n : 4);
  suite_show("pool", pool, sizeof pool);
  next_to_it(n);
  two_names(n);
  through_table(n);
  element_as_factor(n);
  through_integer(n);
  suite_show("pool", pool, sizeof pool);
  bytes_and_words(n);
  union_members(n);
  swapped_buffers(3, n);
  moved_within(n);
  end_moves(&a);
  suite_show("pool", pool, sizeof pool);
  suite_show("other", other, sizeof other);
  suite_show("reals", reals, sizeof reals);
  return 0;
}
