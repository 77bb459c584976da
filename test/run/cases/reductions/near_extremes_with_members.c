/* PARALLEL: 0 */
/* Almost companions of a maximum: looked at in the loop, set elsewhere too, the same memory as the
 * maximum or as what is compared, through a pointer that moves, of an element that differs, and a
 * comparison that lets the last of equals win. */
#include <stdio.h>
enum { N = 2000 };
struct best {
  int score, at, seen;
};
union both {
  int score;
  short at;
};
static int x[N];
static struct best all[N + 1];
static int looked_at(struct best *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > b->score) {
      b->score = x[i];
      b->at = i;
    }
    sum += b->at;
  }
  return sum;
}
static void set_twice(struct best *b, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > b->score) {
      b->score = x[i];
      b->at = i;
    }
    if (x[i] == 17)
      b->at = -i;
  }
}
static void in_union(union both *b, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > b->score) {
      b->score = x[i];
      b->at = (short)i;
    }
}
static void of_two(struct best *b, struct best *c, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > b->score) {
      b->score = x[i];
      c->score = i;
    }
}
static void moving(struct best *b, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > b->score) {
      b->score = x[i];
      b->at = i;
    }
    b += i == 1000;
  }
}
static void elements(struct best *b, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > b->score) {
      b->score = x[i];
      all[x[i] % 50].seen = i;
    }
}
static void last_of_equals(struct best *b, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] >= b->score) {
      b->score = x[i];
      b->at = i;
    }
}
static void compared_with(struct best *b, int n) {
  for (int i = 0; i < n; i++)
    if (all[i].at > b->score) {
      b->score = all[i].at;
      b->at = i;
    }
}
static void counted(struct best *b, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > b->score) {
      b->score = x[i];
      b->seen++;
    }
}
int main(void) {
  int seed = 7;
  for (int i = 0; i < N; i++) {
    seed = seed * 75 % 65537;
    x[i] = seed % 300;
    all[i].at = seed % 77;
  }
  struct best b = {0}, c = {0};
  printf("%d %d\n", looked_at(&b, N), b.at);
  b.score = 0;
  set_twice(&b, N);
  printf("%d %d\n", b.score, b.at);
  union both u = {0};
  in_union(&u, N);
  printf("%d\n", u.score);
  b.score = 0;
  of_two(&b, &b, N);
  of_two(&c, &b, N);
  printf("%d %d\n", b.score, c.score);
  moving(all + 2, N);
  elements(&c, N);
  b.score = 0;
  last_of_equals(&b, N);
  printf("%d %d\n", b.score, b.at);
  compared_with(all + 3, N);
  c.score = 0;
  counted(&c, N);
  printf("%d\n", c.seen);
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)(all[i].score + all[i].at * 3 + all[i].seen * 7);
  printf("%u\n", sum);
  return 0;
}
