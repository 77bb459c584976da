/* The place of the record, and its end.
 *
 * It is created under a temporary name and renamed, so the name never shows half a record. At the
 * end the JSON replaces it in the same way. A destructor does that, after all that the program
 * itself has registered for its exit, on whatever thread calls exit, and also at quick_exit. Other
 * threads may still be in tasks then. So the record is copied word by word and the copy is written.
 * A task that has not ended is reported as open.
 *
 * A child of fork starts its own record if it runs layers. Its name has the process id, in place of
 * %p or appended. The same happens if a process finds a record under the name that is still being
 * written: by another process that runs at the same time, or by this one before it called exec. A
 * name that is not a regular file (a pipe, /dev/stdout) gets the JSON at the end, and no record
 * before that.
 */
#include "zone.h"

#if KS_COUNTERS
#include "../os/os.h"
#include "clock.h"
#include "process_record.h"
#include "write_record.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 1 << 20, MOST_SUFFIX = 64 };

static pthread_mutex_t growing = PTHREAD_MUTEX_INITIALIZER;
static ksi_storage storage;
static _Atomic(ksi_record_head *) head;
static _Atomic int has_ended;
static int is_child;
static char profile_path[KSI_MOST_PATH], trace_path[KSI_MOST_PATH];

ksi_record_head *ksi_head(void) { return atomic_load_explicit(&head, memory_order_acquire); }

static int complain(const char *path, const char *problem) {
  fprintf(stderr, "kasuri: cannot write the record '%s': %s; nothing is recorded\n", path, problem);
  return 0;
}

/* Whether the name has a record that is still being written, by another process or by this one
 * before exec. */
static int is_held(const char *path) {
  ksi_record_head seen;
  FILE *file = ksi_is_plain_file(path) ? fopen(path, "rbe") : NULL;
  size_t count = file != NULL ? fread(&seen, sizeof seen, 1, file) : 0;
  if (file != NULL)
    fclose(file);
  return count == 1 && memcmp(seen.magic, KSI_RECORD_MAGIC, sizeof seen.magic) == 0 &&
         !seen.has_ended && ksi_is_process(seen.process);
}

static int make_path(char result[KSI_MOST_PATH], const char *wanted) {
  result[0] = '\0';
  if (wanted == NULL)
    return 1;
  return (ksi_make_path(result, wanted) && strlen(result) + MOST_SUFFIX < KSI_MOST_PATH) ||
         complain(wanted, "the name is too long");
}

static void add_suffix(char path[KSI_MOST_PATH], unsigned number) {
  size_t length = strlen(path), room = KSI_MOST_PATH - length;
  if (number > 1)
    snprintf(path + length, room, ".%u.%u", ksi_process_id(), number);
  else if (number == 1)
    snprintf(path + length, room, ".%u", ksi_process_id());
}

/* The names, with a suffix if another process has the plain ones; the record has the first. */
static int choose_paths(const ksi_recording *recording) {
  const char *wanted = recording->profile != NULL ? recording->profile : recording->trace;
  char path[KSI_MOST_PATH];
  unsigned number = is_child && strstr(wanted, "%p") == NULL && ksi_is_plain_file(wanted);
  if (!make_path(profile_path, recording->profile) || !make_path(trace_path, recording->trace))
    return 0;
  for (;; number++) {
    snprintf(path, sizeof path, "%s", recording->profile != NULL ? profile_path : trace_path);
    add_suffix(path, number);
    if (!is_held(path))
      break;
  }
  add_suffix(profile_path, recording->profile != NULL ? number : 0);
  add_suffix(trace_path, recording->trace != NULL ? number : 0);
  return 1;
}

static int map_record(const char *path) {
  char temporary[KSI_MOST_PATH];
  if (!ksi_is_plain_file(path))
    return ksi_map_memory(&storage, FIRST_BYTES) || complain(path, strerror(errno));
  snprintf(temporary, sizeof temporary, "%s.%u.new", path, ksi_process_id());
  if (ksi_map_file(&storage, temporary, path, FIRST_BYTES))
    return 1;
  int is_mappable = errno == ENODEV; /* a file system without shared mappings */
  return (is_mappable && ksi_map_memory(&storage, FIRST_BYTES)) || complain(path, strerror(errno));
}

void ksi_note_clocks(void) {
  ksi_record_head *mine = ksi_head();
  uint64_t ticks = 0, ns = 0, least = UINT64_MAX;
  for (int i = 0; i < 5; i++) {
    uint64_t before = ksi_ticks(), between = ksi_now_ns(), after = ksi_ticks();
    if (after - before >= least)
      continue;
    least = after - before;
    ticks = before + (after - before) / 2;
    ns = between;
  }
  if (mine->begin_ns == 0) {
    KSI_PUT(mine->begin_ticks, ticks);
    KSI_PUT(mine->begin_ns, ns);
  }
  KSI_PUT(mine->last_ticks, ticks);
  KSI_PUT(mine->last_ns, ns);
}

static void finish_quickly(void);

