/* The process that outlives the program, to restore what it changed: starting it, and its life. */
#ifndef KSI_OS_KEEPER_H
#define KSI_OS_KEEPER_H

#include <stddef.h>
#include <stdint.h>

/* A process, told from a later one with its number by when it began. */
typedef struct ksi_process {
  int number;
  uint64_t start; /* ticks since the system's start */
} ksi_process;

ksi_process ksi_this_process(void);
/* Whether any thread of it still runs. */
int ksi_is_alive(ksi_process process);

typedef struct ksi_life {
  int is_alive;
  int is_ready; /* its first thread runs, or waits for a core */
  int nice;
  uint64_t used_ns; /* processor time of all its threads, in steps of some milliseconds */
} ksi_life;
/* Of the process whose start has these low 32 bits; not alive if it is another one. */
ksi_life ksi_look_at_process(int number, uint32_t start);
/* What tells the namespace of the process numbers from others; 0 if that is not known. */
uint64_t ksi_process_namespace(void);

/* Runs `keep` in a process of its own, which is in no group or session of the program, is not
 * among the children that it may wait for, and has none of its files but stderr. A problem: 0 or an
 * errno value. */
int ksi_start_keeper(void (*keep)(ksi_process owner));
/* Whether this process has started one that still waits: a program that closes all descriptors ends
 * its wait, too. */
int ksi_has_keeper(void);
/* Ends its wait, as the end of the program would. */
void ksi_stop_keeper(void);
/* For `keep`: waits until the program has ended or executed another (1), or, for at most
 * most_ms, until the system says that the file changed (0). No file: an empty path. */
int ksi_await_end(ksi_process owner, const char *path, int most_ms);

/* One line on stderr, "kasuri: ..." */
__attribute__((format(printf, 1, 2))) void ksi_say(const char *format, ...);

#endif
