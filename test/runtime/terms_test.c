/* Lists of terms: all come back, in their order, whatever their size and number, also where threads
 * share the blocks. */
#include "check.h"

#include <kasuri/kasuri.h>

#include <pthread.h>
#include <string.h>

typedef struct {
  int number;
  char rest[1000];
} large;

static void fill_and_take(int count) {
  ks_terms list = {0};
  for (int i = 0; i < count; i++)
    *(int *)ks_terms_add(&list, sizeof(int)) = i;
  int expected = 0;
  void *end;
  for (int *at; (at = ks_terms_take(&list, &end)) != NULL;)
    for (; at < (int *)end; at++)
      CHECK(*at == expected++);
  CHECK(expected == count);
  CHECK(ks_terms_take(&list, &end) == NULL);
}

static void take_large(int count) {
  ks_terms list = {0};
  for (int i = 0; i < count; i++) {
    large *term = ks_terms_add(&list, sizeof *term);
    memset(term, i, sizeof *term);
    term->number = i;
  }
  int expected = 0;
  void *end;
  for (large *at; (at = ks_terms_take(&list, &end)) != NULL;)
    for (; at < (large *)end; at++) {
      CHECK(at->number == expected);
      CHECK(at->rest[999] == (char)expected++);
    }
  CHECK(expected == count);
}

/* Lists of a few blocks each, so that blocks go from thread to thread. */
static void *take_turns(void *unused) {
  for (int round = 0; round < 100; round++)
    fill_and_take(20000 + 7000 * (round % 5));
  return unused;
}

static void take_together(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&threads[i], NULL, take_turns, NULL) == 0);
  take_turns(NULL);
  for (int i = 0; i < 3; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
}

int main(void) {
  for (int count = 0; count < 1000; count++)
    fill_and_take(count);
  fill_and_take(1000000);
  for (int count = 0; count < 200; count++)
    take_large(count); /* a block's end has no room for one more */
  take_together();
  return 0;
}