static void fill_head(const ksi_recording *recording, uint32_t clock) {
  ksi_record_head *made = (ksi_record_head *)storage.memory;
  memcpy(made->magic, KSI_RECORD_MAGIC, sizeof made->magic);
  made->version = KSI_RECORD_VERSION;
  made->head_bytes = sizeof *made;
  made->used = sizeof *made;
  made->begin_unix_ns = ksi_unix_ns();
  made->before_ns = ksi_process_age_ns();
  made->process = ksi_process_id();
  made->wants = (recording->profile != NULL ? KSI_WANTS_PROFILE : 0u) |
                (recording->trace != NULL ? KSI_WANTS_TRACE : 0u);
  made->clock = clock;
  made->every = (uint32_t)recording->every;
  snprintf(made->hardware, sizeof made->hardware, "%s",
           recording->has_hardware ? "unavailable" : "not asked for");
  ksi_program_name(made->program, sizeof made->program);
  atomic_store_explicit(&head, made, memory_order_release);
  ksi_note_clocks();
}

int ksi_open_record(const ksi_recording *recording) {
  uint32_t clock = (uint32_t)ksi_choose_clock();
  if (!choose_paths(recording) ||
      !map_record(recording->profile != NULL ? profile_path : trace_path))
    return 0;
  fill_head(recording, clock);
  if (!is_child)
    at_quick_exit(finish_quickly);
  return 1;
}

/* Copies what other threads may be writing, in its current state. */
static void *copy_record(const ksi_record_head *mine, size_t bytes) {
  const size_t *from = (const size_t *)(const void *)mine;
  size_t *copy = malloc(bytes);
  for (size_t i = 0; copy != NULL && i < bytes / sizeof *copy; i++)
    copy[i] = __atomic_load_n(&from[i], __ATOMIC_RELAXED);
  return copy;
}

typedef int writer(FILE *file, void *record, size_t bytes);

static int write_file(const char *path, writer *write, void *record, size_t bytes) {
  char temporary[KSI_MOST_PATH];
  int is_plain = ksi_is_plain_file(path);
  snprintf(temporary, sizeof temporary, is_plain ? "%s.%u.new" : "%s", path, ksi_process_id());
  if (is_plain)
    remove(temporary);
  FILE *file = fopen(temporary, is_plain ? "wxe" : "we");
  if (file == NULL)
    return 0;
  int is_written = write(file, record, bytes) && !ferror(file);
  is_written = fclose(file) == 0 && is_written;
  if (is_plain && is_written)
    is_written = rename(temporary, path) == 0;
  if (is_plain && !is_written)
    remove(temporary);
  return is_written;
}

static void finish_file(const char *path, writer *write, void *record, size_t bytes) {
  if (path[0] != '\0' && !write_file(path, write, record, bytes))
    fprintf(stderr, "kasuri: cannot write '%s': %s%s%s\n", path, strerror(errno),
            storage.path[0] != '\0' ? "; ks-trace can read " : "", storage.path);
}

/* After destructors without a number, in which other counts end. */
__attribute__((destructor(65000))) static void finish(void) {
  const ksi_record_head *mine = ksi_head();
  fenv_t programs;
  if (mine == NULL || atomic_exchange(&has_ended, 1))
    return;
  fegetenv(&programs);
  fesetenv(FE_DFL_ENV);
  ksi_note_clocks();
  size_t bytes = (size_t)__atomic_load_n(&mine->used, __ATOMIC_ACQUIRE);
  ksi_record_head *copy = copy_record(mine, bytes);
  if (copy == NULL) {
    fprintf(stderr, "kasuri: no memory to write the profile; ks-trace can read %s\n", storage.path);
    return;
  }
  copy->has_ended = 1;
  finish_file(trace_path, ksi_write_trace, copy, bytes);
  finish_file(profile_path, ksi_write_profile, copy, bytes); /* last: it replaces the record */
  free(copy);
  fesetenv(&programs);
}

static void finish_quickly(void) { finish(); }

void ksi_abandon_record(void) {
  pthread_mutex_init(&growing, NULL);
  if (ksi_head() == NULL)
    return;
  atomic_store(&head, NULL);
  ksi_unmap_storage(&storage);
  atomic_store(&has_ended, 0);
  is_child = 1;
}

void *ksi_new_item(ksi_item_kind kind, size_t bytes) {
  ksi_record_head *mine = ksi_head();
  ksi_item *made = NULL;
  bytes = (bytes + 63) / 64 * 64; /* no two items share a line */
  pthread_mutex_lock(&growing);
  uint64_t used = mine->used;
  used += (64 - used % 64) % 64;
  if (bytes <= UINT32_MAX && ksi_grow_storage(&storage, (size_t)used + bytes)) {
    made = (ksi_item *)(storage.memory + used);
    __atomic_store_n(&made->bytes, (uint32_t)bytes, __ATOMIC_RELAXED);
    __atomic_store_n(&made->kind, (uint32_t)kind << 16, __ATOMIC_RELAXED);
    __atomic_store_n(&mine->used, used + bytes, __ATOMIC_RELEASE);
  } else {
    KSI_PUT(mine->refused, mine->refused + 1);
  }
  pthread_mutex_unlock(&growing);
  return made;
}

void ksi_publish_item(void *item) {
  ksi_item *made = item;
  __atomic_store_n(&made->kind, made->kind >> 16, __ATOMIC_RELEASE);
}
#endif
