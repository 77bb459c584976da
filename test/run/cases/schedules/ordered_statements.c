// Loops of which some statements keep the order: they print, append, carry a value, free memory; with counters and
// variables of several kinds that the others hand on to them. PARALLEL: 16
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 700 };

static int work(int v) {
  unsigned h = (unsigned)v;
  for (int k = 0; k < 20; k++)
    h = h * 1664525u + 1013904223u;
  return (int)(h >> 8);
}

// What comes first in the text may be among them.
static int both_sides(int *found) {
  int count = 0;
  unsigned long letters = 0;
  for (int i = 0; i < N; i++) {
    printf("item %d\n", i);
    const int w = work(i);
    char name[16];
    snprintf(name, sizeof name, "v%d", w % 1000);
    if (w % 3 == 0)
      found[count++] = i;
    printf("%d %s %d\n", i, name, count);
    letters += strlen(name);
  }
  printf("%lu\n", letters);
  return count;
}

static int changed_in_order(void) {
  int x = 0, y = 0;
  for (int i = 0; i < N; i++) {
    x = work(i);
    printf("%d ", x);
    x += 3;
    y = x;
  }
  return x + y;
}

static void counters(const int *p, int n) {
  int left = n;
  const int *q = p;
  while (left--) {
    int w = work(*q++);
    printf("%d:%d ", left, w);
    printf("%d ", (int)(q - p));
  }
  for (int i = n - 1; i > 0; i -= 3) {
    int w = work(i);
    printf("%d;%d ", i, w);
  }
  int m;
  for (m = 0; m < n; m += 2) {
    const short w[3] = {(short)work(m), (short)m, 7};
    const int half = 8 / 2;
    float f = (float)w[0];
    printf("%d %g\n", w[1] + w[2] * half, f);
  }
  for (const int *at = p, *end = p + n; at < end; at += 3) {
    int w = work(*at);
    printf("%d,%d ", (int)(at - p), w);
  }
  for (int i = 0, k = n - 1; i < k; i++, k--) {
    int w = work(i);
    printf("%d.%d ", k, w);
  }
  double last = 0;
  int j = 5;
  while (j < n) {
    double e = work(j) * 0.5;
    last = last * 0.5 + e;
    j++;
  }
  printf("%d %d %g\n", m, j, last);
}

typedef struct Node {
  struct Node *next;
  int *data;
  int n;
} Node;

static long memory(void) {
  Node *head = NULL;
  long sum = 0;
  for (int i = 0; i < N; i++) {
    int *d = malloc(50 * sizeof *d);
    for (int k = 0; k < 50; k++)
      d[k] = work(i + k);
    Node *node = malloc(sizeof *node);
    node->data = d;
    node->n = 50;
    node->next = head;
    head = node;
  }
  for (Node *p = head, *next; p; p = next) {
    for (int k = 0; k < p->n; k++)
      sum = (sum * 31 + p->data[k]) % 1000003;
    next = p->next;
    free(p->data);
    free(p);
  }
  for (int i = 0; i < N; i++) {
    int *d = calloc(50, sizeof *d);
    for (int k = 0; k < 50; k++)
      d[k] = work(i + k);
    for (int k = 0; k < 50; k++)
      sum = (sum * 31 + d[k]) % 1000003;
    free(d);
  }
  return sum;
}

static double y[N], z[N];
static void histories(void) {
  double last = 0;
  for (int i = 0; i < N; i++) {
    double e = work(i) * 0.001;
    y[i] = e + last;
    last = y[i] * 0.25;
  }
  for (int i = 1; i < N; i++) {
    double e = work(i) * 0.001;
    z[i] = z[i - 1] * 0.5 + e;
  }
  for (int i = 0; i + 1 < N; i++) {
    double e = work(i) * 0.001 + z[i + 1];
    printf("%g ", e);
    z[i] = e;
  }
  for (int i = 0; i < N; i++)
    printf("%g %g\n", y[i], z[i]);
}

static void many_values(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    int v[4][2];
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 2; b++)
        v[a][b] = work(i * 8 + a * 2 + b);
    switch (v[0][1] & 3) {
    case 0:
      total += v[1][1] & 1023;
      break;
    case 1:
      printf("one %d\n", v[2][0]);
      break;
    default:
      total ^= v[3][1] & 1023;
    }
    for (int k = 0; k < 3; k++) {
      if (v[k][0] & 4)
        continue;
      if (v[k][1] & 64)
        break;
      total += k;
    }
  }
  printf("%d\n", total);
}

typedef struct {
  double mean, deviation;
} Stats;
static Stats stats(const double *x, int n) {
  Stats s = {0, 0};
  for (int i = 0; i < n; i++)
    s.mean += x[i];
  s.mean /= n;
  for (int i = 0; i < n; i++)
    s.deviation += (x[i] - s.mean) * (x[i] - s.mean);
  s.deviation = sqrt(s.deviation / n);
  return s;
}

static double table[300][40];
static void note(FILE *log, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (log)
    vfprintf(log, format, list);
  va_end(list);
}
static void rows(FILE *log) {
  Stats best = {-1, -1};
  int at = -1;
  char *out = NULL;
  size_t used = 0, room = 0;
  for (int r = 0; r < 300; r++) {
    note(log, "row %d\n", r);
    Stats s = stats(table[r], 40);
    if (s.deviation > best.deviation) {
      best = s;
      at = r;
    }
    if (used + 64 > room) {
      room = room ? 2 * room : 64;
      out = realloc(out, room);
    }
    used += (size_t)sprintf(out + used, "%d %.9g %.9g\n", r, s.mean, s.deviation);
  }
  fwrite(out, 1, used, stdout);
  printf("%d %g %g\n", at, best.mean, best.deviation);
  free(out);
}

int main(void) {
  static int in[N], found[N];
  for (int i = 0; i < N; i++)
    in[i] = i * 13 % 101;
  for (int r = 0; r < 300; r++)
    for (int c = 0; c < 40; c++)
      table[r][c] = (r * 31 + c * 17) % 97 * 0.5;
  printf("%d\n", both_sides(found));
  printf("%d\n", changed_in_order());
  counters(in, N);
  counters(in, 1);
  printf("%ld\n", memory());
  histories();
  many_values(N);
  many_values(1);
  many_values(0);
  rows(stdout);
  return found[3] & 127;
}
