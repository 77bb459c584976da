/* PARALLEL: 2 */
/* Builtins that mean the function they stand in, or its parameters, stay in it. */
#include <stdarg.h>
#include <stdio.h>

static double x, y;

static double work(double s) {
  for (int i = 0; i < 3000; i++)
    s = s * 0.999 + 1.0 / (s + 1);
  return s;
}

static double sum(int n, ...) {
  va_list list;
  double s = 0;
  x = work(n);
  va_start(list, n);
  y = work(n + 1);
  for (int i = 0; i < n; i++)
    s += va_arg(list, double);
  va_end(list);
  x += work(3);
  y += work(4);
  return s;
}

static void print(char *to, size_t size, const char *format, va_list list) {
  x = work(5);
  y = work(6);
  vsnprintf(to, size, format, list);
  x += work(7);
}

static void say(const char *format, ...) {
  char text[80];
  va_list list;
  va_start(list, format);
  x = work(1);
  print(text, sizeof text, format, list);
  va_end(list);
  y = work(2);
  puts(text);
}

static const char *name(double *at) {
  const char *first, *second;
  *at = work(1);
  first = __builtin_FUNCTION();
  y = work(2);
  second = __builtin_FUNCTION();
  x += work(3) + (first == second);
  return second;
}

__attribute__((noinline)) static int frames(void) {
  void *first, *second;
  x = work(1);
  first = __builtin_frame_address(0);
  y = work(2);
  second = __builtin_frame_address(0);
  x += work(3);
  return first == second;
}

int main(void) {
  double z, added = sum(3, 1.0, 2.0, 3.0);
  printf("%g %g %g\n", added, x, y);
  say("%d %s", 4, "five");
  puts(name(&z));
  printf("%g %d\n", z, frames());
  x += work(1);
  y += work(2);
  z += work(3);
  printf("%g %g %g\n", x, y, z);
  return 0;
}
