/* PARALLEL: 0 */
/* Almost scratch behind members: set in the loop, found by a second name or a second way to the
 * structure, written beside it, kept, compared, filled too little or differently, and a structure
 * that is a part of a larger one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { ROWS = 24, N = 40 };
static int x[ROWS][N], y[ROWS][N];
struct coder {
  int n, level;
  int *work, *same, *other;
  struct coder *self;
};
static int *kept;
static struct coder *global;
static void fill(struct coder *c, int r) {
  for (int i = 0; i < c->n; i++)
    c->work[i] = x[r][i] + r;
}
static void use(struct coder *c, int r) {
  for (int i = 0; i < c->n; i++)
    y[r][i] = y[r][i] * 3 % 1000 + c->work[c->n - 1 - i];
}
/* The pointer changes from iteration to iteration. */
static void swapped(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    use(c, r);
    int *t = c->work;
    c->work = c->other;
    c->other = t;
  }
}
/* Two members lead to the block. */
static void twice(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    for (int i = 0; i < c->n; i++)
      y[r][i] += c->same[i];
  }
}
/* The callee finds the structure in another place. */
static void fill_global(int r) {
  for (int i = 0; i < global->n; i++)
    global->work[i] = x[r][i] * 2 + r;
}
static void by_global(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill_global(r);
    use(c, r);
  }
}
static void by_self(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill(c->self, r);
    use(c, r);
  }
}
/* The structure is written, too: a copy would lose that. */
static void levelled(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    use(c, r);
    c->level = c->work[0] > c->level ? c->level + 1 : c->level;
  }
}
static void outlived(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    use(c, r);
    kept = c->work + r % 3;
  }
}
static void outlived_by_copy(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    use(c, r);
    int *p = c->work + r % 3;
    memcpy(&kept, &p, sizeof kept);
  }
}
static void outlived_structure(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    use(c, r);
    global = c;
  }
}
static void compared(struct coder *c, const int *p) {
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    if (c->work != p)
      use(c, r);
  }
}
static void too_little(struct coder *c, int m) {
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < m; i++)
      c->work[i] = x[r][i];
    use(c, r);
  }
}
static void unlike(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < r; i++)
      c->work[i] = x[r][i] + 1;
    for (int i = 0; i < r; i++)
      y[r][i] += c->work[r - 1 - i];
  }
}
static void copied(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    struct coder d = *c;
    fill(&d, r);
    use(c, r);
  }
}
static void copied_bytes(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    int *p;
    memcpy(&p, &c->work, sizeof p);
    fill(c, r);
    y[r][0] += p[3];
  }
}
/* A local pointer that is one and then the other. */
static void either(struct coder *c, int odd) {
  int *t = odd ? c->work : c->other;
  for (int r = 0; r < ROWS; r++) {
    fill(c, r);
    for (int i = 0; i < N; i++)
      y[r][i] ^= t[i];
  }
}
int main(void) {
  int seed = 7;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++) {
      seed = seed * 75 % 65537;
      x[r][i] = seed % 1000;
    }
  struct coder *c = malloc(sizeof *c);
  c->n = N;
  c->level = 0;
  c->work = calloc(N, sizeof(int));
  c->same = c->work;
  c->other = calloc(N, sizeof(int));
  c->self = c;
  global = c;
  twice(c);
  by_global(c);
  by_self(c);
  levelled(c);
  printf("%d\n", c->level);
  outlived(c);
  printf("%d\n", *kept);
  outlived_by_copy(c);
  printf("%d\n", *kept);
  outlived_structure(c);
  printf("%d\n", global->work[3]);
  compared(c, c->other);
  too_little(c, N / 2);
  unlike(c);
  printf("%d\n", c->work[ROWS - 3]);
  copied(c);
  copied_bytes(c);
  either(c, 1);
  swapped(c);
  printf("%d %d\n", c->work[3], c->other[3]);
  long sum = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      sum = (sum * 31 + y[r][i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
