/* The file of samples, and a timer for each thread.
 *
 * A process has the timers that its threads make: the first here when the library is loaded, others
 * in front of the function that they begin with. fork() leaves timers behind, so the child makes
 * its own. exec ends them, and the next program loads the library again. A child of vfork has none.
 *
 * The first signal comes after a random part of the interval, so a thread that lives for less has a
 * sample as often as its time says. If a signal comes late, because the system looks at timers with
 * each of its ticks, the sample counts for all intervals since the last one (its overrun). */
#define _GNU_SOURCE
#include "sampler.h"

#include "samples.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static struct sampler_head *head; /* NULL: nothing is sampled */
static uint64_t mapped;           /* bytes of the file that we can reach */
static pthread_key_t at_end;
static char ours; /* its address marks our timers */

static __thread struct sampler_stack stack;
static __thread timer_t timer;
static __thread int has_timer;

uint64_t *sampler_claim(unsigned words, uint64_t samples) {
  const uint64_t bytes = (uint64_t)words * 8;
  const uint64_t at = __atomic_fetch_add(&head->used, bytes, __ATOMIC_RELAXED);
  const uint64_t ready = __atomic_load_n(&head->ready, __ATOMIC_ACQUIRE);
  if (at + bytes <= (ready < mapped ? ready : mapped))
    return (uint64_t *)((char *)head + at);
  __atomic_fetch_add(&head->lost, samples, __ATOMIC_RELAXED);
  return NULL;
}

void sampler_finish(uint64_t *record, uint64_t first_word) {
  __atomic_store_n(record, first_word, __ATOMIC_RELEASE);
}

unsigned sampler_number_module(void) {
  const uint64_t given = __atomic_add_fetch(&head->modules, 1, __ATOMIC_RELAXED);
  return given < SAMPLER_MODULES ? (unsigned)given : 0;
}

static void take_sample(int signal, siginfo_t *info, void *context) {
  if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &ours) {
    sampler_pass_signal(signal, info, context);
    return;
  }
  const int missed = info->si_overrun;
  const uint32_t weight = missed < 0 || missed >= (int)SAMPLER_LARGEST ? 1 : (uint32_t)missed + 1;
  uint64_t frames[SAMPLER_FRAMES];
  const unsigned count = sampler_find_callers(context, stack, frames, SAMPLER_FRAMES);
  uint64_t *record = sampler_claim(count + 1, weight);
  if (record == NULL)
    return;
  for (unsigned i = 0; i < count; i++)
    record[i + 1] = frames[i];
  sampler_finish(record, sampler_first_word(SAMPLER_SAMPLE, count, weight));
}

static long random_part(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t bits =
      (uint64_t)now.tv_nsec * 1000003u ^ (uint64_t)now.tv_sec ^ (uint64_t)gettid() << 20;
  bits = (bits ^ bits >> 31) * 0x9e3779b97f4a7c15u;
  return 1 + (long)((bits >> 16) % SAMPLER_EVERY_NS);
}

static void find_stack(void) {
  pthread_attr_t attributes;
  void *low;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  if (pthread_attr_getstack(&attributes, &low, &bytes) == 0)
    stack = (struct sampler_stack){(uintptr_t)low, (uintptr_t)low + bytes};
  pthread_attr_destroy(&attributes);
}

static void start_timer(void) {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SAMPLER_SIGNAL;
  event.sigev_value.sival_ptr = &ours;
  event.sigev_notify_thread_id = gettid();
  has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0;
  if (!has_timer)
    return;
  const struct itimerspec times = {{0, SAMPLER_EVERY_NS}, {0, random_part()}};
  timer_settime(timer, 0, &times, NULL);
}

static void stop_timer(void *unused) {
  (void)unused;
  if (has_timer)
    timer_delete(timer);
  has_timer = 0;
}

/* Of the thread that runs. What it finds in errno is there afterwards. */
static void begin_thread(void) {
  const int before = errno;
  find_stack();
  start_timer();
  pthread_setspecific(at_end, &ours);
  errno = before;
}

static void begin_child(void) {
  const int before = errno;
  __atomic_fetch_add(&head->processes, 1, __ATOMIC_RELAXED);
  start_timer();
  errno = before;
}

/* As much of it as the process may have in memory. */
static int map_file(const char *name) {
  const int file = open(name, O_RDWR | O_CLOEXEC);
  if (file < 0)
    return -1;
  for (mapped = SAMPLER_MOST_BYTES; mapped >= 1u << 20; mapped /= 2) {
    void *memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (memory == MAP_FAILED)
      continue;
    head = memory;
    break;
  }
  close(file);
  return head == NULL || head->format != SAMPLER_FORMAT ? -1 : 0;
}

__attribute__((constructor)) static void begin(void) {
  const int before = errno;
  const char *name = getenv(SAMPLER_FILE);
  if (name != NULL && map_file(name) == 0 && pthread_key_create(&at_end, stop_timer) == 0 &&
      sampler_take_signal(take_sample) == 0) {
    sampler_note_program();
    __atomic_fetch_add(&head->processes, 1, __ATOMIC_RELAXED);
    pthread_atfork(NULL, NULL, begin_child);
    begin_thread();
  } else {
    head = NULL;
  }
  errno = before;
}

/* What a thread begins with. */
struct beginning {
  void *(*run)(void *);
  int (*run_c11)(void *);
  void *argument;
};

static struct beginning taken_from(void *memory) {
  const struct beginning copy = *(struct beginning *)memory;
  free(memory);
  begin_thread();
  return copy;
}

static void *run_thread(void *memory) {
  const struct beginning its = taken_from(memory);
  return its.run(its.argument);
}

static int run_c11_thread(void *memory) {
  const struct beginning its = taken_from(memory);
  return its.run_c11(its.argument);
}

SAMPLER_PUBLIC int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                  void *(*run)(void *), void *argument) {
  static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (create == NULL)
    create = dlsym(RTLD_NEXT, "pthread_create");
  struct beginning *its = head == NULL ? NULL : malloc(sizeof *its);
  if (its == NULL)
    return create(thread, attributes, run, argument);
  *its = (struct beginning){run, NULL, argument};
  const int result = create(thread, attributes, run_thread, its);
  if (result != 0)
    free(its);
  return result;
}

SAMPLER_PUBLIC int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
  static int (*create)(thrd_t *, thrd_start_t, void *);
  if (create == NULL)
    create = dlsym(RTLD_NEXT, "thrd_create");
  struct beginning *its = head == NULL ? NULL : malloc(sizeof *its);
  if (its == NULL)
    return create(thread, run, argument);
  *its = (struct beginning){NULL, run, argument};
  const int result = create(thread, run_c11_thread, its);
  if (result != thrd_success)
    free(its);
  return result;
}
