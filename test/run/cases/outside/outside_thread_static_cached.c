/* A thread's function sets pos before the join. */
#include <pthread.h>
#include <stdio.h>
static unsigned x[4000];
static int pos;
static void *th(void *p) {
  pos = 1;
  return 0;
}
int main(void) {
  pos = 0;
  pthread_t t;
  pthread_create(&t, 0, th, 0);
  pthread_join(t, 0);
  int k = pos;
  for (int i = 0; i < 3000; i++)
    x[i + k] = x[i] * 3 + i;
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x[i];
  printf("%u\n", s);
  return 0;
}
