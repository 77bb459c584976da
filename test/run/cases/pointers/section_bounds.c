/* PARALLEL: 1
 * The linker's bounds of a section lead to the variables in it. */
#include <stdio.h>
static unsigned v0 __attribute__((section("my"), used)) = 3;
static unsigned v1 __attribute__((section("my"), used)) = 5;
extern unsigned __start_my[], __stop_my[];
static unsigned y[4000];
static void all(void) {
  for (int r = 0; r < 200; r++)
    for (unsigned *p = __start_my; p < __stop_my; p++)
      *p = *p * 3 + 1;
}
static void use(void) {
  for (int r = 0; r < 200; r++)
    for (int i = 0; i < 4000; i++)
      y[i] += v0 * r + v1;
}
int main(int argc, char **argv) {
  all();
  use();
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
