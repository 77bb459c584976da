// Threads of the program itself have small stacks, on which copies of large arrays have no place: neither of a static one in
// each call, nor of a global one in each task. Small copies do.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

enum { CALLS = 400, LARGE = 12000, SMALL = 40 };
static unsigned big[LARGE], small[SMALL];
static int out[CALLS], more[CALLS], less[CALLS];

static int with_static(int k) {
  static unsigned buffer[60000];
  unsigned s = 0;
  for (int i = 0; i < 600; i++)
    buffer[i] = (unsigned)(k + i);
  for (int i = 0; i < 600; i++)
    s = s * 3 + buffer[i];
  return (int)(s & 65535);
}

static void run(void) {
  for (int k = 0; k < CALLS; k++)
    out[k] = with_static(k);
  for (int k = 0; k < CALLS; k++) {
    unsigned s = 0;
    for (int i = 0; i < LARGE; i++)
      big[i] = (unsigned)(k + i);
    for (int i = 0; i < LARGE; i++)
      s = s * 3 + big[i];
    more[k] = (int)(s & 65535);
  }
  for (int k = 0; k < CALLS; k++) { // runs in parallel
    unsigned s = 0;
    for (int i = 0; i < SMALL; i++)
      small[i] = (unsigned)(k + i);
    for (int i = 0; i < SMALL; i++)
      s = s * 3 + small[i];
    less[k] = (int)(s & 65535);
  }
}

static void *thread(void *unused) {
  run();
  return unused;
}

int main(void) {
  pthread_t made;
  pthread_attr_t attributes;
  unsigned h = 0;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 32768);
  if (pthread_create(&made, &attributes, thread, NULL) != 0)
    return 2;
  pthread_join(made, NULL);
  for (int i = 0; i < CALLS; i++)
    h = h * 31 + (unsigned)(out[i] + more[i] + less[i]);
  printf("%u\n", h);
}
