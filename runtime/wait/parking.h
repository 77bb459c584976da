/* How threads of the team wait for each other: counters that only grow, and tickets through which
 * the caller offers a worker its rows. */
#ifndef KSI_PARKING_H
#define KSI_PARKING_H

#include <stdatomic.h>
#include <stdint.h>

/* Incremented by one thread at a time, or by any number with ksi_count_up; never decremented.
 * Compared by difference, so it may wrap. */
typedef struct ksi_counter {
  _Atomic uint32_t value;
  _Atomic uint32_t sleepers;
} ksi_counter;

/* Even while the rows of a run are on offer, odd when a thread has taken them. */
typedef struct ksi_ticket {
  _Atomic uint32_t value;
  _Atomic uint32_t is_asleep;
  _Atomic uint64_t woken_ns;             /* when its worker was last woken; 0: it knows */
  _Atomic(_Atomic uint32_t *) sleeps_at; /* the word at which its worker sleeps */
} ksi_ticket;

/* How long to spin before sleeping, for a whole team. */
typedef struct ksi_patience {
  _Atomic uint64_t wake_ns; /* length of a wake-up, from the last ones, or the user's choice */
  uint64_t max_ns;          /* maximum length of a wake-up that counts */
  int is_fixed;             /* wake_ns is the user's choice */
  _Atomic int is_busy;      /* other programs need the cores: no thread spins */
} ksi_patience;

void ksi_raise(ksi_counter *counter, uint32_t value);
void ksi_count_up(ksi_counter *counter);
/* Increments it if it is at this value; any number of threads may try. Whether it has. */
int ksi_raise_from(ksi_counter *counter, uint32_t value);
int ksi_has_reached(const ksi_counter *counter, uint32_t value);
/* Waits until the counter is at least `value`, spinning first if there is a patience. If max_ns is
 * not 0, it may return early, and sleeps no longer than that. Whether the value was reached. */
int ksi_wait(ksi_counter *counter, uint32_t value, const ksi_patience *patience, uint64_t max_ns);

/* How long to spin before going to sleep; 0 if other programs need the cores. */
uint64_t ksi_time_to_spin(const ksi_patience *patience);

void ksi_init_ticket(ksi_ticket *ticket);
/* Offers are made in two steps, so that the offers to several workers share their cost: all are
 * opened, ksi_publish_offers is called once, and then each sleeping worker is woken. */
void ksi_open_offer(ksi_ticket *ticket);
void ksi_publish_offers(void);
void ksi_wake_for_offer(ksi_ticket *ticket);
/* The ticket's value once it is an open offer. `before_sleep` is called before the thread sleeps.
 */
uint32_t ksi_await_offer(ksi_ticket *ticket, ksi_patience *patience, void (*before_sleep)(void *),
                         void *argument);
/* Waits for either: until the counter is at least `value`, or the ticket has an open offer. Spins
 * first. Whether the value was reached. */
int ksi_wait_or_offer(ksi_counter *counter, uint32_t value, ksi_ticket *ticket,
                      const ksi_patience *patience);
/* Whether the calling thread has taken the rows of this offer, and no other thread has. */
int ksi_take_offer(ksi_ticket *ticket, uint32_t offer);
/* For the thread that opened it. */
int ksi_take_back_offer(ksi_ticket *ticket);

#endif
