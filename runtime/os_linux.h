/* Everything the runtime asks of the system; only os_linux.c knows how. */
#ifndef KSI_OS_LINUX_H
#define KSI_OS_LINUX_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { KSI_MOST_CORES = 1024 };

/* Sleeps while *word == expected, for most_ns if that is not 0; may return early. */
void ksi_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t most_ns);
/* Wakes all that sleep on the word. */
void ksi_futex_wake(_Atomic uint32_t *word);

/* Whether the next may be called: asks the system for it. */
int ksi_can_fence_all_threads(void);
/* A full fence in every thread of the process. Whether it was made. */
int ksi_fence_all_threads(void);

/* Numbers of the cores this process may use, at most KSI_MOST_CORES, the caller's current one
 * first. */
int ksi_usable_cores(int *cores);

/* Starts a detached thread on the core (-1: on any) with signals from outside blocked. 0 or an
 * errno value. `thread` may be NULL.
 */
int ksi_start_thread(void *(*run)(void *), void *argument, int core, pthread_t *thread);

/* Threads of the process that are alive; 0 if that cannot be found out. */
int ksi_count_threads(void);

uint64_t ksi_now_ns(void);    /* monotonic */
uint64_t ksi_thread_ns(void); /* processor time of the calling thread */
/* How often the calling thread had to leave its core because another one wanted it. */
long ksi_lost_cores(void);
/* What the calling thread has had of the cores, and how long it was ready to run and had none.
 * 0 if the kernel does not say. */
int ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns);
void ksi_sleep_ns(uint64_t ns);
unsigned long ksi_hardware_flags(void); /* what the system says of the cores (AT_HWCAP) */
void ksi_relax(void);                   /* hint of a spinning loop */

#endif
