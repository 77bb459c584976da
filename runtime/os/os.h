/* The runtime's whole interface to the system. Only the sources in this folder implement it.
 * Environment variables are in knobs.h. */
#ifndef KSI_OS_H
#define KSI_OS_H

#include "coreset.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Threads, clocks, and waiting: threads.c. */

/* Sleeps while *word == expected, at most max_ns if that is not 0; may return early. */
void ksi_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t max_ns);
/* Wakes all threads that sleep on the word. */
void ksi_futex_wake(_Atomic uint32_t *word);

/* Requests the next function from the system; whether it may be called. */
int ksi_can_fence_all_threads(void);
/* A full fence in every thread of the process. Whether it succeeded. */
int ksi_fence_all_threads(void);

/* Numbers of the cores this process may use, at most KSI_MOST_CORES, the caller's current one
 * first. */
int ksi_usable_cores(int *cores);

/* Starts a detached thread on the core (-1: on any) with signals from outside blocked. 0 or an
 * errno value. `thread` may be NULL.
 */
int ksi_start_thread(void *(*run)(void *), void *argument, int core, pthread_t *thread);

/* How large the stacks of these threads may grow; and whether that is all that the main thread's
 * may grow. */
size_t ksi_stack_bytes(void);
int ksi_stack_bytes_are_limit(void);

/* Live threads of the process; 0 if unknown. */
int ksi_count_threads(void);

uint64_t ksi_now_ns(void);    /* monotonic */
uint64_t ksi_thread_ns(void); /* processor time of the calling thread */
uint64_t ksi_busy_ns(void);   /* of all threads of the process */
/* How often the calling thread was preempted by another one. */
long ksi_lost_cores(void);
/* How long the calling thread has run on cores, and how long it was ready to run without one.
 * 0 if the kernel does not report it. */
int ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns);
void ksi_sleep_ns(uint64_t ns);
unsigned long ksi_hardware_flags(void); /* what the system reports about the cores (AT_HWCAP) */
void ksi_relax(void);                   /* hint in a spinning loop */

/* The files that describe and configure the system: files.c. All paths begin with '/' and are
 * relative to a root that KASURI_ROOT replaces, so that tests run on recorded trees.
 * Functions that return a problem return 0 or an errno value. */

enum { KSI_PATH_BYTES = 512 };

typedef struct ksi_path {
  char text[KSI_PATH_BYTES];
} ksi_path;
/* folder/name; if that is too long, an empty path, which does not exist. */
ksi_path ksi_join(const char *folder, const char *name);

/* Where things are. */
#define KSI_IRQ_FOLDER "/proc/irq"
#define KSI_NEW_IRQ_MASK "/proc/irq/default_smp_affinity"
#define KSI_WORKQUEUE_MASK "/sys/devices/virtual/workqueue/cpumask"
#define KSI_ONLINE_CORES "/sys/devices/system/cpu/online"
#define KSI_CORE_CAPACITY "/sys/devices/system/cpu/cpu%d/cpu_capacity"
#define KSI_CORE_FREQUENCY "/sys/devices/system/cpu/cpu%d/cpufreq"
#define KSI_CORE_WAKE_LATENCY "/sys/devices/system/cpu/cpu%d/power/pm_qos_resume_latency_us"
#define KSI_WAKE_LATENCY "/dev/cpu_dma_latency"
#define KSI_POWERCAP "/sys/class/powercap"
#define KSI_HWMON "/sys/class/hwmon"
#define KSI_POWER_SUPPLIES "/sys/class/power_supply"
#define KSI_INA231 "/sys/bus/i2c/drivers/INA231"
#define KSI_MOUNTS "/proc/self/mountinfo"
#define KSI_OWN_CGROUPS "/proc/self/cgroup"
#define KSI_OWN_STATUS "/proc/thread-self/status"
#define KSI_BOOT_ID "/proc/sys/kernel/random/boot_id"
#define KSI_PHYSICAL_MEMORY "/dev/mem"
#define KSI_SHARED_FOLDER "/dev/shm"

/* For tests: instead of KASURI_ROOT. */
void ksi_set_root(const char *folder);

/* From now on nothing is changed; instead, changes are printed on stdout. */
void ksi_only_print_changes(void);
int ksi_only_prints_changes(void);

/* For the other os_ files: a descriptor of the file under the root, opened with these flags. */
int ksi_open_file(const char *path, int flags);
int ksi_has_other_root(void);

/* Reads a value without white space at its end. Its length, or a negative errno value. */
int ksi_read_text(const char *path, char *text, size_t size);
/* The same for a file that only this user (and root) can have written; otherwise -EPERM. */
int ksi_read_own_text(const char *path, char *text, size_t size);
/* Calls `each` for each line of a file of any length, until it does not return 0; returns its last
 * value. */
