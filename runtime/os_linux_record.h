/* What records and hardware counters ask of the system; only os_linux_record.c knows how. */
#ifndef KSI_OS_LINUX_RECORD_H
#define KSI_OS_LINUX_RECORD_H

#include <stddef.h>
#include <stdint.h>

enum { KSI_MOST_PATH = 4096 };

/* Memory that stays where it is while it grows, and is a file if `path` is not empty. */
typedef struct ksi_storage {
  char *memory;
  size_t reserved; /* bytes of addresses */
  size_t usable;   /* of these, with something behind them; all zero at first */
  char path[KSI_MOST_PATH];
  uint64_t device, file;
} ksi_storage;

/* The path from the root, `%p` in it replaced by the process id. 0 if it does not fit. */
int ksi_make_path(char result[KSI_MOST_PATH], const char *path);
/* Whether the path names a plain file, or nothing yet; not a device or a pipe. */
int ksi_is_plain_file(const char *path);
/* Whether there is such a process. */
int ksi_is_process(uint32_t process);

/* Makes `temporary`, maps it, and renames it to `path`. 0: the reason is in errno. */
int ksi_map_file(ksi_storage *storage, const char *temporary, const char *path, size_t usable);
/* The same without a file. */
int ksi_map_memory(ksi_storage *storage, size_t usable);
/* Makes at least so many bytes usable. 0 if there is no room. */
int ksi_grow_storage(ksi_storage *storage, size_t usable);
void ksi_unmap_storage(ksi_storage *storage);

uint32_t ksi_process_id(void);
uint64_t ksi_unix_ns(void);
/* How long ago the process began. 0: the system does not say. */
uint64_t ksi_process_age_ns(void);
/* What the process is called, with its zero. */
void ksi_program_name(char *text, size_t bytes);

/* Counters of the calling thread in one group: the `config`s of perf events of a type. */
typedef struct ksi_events {
  int file[3];
  void *page[3]; /* the kernel's page about each, if they can be read without a system call */
  int count;
} ksi_events;

/* 0 or why not, an errno value. */
int ksi_open_events(ksi_events *events, uint32_t type, const uint64_t *configs, int count);
void ksi_read_events(const ksi_events *events, uint64_t *values);
void ksi_close_events(ksi_events *events);
/* Whether reading takes no system call. */
int ksi_reads_directly(const ksi_events *events);

#endif
