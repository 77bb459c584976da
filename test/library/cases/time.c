/* Time and random numbers. */
#define _GNU_SOURCE
#include "../logger.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

/* --- Time. */

static const time_t moments[] = {0, 1000000007, (time_t)1 << 60};

#define STATIC_PARTS(function)                                                                     \
  CASE(function) {                                                                                 \
    for (int i = 0; i < 3; ++i)                                                                    \
      POINTER_TO(sizeof(struct tm) - 16, function(bytes(0, &moments[i], 8)));                      \
    NUMBER(function(&moments[1])->tm_hour);                                                        \
  }
STATIC_PARTS(localtime);
STATIC_PARTS(gmtime);
CASE(ctime) {
  for (int i = 0; i < 3; ++i)
    POINTER_TO(24, ctime(bytes(0, &moments[i], 8)));
}
CASE(ctime_r) {
  for (int i = 0; i < 3; ++i) {
    char *to = room(1, 32);
    const time_t *moment = bytes(0, &moments[i], 8);
    POINTER(ctime_r(moment, to));
  }
}
#define OWN_PARTS(function)                                                                        \
  CASE(function) {                                                                                 \
    for (int i = 0; i < 3; ++i) {                                                                  \
      struct tm *to = room(1, sizeof *to);                                                         \
      const time_t *moment = bytes(0, &moments[i], 8);                                             \
      POINTER(function(moment, to));                                                               \
    }                                                                                              \
  }
OWN_PARTS(localtime_r);
OWN_PARTS(gmtime_r);
static const struct tm noons[] = {{.tm_year = 100, .tm_mday = 41, .tm_hour = 12, .tm_isdst = -1},
                                  {.tm_year = 2147483647, .tm_mon = 14, .tm_mday = 1},
                                  {.tm_year = 99, .tm_mday = 3}};
#define FROM_PARTS(function, kind)                                                                 \
  CASE(function) {                                                                                 \
    kind(function(bytes(0, &noons[0], sizeof(struct tm))));                                        \
    kind(function(bytes(0, &noons[1], sizeof(struct tm))));                                        \
  }
FROM_PARTS(mktime, NUMBER);
FROM_PARTS(timegm, NUMBER);
CASE(asctime) {
  POINTER_TO(20, asctime(bytes(0, &noons[0], sizeof(struct tm))));
  POINTER_TO(20, asctime(bytes(0, &noons[2], sizeof(struct tm))));
  POINTER_TO(20, asctime(bytes(0, &noons[1], sizeof(struct tm))));
}
CASE(asctime_r) {
  char *to = room(1, 80);
  POINTER(asctime_r(bytes(0, &noons[0], sizeof(struct tm)), to));
}
CASE(strftime) {
  char *to = room(0, 80), *format = text(2, "%A %x %Y %Z");
  struct tm *parts = bytes(3, &noons[0], sizeof *parts);
  const size_t size = count(1, 70);
  NUMBER(strftime(to, size, format, parts));
}
CASE(tzset) { NOTHING((tzset(), 0)); }
CASE(difftime) { NUMBER(difftime(7, 5)); }
CASE(time) { NOTHING(time(room(0, 8))); }
CASE(clock) { NOTHING(clock()); }
CASE(clock_gettime) { NUMBER(clock_gettime(CLOCK_REALTIME, room(1, 16))); }
CASE(clock_getres) { NUMBER(clock_getres(CLOCK_REALTIME, room(1, 16))); }
CASE(timespec_get) { NUMBER(timespec_get(room(1, 16), TIME_UTC)); }
CASE(gettimeofday) {
  void *now = room(0, 16), *zone = room(1, 8);
  NUMBER(gettimeofday(now, zone));
}
CASE(times) { NOTHING(times(room(0, 32))); }
CASE(getrusage) { NUMBER(getrusage(RUSAGE_SELF, room(1, sizeof(struct rusage)))); }
CASE(getitimer) { NUMBER(getitimer(ITIMER_PROF, room(1, 32))); }
CASE(setitimer) {
  static const struct itimerval never;
  void *set = bytes(1, &never, sizeof never), *old = room(2, 32);
  NUMBER(setitimer(ITIMER_PROF, set, old));
}
CASE(getrlimit) { NUMBER(getrlimit(RLIMIT_CORE, room(1, 16))); }
CASE(getrlimit64) { NUMBER(getrlimit64(RLIMIT_CORE, room(1, 16))); }
static const struct rlimit none;
CASE(setrlimit) { NUMBER(setrlimit(RLIMIT_CORE, bytes(1, &none, sizeof none))); }
CASE(setrlimit64) { NUMBER(setrlimit64(RLIMIT_CORE, bytes(1, &none, sizeof none))); }
CASE(utime) {
  struct utimbuf both = {1, 2};
  char *name = text(0, "touched.txt");
  NUMBER(utime(name, bytes(1, &both, sizeof both)));
}
CASE(utimes) {
  struct timeval both[2] = {{1, 0}, {2, 0}};
  char *name = text(0, "touched.txt");
  NUMBER(utimes(name, bytes(1, both, sizeof both)));
}
CASE(usleep) { NUMBER(usleep(1)); }
CASE(sleep) { NUMBER(sleep(0)); }
CASE(alarm) { NUMBER(alarm(20) > 0); }
CASE(sched_yield) { NUMBER(sched_yield()); }
CASE(nanosleep) {
  struct timespec little = {0, 1};
  void *wanted = bytes(0, &little, sizeof little), *left = room(1, 16);
  NUMBER(nanosleep(wanted, left));
}

/* --- Random numbers. */

CASE(rand) { NUMBER(rand()); }
CASE(srand) { NOTHING((srand(3), 0)); }
CASE(random) { NUMBER(random()); }
CASE(srandom) { NOTHING((srandom(3), 0)); }
CASE(drand48) { NUMBER(drand48()); }
CASE(srand48) { NOTHING((srand48(3), 0)); }
static unsigned short state48[7] = {1, 2, 3, 4, 5, 6, 7};
CASE(seed48) { POINTER_TO(6, seed48(bytes(0, state48, 6))); }
CASE(lcong48) { NOTHING((lcong48(bytes(0, state48, 14)), 0)); }
CASE(lrand48) { NUMBER(lrand48()); }
CASE(mrand48) { NUMBER(mrand48()); }
CASE(rand_r) {
  unsigned seed = 5;
  NUMBER(rand_r(bytes(0, &seed, 4)));
}
static unsigned short seeds[3] = {1, 2, 3};
CASE(erand48) { NUMBER(erand48(bytes(0, seeds, 6))); }
CASE(nrand48) { NUMBER(nrand48(bytes(0, seeds, 6))); }
CASE(jrand48) { NUMBER(jrand48(bytes(0, seeds, 6))); }
CASE(arc4random) { NUMBER(arc4random()); }
CASE(arc4random_uniform) { NUMBER(arc4random_uniform(1000000)); }
CASE(getentropy) {
  void *to = room(0, 16);
  const size_t size = count(1, 16);
  NUMBER(getentropy(to, size));
}
CASE(getrandom) {
  void *to = room(0, 16);
  const size_t size = count(1, 16);
  NUMBER(getrandom(to, size, 0));
}
CASE(arc4random_buf) {
  void *to = room(0, 16);
  const size_t size = count(1, 16);
  NOTHING((arc4random_buf(to, size), 0));
}
