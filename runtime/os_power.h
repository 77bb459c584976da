/* What changing the speed of cores needs of the system: files that stay open, registers, threads.
 * Functions that return a problem return 0 or an errno value. */
#ifndef KSI_OS_POWER_H
#define KSI_OS_POWER_H

#include "os_tree.h"

#include <stdint.h>

/* A file that stays open. */
typedef struct ksi_kept {
  int file; /* -1: none */
  int flags;
  uint64_t device, number; /* which file it is: the program may have closed the descriptor */
  char path[KSI_PATH_BYTES];
} ksi_kept;

int ksi_open_kept(ksi_kept *kept, const char *path, int is_written);
int ksi_write_kept(ksi_kept *kept, const void *value, size_t bytes);
/* A file of the user's, not under the root, that is begun anew and written at its end. */
int ksi_begin_kept(ksi_kept *kept, const char *path);
int ksi_append_kept(ksi_kept *kept, const void *text, size_t bytes);
/* As ksi_read_text. */
int ksi_read_kept(ksi_kept *kept, char *text, size_t size);
void ksi_close_kept(ksi_kept *kept);

/* A field of a register; `device` is a file that can be mapped, as /dev/mem. */
typedef struct ksi_register {
  char device[64];
  uint64_t address, mask;
  uint32_t width; /* bits: 8, 16, 32, 64 */
  volatile void *at;
} ksi_register;

int ksi_map_register(ksi_register *field);
void ksi_unmap_register(ksi_register *field);
/* The field's bits, where they are; those around it stay as they are. */
uint64_t ksi_load_register(const ksi_register *field);
void ksi_store_register(const ksi_register *field, uint64_t value);

/* The same for the journal: "DEVICE@ADDRESS:WIDTH:MASK" as a path, the bits as a value. */
int ksi_print_register(const ksi_register *field, char *path, size_t size);
int ksi_read_register_text(const char *path, char *text, size_t size);
int ksi_write_register_text(const char *path, const char *text);

/* The core that the calling thread runs on; -1: unknown. */
int ksi_current_core(void);
long ksi_this_thread(void);

/* What the scheduler takes the thread's load for is at least and at most this, of 1024. */
typedef struct ksi_clamp {
  int least, most;
} ksi_clamp;
int ksi_get_clamp(long thread, ksi_clamp *clamp);
/* 0 and 1024 mean: as without. */
int ksi_set_clamp(long thread, ksi_clamp clamp);

#endif
