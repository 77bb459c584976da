/* The ways to spin: which there are here, that naps end by themselves and by a write, and that
 * counters and tickets work with each of them. The instructions of x86-64 that this core has not
 * are run all the same: where it refuses one, the test does what the manual says of it, and so sees
 * whether it was asked for the right thing. */
#define _GNU_SOURCE
#include "../../runtime/os/os.h"
#include "../../runtime/wait/parking.h"
#include "../../runtime/wait/spin.h"
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

enum { ROUNDS = 100, NAPS = 20 };

static _Atomic int refused; /* instructions that the core did not know */

#if defined(__x86_64__)
static _Thread_local const _Atomic uint32_t *watched;
static _Thread_local uint32_t watched_value;
static uint64_t begin; /* of the test */

static void sleep_until(uint64_t ticks) {
  while (__builtin_ia32_rdtsc() < ticks && atomic_load(watched) == watched_value)
    __builtin_ia32_pause();
}

static void step_over(int signal, siginfo_t *info, void *argument) {
  greg_t *registers = ((ucontext_t *)argument)->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)registers[REG_RIP];
  const uint64_t now = __builtin_ia32_rdtsc();
  const uint64_t end = (uint64_t)(uint32_t)registers[REG_RDX] << 32 | (uint32_t)registers[REG_RAX];
  (void)signal, (void)info;
  if (memcmp(code, "\xf3\x0f\xae\xf0", 4) == 0 || memcmp(code, "\x0f\x01\xfa", 3) == 0) {
    watched = (const _Atomic uint32_t *)registers[REG_RAX];
    watched_value = atomic_load(watched);
  } else if (memcmp(code, "\xf2\x0f\xae\xf1", 4) == 0) { /* umwait ecx */
    CHECK(registers[REG_RCX] == 1 && end > begin && end < now + 10000000);
    sleep_until(end);
  } else {
    CHECK(memcmp(code, "\x0f\x01\xfb", 3) == 0 && registers[REG_RCX] == 2); /* mwaitx */
    sleep_until(now + (uint32_t)registers[REG_RBX]);
  }
  registers[REG_RIP] += code[1] == 0x01 ? 3 : 4;
  atomic_fetch_add(&refused, 1);
}

static int can_be_tried(ksi_spin_way way) {
  return way == KSI_SPIN_TPAUSE || way == KSI_SPIN_MWAITX;
}

static void begin_stepping_over(void) {
  begin = __builtin_ia32_rdtsc();
  struct sigaction action = {.sa_sigaction = step_over, .sa_flags = SA_SIGINFO | SA_NODEFER};
  CHECK(sigaction(SIGILL, &action, NULL) == 0);
}
#else
/* Without the event stream, too: there are other interrupts here. */
static int can_be_tried(ksi_spin_way way) {
#if defined(__aarch64__)
  return way == KSI_SPIN_WFE;
#else
  (void)way;
  return 0;
#endif
}

static void begin_stepping_over(void) {}
#endif

static void naps_end(ksi_spin_way way) {
  static _Atomic uint32_t word = 7;
  for (int i = 0; i < NAPS; i++)
    ksi_nap_on(&word, 7, way); /* nobody writes it */
  for (int i = 0; i < NAPS; i++)
    ksi_nap_on(&word, 8, way);
}

/* Two threads in turn, each raising what the other one waits for. */
static ksi_counter ping, pong;
static ksi_patience patience = {.is_fixed = 1, .max_ns = 2000000};

static void *answer(void *unused) {
  for (uint32_t i = 1; i <= ROUNDS; i++) {
    CHECK(ksi_wait(&ping, i, &patience, 0));
    ksi_raise(&pong, i);
  }
  return unused;
}

static void counters_meet(void) {
  pthread_t other;
  atomic_store(&ping.value, 0);
  atomic_store(&pong.value, 0);
  CHECK(pthread_create(&other, NULL, answer, NULL) == 0);
  for (uint32_t i = 1; i <= ROUNDS; i++) {
    ksi_raise(&ping, i);
    CHECK(ksi_wait(&pong, i, &patience, 0));
  }
  pthread_join(other, NULL);
}

static ksi_ticket ticket;
static _Atomic uint32_t taken;

static void nothing(void *unused) { (void)unused; }

static void *take_offers(void *unused) {
  for (uint32_t i = 1; i <= ROUNDS; i++) {
    const uint32_t offer = ksi_await_offer(&ticket, &patience, nothing, NULL);
    CHECK(ksi_take_offer(&ticket, offer));
    atomic_store(&taken, i);
  }
  return unused;
}

static void offers_are_taken(void) {
  pthread_t worker;
  ksi_init_ticket(&ticket);
  atomic_store(&taken, 0);
  CHECK(pthread_create(&worker, NULL, take_offers, NULL) == 0);
  for (uint32_t i = 1; i <= ROUNDS; i++) {
    ksi_open_offer(&ticket);
    ksi_publish_offers();
    ksi_wake_for_offer(&ticket);
    while (atomic_load(&taken) != i)
      ksi_sleep_ns(1000);
  }
  pthread_join(worker, NULL);
}

static void names(void) {
  const ksi_spin_way best = ksi_choose_spin_way(NULL);
  CHECK(ksi_has_spin_way(KSI_SPIN_PAUSE) && ksi_has_spin_way(best));
  CHECK(ksi_choose_spin_way("auto") == best && ksi_choose_spin_way("") == best);
  CHECK(ksi_choose_spin_way("pause") == KSI_SPIN_PAUSE);
  CHECK(ksi_choose_spin_way("umbrella") == best); /* and says so */
  for (int way = 0; way < KSI_SPIN_WAYS; way++) {
    const char *name = ksi_name_spin_way((ksi_spin_way)way);
    const int has = ksi_has_spin_way((ksi_spin_way)way);
    CHECK(ksi_choose_spin_way(name) == (has ? (ksi_spin_way)way : best));
    printf("%s: %s here%s\n", name, has ? "is" : "is not",
           best == (ksi_spin_way)way ? ", chosen" : "");
  }
}

int main(void) {
  names();
  atomic_init(&patience.wake_ns, 2000000);
  begin_stepping_over();
  for (int way = 0; way < KSI_SPIN_WAYS; way++) {
    if (way != KSI_SPIN_PAUSE && !can_be_tried((ksi_spin_way)way))
      continue;
    atomic_store(&refused, 0);
    ksi_set_spin_way((ksi_spin_way)way);
    if (way != KSI_SPIN_PAUSE)
      naps_end((ksi_spin_way)way);
    counters_meet();
    offers_are_taken();
    printf("%s: tried%s\n", ksi_name_spin_way((ksi_spin_way)way),
           refused != 0 ? ", with the instructions in the place of the core's" : "");
  }
  return 0;
}
