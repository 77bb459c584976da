/* The pace of code between layers: who requests it and when, on two workers, with the record of
 * requests as the witness. Under ThreadSanitizer, too. */
#include "check.h"

#include <kasuri/kasuri.h>

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEVEL = 3, MOST_LINES = 4000 };

static const ks_pace pace = {KS_ABI_VERSION, "frame@pace.c:1", NULL, 1000000, 2, LEVEL};
static const ks_pace other = {KS_ABI_VERSION, "other@pace.c:2", NULL, 1000000, 2, LEVEL};
static const ks_pace for_many = {KS_ABI_VERSION, "many@pace.c:3", NULL, 1000000, 3, LEVEL};
static const ks_pace of_another = {KS_ABI_VERSION + 1, "old@pace.c:4", NULL, 1000000, 2, LEVEL};

static char path[] = "/tmp/kasuri-pace-XXXXXX";
static long seen_until;
static const ks_pace *_Atomic begun_in_task; /* by any of the threads */
static _Atomic int other_has_begun;

static void work(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame, (void)parts;
  const ks_pace *inner = ks_begin_pace(&other);
  if (part == 0)
    begun_in_task = inner;
  ks_end_pace(&inner);
}

static const ks_task task = {work, "work@pace.c:10", 10, 0, 0, 0, 0};
static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000000},
                              {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000000}};
static const ks_row slow_rows[] = {{0, 0, 2, 0, 0, 5, 0, 1000000}, {0, 1, 2, 0, 0, 5, 0, 1000000}};
static const ks_uint16 first[] = {0, 1, 2};
static const ks_table table = {2, 1, first, rows, NULL},
                      slow_table = {2, 1, first, slow_rows, NULL};
static const ks_layer plain = {KS_ABI_VERSION, "plain@pace.c:9", &task, &table, 1, 1, NULL};
static const ks_layer slow = {KS_ABI_VERSION, "slow@pace.c:19", &task, &slow_table, 1, 1, NULL};

static void run(const ks_layer *layer) {
  CHECK(ks_workers(layer) == 2);
  ks_run(layer, NULL);
}

/* Lines of the record since the last call that name the function; `all` gets the number of all. */
static int recorded(const char *name, int *all) {
  static char text[1 << 16];
  FILE *file = fopen(path, "r");
  CHECK(file != NULL && fseek(file, seen_until, SEEK_SET) == 0);
  int lines = 0, named = 0;
  while (fgets(text, sizeof text, file) != NULL)
    if (text[0] != '#') {
      lines++;
      named += strstr(text, name) != NULL;
      if (strstr(text, name) != NULL && strstr(name, "pace.c:1") != NULL)
        CHECK(strstr(text, "\t0\t-\t0\t") != NULL && strstr(text, "\t3\t") != NULL);
    }
  seen_until = ftell(file);
  fclose(file);
  *all = lines;
  return named;
}

static void expect(const char *name, int count, int others) {
  int all, named = recorded(name, &all);
  if (named != count || all != count + others)
    fprintf(stderr, "%s: %d of %d requests instead of %d of %d\n", name, named, all, count,
            count + others);
  CHECK(named == count && all == count + others);
}

static void test_layers(void) {
  const ks_pace *begun = ks_begin_pace(&pace);
  CHECK(begun == &pace);
  run(&plain);
  run(&plain);
  run(&slow);
  ks_end_pace(&begun);
  run(&plain);
  expect("frame@pace.c:1", 4, 2); /* in the beginning, and behind three layers */
  CHECK(begun_in_task == NULL);
}

static void test_nested(void) {
  const ks_pace *outer = ks_begin_pace(&pace);
  const ks_pace *inner = ks_begin_pace(&pace);
  ks_end_pace(&inner);
  run(&plain); /* still within the outer one */
  ks_end_pace(&outer);
  run(&plain);
  expect("frame@pace.c:1", 2, 0);
}

static void *begin_other(void *unused) {
  const ks_pace *begun = ks_begin_pace(&other);
  other_has_begun = begun != NULL;
  ks_end_pace(&begun);
  return unused;
}

static void run_thread(void *(*function)(void *)) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, function, NULL) == 0 && pthread_join(thread, NULL) == 0);
}

static void *run_layer(void *unused) {
  run(&plain);
  return unused;
}

static void test_threads(void) {
  const ks_pace *begun = ks_begin_pace(&pace);
  run_thread(begin_other);
  CHECK(!other_has_begun);
  run_thread(run_layer); /* of another thread: nothing to restore behind it */
  ks_end_pace(&begun);
  expect("frame@pace.c:1", 1, 0);
  run_thread(begin_other);
  CHECK(other_has_begun);
  expect("other@pace.c:2", 1, 0);
}

static void *take_turns(void *unused) {
  for (int i = 0; i < 200; i++) {
    const ks_pace *begun = ks_begin_pace(i % 2 ? &pace : &other);
    if (ks_workers(&plain) > 1)
      ks_run(&plain, NULL);
    ks_end_pace(&begun);
  }
  return unused;
}

static void test_many_threads(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&threads[i], NULL, take_turns, NULL) == 0);
  for (int i = 0; i < 3; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  int all, named = recorded("@pace.c:", &all);
  CHECK(named == all && named > 0);
}

static void test_refused(void) {
  const ks_pace *few = ks_begin_pace(&for_many), *old = ks_begin_pace(&of_another);
  CHECK(few == NULL && old == NULL);
  ks_end_pace(&few);
  ks_end_pace(&old);
  expect("@pace.c", 0, 0);
}

/* The child's end of it changes nothing. */
static void test_fork(void) {
  const ks_pace *begun = ks_begin_pace(&pace);
  const pid_t child = fork();
  if (child == 0) {
    ks_end_pace(&begun);
    const ks_pace *again = ks_begin_pace(&pace);
    ks_end_pace(&again);
    _exit(again == NULL ? 0 : 1);
  }
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  run(&plain);
  ks_end_pace(&begun);
  expect("frame@pace.c:1", 2, 0);
}

int main(void) {
  char wish[64];
  CHECK(mkstemp(path) >= 0);
  snprintf(wish, sizeof wish, "record:%s", path);
  setenv("KASURI_POWER", wish, 1);
  setenv("KASURI_CORES", "2", 1);
  setenv("KASURI_ADAPT", "0", 1);
  test_layers();
  test_nested();
  test_threads();
  test_refused();
  test_many_threads();
#ifndef __SANITIZE_THREAD__
  test_fork();
#endif
  unlink(path);
  return 0;
}
