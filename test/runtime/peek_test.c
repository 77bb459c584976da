/* Reads of memory that may not be there: valid, freed, null, unmapped, protected, and across the
 * end of what is mapped; and where the system refuses the call. */
#define _GNU_SOURCE
#include "check.h"

#include <kasuri/kasuri.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_refused;
ssize_t __real_process_vm_readv(pid_t process, const struct iovec *here, unsigned long here_count,
                                const struct iovec *there, unsigned long there_count,
                                unsigned long flags);
ssize_t __wrap_process_vm_readv(pid_t process, const struct iovec *here, unsigned long here_count,
                                const struct iovec *there, unsigned long there_count,
                                unsigned long flags);
ssize_t __wrap_process_vm_readv(pid_t process, const struct iovec *here, unsigned long here_count,
                                const struct iovec *there, unsigned long there_count,
                                unsigned long flags) {
  if (is_refused) {
    errno = ENOSYS;
    return -1;
  }
  return __real_process_vm_readv(process, here, here_count, there, there_count, flags);
}

static ks_int64 place(const void *at) { return (ks_int64)(uintptr_t)at; }

/* Whether the system has the call at all; without it all is lost. */
static int has_call(void) {
  const char from = 1;
  char to = 0;
  const struct iovec here = {&to, 1}, there = {(void *)&from, 1};
  return __real_process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

static void test_valid(void) {
  const int32_t word = -7;
  const uint8_t byte = 200;
  const uint64_t large = UINT64_MAX;
  CHECK(ks_peeked(place(&word), 4, 1) == -7);
  CHECK(ks_peeked(place(&word), 4, 0) == (ks_int64)(uint32_t)-7);
  CHECK(ks_peeked(place(&byte), 1, 0) == 200 && ks_peeked(place(&byte), 1, 1) == -56);
  CHECK(ks_peeked(place(&large), 8, 1) == -1 && ks_peeked(place(&large), 8, 0) == KS_LOST);
}

static void test_missing(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != MAP_FAILED);
  memset(pages, 1, 2 * page);
  CHECK(mprotect(pages + page, page, PROT_NONE) == 0);
  CHECK(ks_peeked(place(pages + page - 4), 4, 1) == 0x01010101);
  CHECK(ks_peeked(place(pages + page - 2), 4, 1) == KS_LOST);
  CHECK(ks_peeked(place(pages + page), 4, 1) == KS_LOST);
  CHECK(munmap(pages, 2 * page) == 0);
  CHECK(ks_peeked(place(pages), 4, 1) == KS_LOST);
  CHECK(ks_peeked(0, 4, 1) == KS_LOST && ks_peeked(8, 4, 1) == KS_LOST);
  CHECK(ks_peeked(-8, 8, 1) == KS_LOST && ks_peeked(KS_LOST, 4, 1) == KS_LOST);
}

/* Whatever it is, reading it ends nothing. */
static void test_freed(void) {
  char *memory = malloc(64);
  CHECK(memory != NULL);
  volatile ks_int64 at = place(memory + 32); /* compilers warn of pointers to freed memory */
  free(memory);
  char byte = 1;
  errno = 5;
  ks_peek((const void *)(uintptr_t)at, &byte, 1);
  CHECK(errno == 5);
}

static void test_refused(void) {
  const int32_t word = 3;
  int32_t copy = 1;
  errno = 5;
  is_refused = 1;
  CHECK(!ks_peek(&word, &copy, sizeof copy) && errno == 5);
  CHECK(ks_peeked(place(&word), 4, 1) == KS_LOST);
  is_refused = 0;
}

int main(void) {
  if (has_call()) {
    test_valid();
    test_missing();
  }
  test_freed();
  test_refused();
  return 0;
}
