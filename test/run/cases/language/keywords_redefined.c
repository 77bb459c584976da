/* PARALLEL: 5
 * Macros of the names of keywords and of common words: none of them reaches the runtime's header or what is printed
 * between the program's own text. */
#include <stdio.h>
#include <stdlib.h>

#define auto register
#define break break
#define case case
#define char signed char
#define const
#define continue continue
#define default default
#define do do
#define double float
#define else else
#define enum enum
#define extern
#define float double
#define for if (0) ; else for
#define goto goto
#define if(condition) if ((condition) != 0)
#define inline
#define int short
#define long int
#define register
#define restrict
#define return return
#define short signed
#define signed unsigned
#define sizeof (unsigned)sizeof
#define static
#define struct union
#define switch switch
#define typedef typedef
#define union struct
#define unsigned int
#define void long
#define volatile
#define while(condition) while ((condition) != 0)
#define bool char
#define _Bool char
#define _Complex
#define _Static_assert(condition, text)
#define __attribute__(list)
#define __noinline__ __always_inline__
#define __cold__ __hot__
#define __unused__ __used__
#define __inline__ extern
#define __const__ volatile
#define __typeof__(value) char
#define __builtin_memcpy(to, from, bytes) ((to), (from), (bytes))
#define __builtin_memset(to, value, bytes) ((to), (value), (bytes))
#define __builtin_offsetof(type, member) 0
#define frame index
#define part index
#define task index
#define row index
#define name index
#define size index
#define trip index
#define n count
#define i at
#define ks_run ks_other
#define ks_workers(layer) 1
#define ks_int64 char
#define ks_layer char

/* A loop and a function that a macro begins stay as they are. */
#undef for
#undef int
typedef union both {
  float low, high;
} Both;
typedef float Number;
enum { SIZE = 50000 };
static float values[SIZE], smooth[SIZE];
static long counts[64];
static Number between(float value, float low, float high) {
  if (value < low)
    return low;
  return value > high ? high : value;
}

static int fill(int n, float factor) {
  int i;
  for (i = 0; i < n; i++)
    values[i] = (float)((long)i * 37 % 1009) * factor;
  return i;
}

static int smoothen(int n) {
  float last = 0;
  for (int i = 1; i < n - (int)sizeof(""); i++) {
    float line[3];
    for (int row = 0; row < 3; row++)
      line[row] = values[i + row - 1];
    last = between((line[0] + line[1] + line[2]) / 3, 1, 900);
    smooth[i] = last;
  }
  return (int)last;
}

static int count_all(int n) {
  for (int i = 0; i < n; i++)
    counts[(int)smooth[i] & 63]++;
  return n;
}

static Both extremes(int n) {
  union both found;
  found.low = found.high = smooth[1];
  float low = smooth[1], high = smooth[1];
  for (int i = 1; i < n - 1; i++)
    low = smooth[i] < low ? smooth[i] : low;
  for (int i = 1; i < n - 1; i++)
    high = smooth[i] > high ? smooth[i] : high;
  found.low = low;
  found.high = high;
  return found;
}

#undef void
#define int long
static Number total(short n) {
  double sum = 0;
  for (short i = 0; i < n; i++)
    sum += values[i] > 500 ? i : 1;
  return sum;
}
#undef int

int main(void) {
  const int end = fill(SIZE, 0.5), last = smoothen(SIZE), counted = count_all(SIZE);
  const Both found = extremes(SIZE);
  long check = 0;
  for (int i = 0; i < 64; i++)
    check = check * 31 % 65521 + counts[i];
  printf("%d %d %d %d %g %g %g\n", end, last, counted, (int)check, found.low, found.high,
         (float)total(SIZE));
  return 0;
}