int ksi_each_line(const char *path, int (*each)(void *argument, char *line), void *argument);
/* The same for each name in a folder. */
int ksi_each_name(const char *path, int (*each)(void *argument, const char *name), void *argument);
/* Opens a file and reads it, which the system requires before it reports a change. A descriptor. */
int ksi_open_for_poll(const char *path, char *text, size_t size);
/* Opens a file for repeated writing. A descriptor, or a negative errno value. */
int ksi_open_for_writes(const char *path);
int ksi_exists(const char *path);
int ksi_can_write(const char *path);

/* The only functions that change anything. Writing does not create files. */
int ksi_write_text(const char *path, const char *text);
int ksi_make_folder(const char *path);
int ksi_remove_folder(const char *path);
/* Whatever happens, the file is complete, either old or new, and is on its medium on return. An
 * empty text removes it. */
int ksi_save_text(const char *path, const char *text, size_t length);

/* The folder for the journal, which may not exist yet; a problem if there is no place for it. */
int ksi_find_run_folder(char *text, size_t size);
/* Calls `each` for each folder of this user that may have a journal, wherever an earlier program of
 * the user has found a place for it, until it does not return 0; returns its last value. */
int ksi_each_run_folder(int (*each)(void *argument, const char *folder), void *argument);
/* The user that a folder belongs to; -1: there is no such folder. */
long ksi_owner_of_folder(const char *path);
/* Waits for the lock file, at most max_ms; its descriptor, or a negative errno value. The lock
 * ends with the process, and children do not inherit it. */
int ksi_lock_file(const char *path, int max_ms);
void ksi_unlock_file(int descriptor);

/* Whether a thread may run on any of the cores; yes if unknown. */
int ksi_may_run_on(long thread, const ksi_coreset *cores);

/* Of the calling thread. 0 or an errno value. */
int ksi_get_affinity(ksi_coreset *cores);
int ksi_set_affinity(const ksi_coreset *cores);
/* Of a thread of this process that does not end. */
void ksi_confine_thread(pthread_t thread, const ksi_coreset *cores);

/* Memory that all programs of the user share if they map the same file. It is created, all zero, if
 * it does not exist. NULL on failure, or if another user could write it. */
void *ksi_map_shared(const char *path, size_t bytes);
unsigned ksi_user(void);

/* Zeroed pages, not from malloc. NULL if there are none. */
void *ksi_get_memory(size_t bytes);
void ksi_give_back_memory(void *memory, size_t bytes);

/* The process that outlives the program and restores what it changed, and the state of other
 * processes: processes.c. */

/* A process; its start time distinguishes it from a later one with the same number. */
typedef struct ksi_process {
  int number;
  uint64_t start; /* ticks since the system's start */
} ksi_process;

ksi_process ksi_this_process(void);
/* Whether any thread of it still runs. */
int ksi_is_alive(ksi_process process);

typedef struct ksi_life {
  int is_alive;
  int is_ready; /* its first thread runs or waits for a core */
  int nice;
  uint64_t used_ns; /* processor time of all its threads, in steps of some milliseconds */
} ksi_life;
/* State of the process whose start has these low 32 bits; not alive if it is another one. */
ksi_life ksi_look_at_process(int number, uint32_t start);
/* Identifies the namespace of the process numbers; 0 if unknown. */
uint64_t ksi_process_namespace(void);

/* Runs `keep` in a separate process. It is in no group or session of the program, is not among the
 * children that the program may wait for, and has none of its files except stderr. A problem: 0 or
 * an errno value. */
int ksi_start_keeper(void (*keep)(ksi_process owner));
/* Whether this process has started a keeper that still waits. A program that closes all descriptors
 * also ends its wait. */
int ksi_has_keeper(void);
/* `is_restored`: nothing is left to do, and the keeper ends without changing anything; another may
 * be started immediately. Otherwise its wait ends, as at the end of the program. */
void ksi_stop_keeper(int is_restored);
/* For `keep`: waits until the program has ended or executed another (1), or, for at most max_ms,
 * until the system reports a change of the file (0). An empty path: no file. Does not return to a
 * dismissed keeper. */
int ksi_await_end(ksi_process owner, const char *path, int max_ms);

/* One line on stderr, "kasuri: ..." */
__attribute__((format(printf, 1, 2))) void ksi_say(const char *format, ...);

/* For records and hardware counters: storage.c. */

enum { KSI_MOST_PATH = 4096 };

/* Memory that keeps its place while it grows, and is a file if `path` is not empty. */
typedef struct ksi_storage {
  char *memory;
  size_t reserved; /* bytes of addresses */
  size_t usable;   /* of these, backed by storage; all zero at first */
  char path[KSI_MOST_PATH];
  uint64_t device, file;
} ksi_storage;

