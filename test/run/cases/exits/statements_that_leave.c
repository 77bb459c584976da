/* PARALLEL: 8 AGAIN: --dispatch=dynamic */
/* Layers that go on behind statements with a jump out of the layer inside: each way out ends where the
   source does, with the values that the statements in front have left and nothing of those behind. */
#include <stdio.h>
enum { N = 3000 };
typedef struct {
  int at;
  double value;
} place;
static double a[N], b[N], c[N];
static int calls;
static place places[N];
static double fill(double *x, double v) {
  for (int i = 0; i < N; i++)
    v = x[i] = v * 0.5 + (i * 7) % 13;
  return v;
}
static double total(const double *x, double s) {
  for (int i = 0; i < N; i++)
    s = s * 0.25 + x[i];
  return s;
}

/* A search: the value that it returns is made of what the loop declares. */
static int search(int k) {
  double u, v;
  u = fill(a, k);
  for (int i = 0; i < N; i++) {
    double left = c[i] - k;
    calls++;
    if (left > 9 && i > 100)
      return i + (int)left;
    else if (left < -8)
      return -i;
  }
  v = fill(b, k);
  return (int)(u + total(b, v) + total(a, 1));
}

/* The same with pointers, and a value that is computed when all is over. */
static place *found(int k) {
  double u, v = 1;
  u = fill(a, k);
  for (place *each = places; each < places + N; each++) {
    if (each->at == k)
      return each;
    if (each->at == 7 * k)
      return &places[(int)c[k]];
    v += each->value;
  }
  c[4] = fill(b, v);
  v = total(b, v);
  return &places[(int)(u + v) % N];
}

/* Only some ways through it leave; what they return is a structure, or nothing. */
static place some(int k) {
  place made = {k, 0};
  a[1] = fill(a, k);
  if (k % 2) {
    if (k % 3 == 0)
      return made;
    calls += 5;
  }
  b[3] = fill(c, calls) + total(b, k);
  made.value += b[3];
  return made;
}

/* Left by goto, for what is behind the statements. */
static double leave(int k) {
  double u = 0, v = 0;
  u = fill(a, k);
  for (int i = 0; i < k; i++) {
    v += c[i];
    if (v > 40) {
      calls += 100;
      goto out;
    }
  }
  v = v + fill(b, k);
  u += total(a, v);
out:
  return u + v + calls;
}

/* In a loop, to its next iteration and out of it, from a switch and from a block. */
static double walk(int k) {
  double s = 0, t = 0;
  for (int i = 0; i < 9; i++) {
    s = s * 0.5 + fill(a, k + i);
    switch ((k + i) % 5) {
    case 1:
      t += 3;
      break;
    case 2:
      continue;
    case 3:
      if (i == 6)
        return i - t;
    }
    t = t * 0.25 + fill(b, i);
    {
      int far = i * k;
      if (far > 50)
        break;
      t += far;
    }
    s += total(a, i);
    t += total(b, s);
  }
  return s + t;
}

/* Several such statements, one behind the other; and a condition between them. */
static double several(int k) {
  double u, v = 0, w = 0.5;
  u = fill(a, k);
  for (int i = 0; i < N; i++)
    if (c[i] > k + 13)
      return w + i;
  v = fill(b, k);
  if (k == 4)
    return v;
  for (int i = 0; i < N; i++) {
    w += b[i];
    if (w > 1000 * (k + 1))
      return w;
  }
  return u + v + w + total(a, 2) + total(c, 3);
}

/* The last statement may leave; a variable that only the way out sets. */
static int last(int k) {
  int at = -1;
  double u;
  u = fill(a, k);
  c[2] = u;
  for (int i = 0; i < N; i++)
    if (b[i] > 11 + k % 2) {
      at = i;
      return (at += k);
    }
  return at + (int)c[2];
}

/* Nothing is returned. */
static void silent(int k) {
  fill(a, k);
  if (k % 4 < 2) {
    if (k % 4 == 1)
      return;
    calls += 7;
  }
  fill(c, k);
  b[k] = total(c, 1);
}

int main(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    places[i] = (place){(i * 37) % 1009 + 3, i};
  for (int k = 0; k < 12; k++) {
    const place made = some(k);
    printf("%d %d", k, search(k));
    printf(" %d", (int)(found(k) - places));
    s = s * 0.5 + made.at + made.value + leave(k);
    s = s * 0.5 + walk(k);
    s = s * 0.5 + several(k);
    printf(" %d", last(k));
    silent(k);
    printf(" %.17g %d %g %g\n", s, calls, a[3] + b[5], c[7]);
  }
  return 0;
}
