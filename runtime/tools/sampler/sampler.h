/* The parts of the sampler, a library that `kasuri profile` has loaded into a finished program
 * where perf is missing or may not sample (LD_PRELOAD). It is no part of any program that Kasuri
 * builds.
 *
 * Each thread has a timer on its own processor time. The timer's signal interrupts the thread, and
 * the handler writes where it is, with its callers, into shared memory:
 *
 *     sampler.c     the file, timers, threads, forks, and the handler
 *     callers.c     the callers, from the unwind tables that every program has
 *     modules.c     which file the code at an address is from
 *     signals.c     the program never sees the signal, and cannot block it or take it
 *
 * The program is to do what it does without. So the handler calls nothing that takes a lock, uses
 * no errno, and reads the stack only where it is known to be; the library keeps no file open; and
 * memory is written only where the file is known to have room. docs/profiling.md says what a
 * program can notice nevertheless. */
#ifndef KASURI_SAMPLER_H
#define KASURI_SAMPLER_H

#include <signal.h>
#include <stdint.h>

/* Not one that programs use: the C library has the first two of the real-time signals, and programs
 * count from SIGRTMIN on. */
#define SAMPLER_SIGNAL (SIGRTMAX - 2)

/* Where a thread's stack is: from `low`, exclusive of `high`. Both 0: not known. */
struct sampler_stack {
  uintptr_t low, high;
};

/* Up to `most` frames of what the context interrupts, innermost first, as sampler_frame() makes
 * them; how many. */
unsigned sampler_find_callers(const void *context, struct sampler_stack stack, uint64_t *frames,
                              unsigned most);

/* The frame of the code at the address. Announces its module, if it is new. */
uint64_t sampler_frame_of(uintptr_t address);

/* To be called once, before all samples. */
void sampler_note_program(void);

/* Room for a record of so many words, whose first word is to be written last; NULL: there is none,
 * and `samples` were lost. */
uint64_t *sampler_claim(unsigned words, uint64_t samples);
void sampler_finish(uint64_t *record, uint64_t first_word);

/* The number of a new module; 0: there are too many. */
unsigned sampler_number_module(void);

/* Takes the signal; -1: refused. The handler gets those of our timers. */
int sampler_take_signal(void (*handler)(int, siginfo_t *, void *));

/* Somebody else's signal of that number: does what the program has asked for. */
void sampler_pass_signal(int signal, siginfo_t *info, void *context);

#define SAMPLER_PUBLIC __attribute__((visibility("default")))

#endif