/* The path from the root, with `%p` replaced by the process id. 0 if it does not fit. */
int ksi_make_path(char result[KSI_MOST_PATH], const char *path);
/* Whether the path names a regular file, or does not exist yet; not a device or a pipe. */
int ksi_is_plain_file(const char *path);
/* Whether there is such a process. */
int ksi_is_process(uint32_t process);

/* Creates `temporary`, maps it, and renames it to `path`. 0: the reason is in errno. */
int ksi_map_file(ksi_storage *storage, const char *temporary, const char *path, size_t usable);
/* The same without a file. */
int ksi_map_memory(ksi_storage *storage, size_t usable);
/* Makes at least this number of bytes usable. 0 if there is no room. */
int ksi_grow_storage(ksi_storage *storage, size_t usable);
void ksi_unmap_storage(ksi_storage *storage);

uint32_t ksi_process_id(void);
uint64_t ksi_unix_ns(void);
/* How long ago the process started. 0: the system does not report it. */
uint64_t ksi_process_age_ns(void);
/* The name of the process, with its final zero. */
void ksi_program_name(char *text, size_t bytes);

/* Counters of the calling thread in one group: the `config`s of perf events of a type. */
typedef struct ksi_events {
  int file[3];
  void *page[3]; /* the kernel's page for each, if they can be read without a system call */
  int count;
} ksi_events;

/* 0, or an errno value with the reason. */
int ksi_open_events(ksi_events *events, uint32_t type, const uint64_t *configs, int count);
void ksi_read_events(const ksi_events *events, uint64_t *values);
void ksi_close_events(ksi_events *events);
/* Whether reading needs no system call. */
int ksi_reads_directly(const ksi_events *events);

/* For changing core frequencies: devices.c. Files that stay open, registers, threads.
 * Functions that return a problem return 0 or an errno value. */

/* A file that stays open. */
typedef struct ksi_kept {
  int file; /* -1: none */
  int flags;
  uint64_t device, number; /* identifies the file: the program may have closed the descriptor */
  char path[KSI_PATH_BYTES];
} ksi_kept;

int ksi_open_kept(ksi_kept *kept, const char *path, int is_written);
int ksi_write_kept(ksi_kept *kept, const void *value, size_t bytes);
/* A file of the user, not under the root, that is created anew and appended to. */
int ksi_begin_kept(ksi_kept *kept, const char *path);
int ksi_append_kept(ksi_kept *kept, const void *text, size_t bytes);
/* As ksi_read_text. */
int ksi_read_kept(ksi_kept *kept, char *text, size_t size);
void ksi_close_kept(ksi_kept *kept);

/* A field of a register; `device` is a file that can be mapped, such as /dev/mem. */
typedef struct ksi_register {
  char device[64];
  uint64_t address, mask;
  uint32_t width; /* bits: 8, 16, 32, 64 */
  volatile void *at;
} ksi_register;

int ksi_map_register(ksi_register *field);
void ksi_unmap_register(ksi_register *field);
/* The field's bits, in place; those around it do not change. */
uint64_t ksi_load_register(const ksi_register *field);
void ksi_store_register(const ksi_register *field, uint64_t value);

/* The same for the journal: "DEVICE@ADDRESS:WIDTH:MASK" as a path, the bits as a value. */
int ksi_print_register(const ksi_register *field, char *path, size_t size);
int ksi_read_register_text(const char *path, char *text, size_t size);
int ksi_write_register_text(const char *path, const char *text);

/* The core that the calling thread runs on; -1: unknown. */
int ksi_current_core(void);
long ksi_this_thread(void);

/* Minimum and maximum of the load that the scheduler assumes for the thread, of 1024. */
typedef struct ksi_clamp {
  int least, most;
} ksi_clamp;
int ksi_get_clamp(long thread, ksi_clamp *clamp);
/* 0 and 1024: no limits. */
int ksi_set_clamp(long thread, ksi_clamp clamp);

/* May something that is open now give the program what it writes itself? Also 1 if that cannot be
 * found out (streams.c). */
int ksi_reads_what_it_writes(void);
/* May the program wait for somebody when it reads: is anything open that is no file, as far as can
 * be found out? What it reads of the standard streams: as ks_pipe_gather is told. */
int ksi_may_await_input(int standard_input);
/* May reading input write out lines of standard output that are not complete? What it reads of the
 * standard streams: as above. */
int ksi_writes_before_it_reads(int standard_input);

/* Memory that is followed by its own start: ring.c. */

size_t ksi_page_bytes(void);
/* `bytes` (whole pages) of zeroed memory that are mapped twice in a row; NULL if the system
 * refuses. A child of fork does not have it. */
void *ksi_map_twice(size_t bytes);
void ksi_unmap_twice(void *memory, size_t bytes);

#endif
