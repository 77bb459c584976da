/* The files by which the system describes and changes itself. All paths begin with '/' and are
 * looked up under a root that KASURI_ROOT replaces, so that tests run on recorded trees. Functions
 * that return a problem return 0 or an errno value. */
#ifndef KSI_OS_TREE_H
#define KSI_OS_TREE_H

#include "coreset.h"

#include <pthread.h>
#include <stddef.h>

enum { KSI_PATH_BYTES = 512 };

typedef struct ksi_path {
  char text[KSI_PATH_BYTES];
} ksi_path;
/* folder/name; nothing, which does not exist, if that is too long. */
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
#define KSI_MOUNTS "/proc/self/mountinfo"
#define KSI_OWN_CGROUPS "/proc/self/cgroup"

/* For tests: instead of KASURI_ROOT. */
void ksi_set_root(const char *folder);

/* Changes nothing from now on, but prints on stdout what would be changed. */
void ksi_only_print_changes(void);
int ksi_only_prints_changes(void);

/* For the other os_ files: a descriptor of the file under the root, opened with these flags. */
int ksi_open_file(const char *path, int flags);
int ksi_has_other_root(void);

/* Reads a value without the white space at its end. Its length, or minus an errno value. */
int ksi_read_text(const char *path, char *text, size_t size);
/* Calls for each line of a file of any length, until `each` returns other than 0: returns that. */
int ksi_each_line(const char *path, int (*each)(void *argument, char *line), void *argument);
/* The same for each name in a folder. */
int ksi_each_name(const char *path, int (*each)(void *argument, const char *name), void *argument);
/* Opens a file and reads it, as one has to before the system tells of a change. A descriptor. */
int ksi_open_for_poll(const char *path, char *text, size_t size);
/* Opens a file that is to be written again and again. A descriptor, or minus an errno value. */
int ksi_open_for_writes(const char *path);
int ksi_exists(const char *path);
int ksi_can_write(const char *path);

/* The only functions that change anything. Writing makes no file. */
int ksi_write_text(const char *path, const char *text);
int ksi_make_folder(const char *path);
int ksi_remove_folder(const char *path);
/* The file is there whole, old or new, whatever happens, and is on its medium on return. An empty
 * text removes it. */
int ksi_save_text(const char *path, const char *text, size_t length);

/* The folder for the journal, which may not be there yet; a problem if there is no place for it. */
int ksi_find_run_folder(char *text, size_t size);
/* Waits for the lock file, for most_ms; its descriptor, or minus an errno value. The lock ends
 * with the process, and is not inherited by children. */
int ksi_lock_file(const char *path, int most_ms);
void ksi_unlock_file(int descriptor);

/* Whether a thread may run on any of the cores; yes if that is not known. */
int ksi_may_run_on(long thread, const ksi_coreset *cores);

/* Of the calling thread. 0 or an errno value. */
int ksi_get_affinity(ksi_coreset *cores);
int ksi_set_affinity(const ksi_coreset *cores);
/* Of a thread of this process that does not end. */
void ksi_confine_thread(pthread_t thread, const ksi_coreset *cores);

/* Memory that all programs of the user share who map the same file; it is made if it is not there,
 * all zero. NULL if it cannot be had, or if somebody else could write it. */
void *ksi_map_shared(const char *path, size_t bytes);
unsigned ksi_user(void);

/* Zeroed pages that are not malloc's. NULL if there are none. */
void *ksi_get_memory(size_t bytes);
void ksi_give_back_memory(void *memory, size_t bytes);

#endif
