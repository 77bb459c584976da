/* Stacks, and the switch between them.
 *
 *     fiber A                         fiber B
 *     calls ksi_switch_fiber
 *       saves registers on A's stack
 *       loads those on B's stack
 *                                     returns from its own call of ksi_switch_fiber
 *
 * A switch is a call, so only the registers that a call preserves have to be saved. On x86-64 it
 * ends with a jump: processors predict returns from the calls before, which were those of the other
 * fiber, and jumps from where they went before. A new fiber has a stack that looks as if it had
 * switched at the start of ksi_begin_fiber.
 *
 * A stack reserves addresses only, and pages are used when they are touched, as for threads. Huge
 * pages would make each stack use 2 MiB at once. The first frame of a fiber is a different number
 * of cache lines below the end of its page for each color. Otherwise the hot frames of all fibers
 * would share the same few sets of the first-level cache. Stacks that are free are linked through
 * their highest words, which have been touched anyway.
 */
#define _GNU_SOURCE
#include "fiber.h"

#include "os.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum {
  LINE_BYTES = 64,
  LINES_OF_PAGE = 64,
  LINES_BETWEEN_COLORS = 9,
  KEPT_BYTES = 1 << 16, /* below what a fiber uses of its stack between iterations */
  MARK_WORDS = 16       /* below these; zero as long as nothing has been that deep */
};

#if defined(__x86_64__) && defined(__LP64__)
#define HAS_FIBERS 1
enum { SAVED_WORDS = 7, FUNCTION = 3, ARGUMENT = 2, START = 6, ALIGNMENT_WORDS = 2 };

__asm__(".text\n"
        ".p2align 4\n"
        ".globl ksi_switch_fiber\n"
        ".hidden ksi_switch_fiber\n"
        ".type ksi_switch_fiber, @function\n"
        "ksi_switch_fiber:\n"
        ".cfi_startproc\n"
        "endbr64\n"
        "pushq %rbp\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset rbp, 0\n"
        "pushq %rbx\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset rbx, 0\n"
        "pushq %r12\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r12, 0\n"
        "pushq %r13\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r13, 0\n"
        "pushq %r14\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r14, 0\n"
        "pushq %r15\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r15, 0\n"
        "movq %rsp, (%rdi)\n"
        "movq %rsi, %rsp\n"
        "popq %r15\n.cfi_adjust_cfa_offset -8\n.cfi_restore r15\n"
        "popq %r14\n.cfi_adjust_cfa_offset -8\n.cfi_restore r14\n"
        "popq %r13\n.cfi_adjust_cfa_offset -8\n.cfi_restore r13\n"
        "popq %r12\n.cfi_adjust_cfa_offset -8\n.cfi_restore r12\n"
        "popq %rbx\n.cfi_adjust_cfa_offset -8\n.cfi_restore rbx\n"
        "popq %rbp\n.cfi_adjust_cfa_offset -8\n.cfi_restore rbp\n"
        "popq %rcx\n.cfi_adjust_cfa_offset -8\n.cfi_register rip, rcx\n"
        "jmpq *%rcx\n"
        ".cfi_endproc\n"
        ".size ksi_switch_fiber, .-ksi_switch_fiber\n"
        ".p2align 4\n"
        ".type ksi_begin_fiber, @function\n"
        ".globl ksi_begin_fiber\n"
        ".hidden ksi_begin_fiber\n"
        "ksi_begin_fiber:\n"
        ".cfi_startproc\n"
        ".cfi_undefined rip\n" /* the outermost frame */
        "movq %r13, %rdi\n"
        "callq *%r12\n"
        "ud2\n"
        ".cfi_endproc\n"
        ".size ksi_begin_fiber, .-ksi_begin_fiber\n");

/* rdsspq, which does nothing without a shadow stack; as bytes, because not every assembler knows
 * it. */
static int has_shadow_stack(void) {
  uint64_t pointer = 0;
  __asm__ volatile(".byte 0xf3, 0x48, 0x0f, 0x1e, 0xc8" : "+a"(pointer));
  return pointer != 0;
}

#elif defined(__aarch64__) && defined(__LP64__)
#define HAS_FIBERS 1
/* x19 to x30, d8 to d15. */
enum { SAVED_WORDS = 20, FUNCTION = 0, ARGUMENT = 1, START = 11, ALIGNMENT_WORDS = 0 };

__asm__(".text\n"
        ".p2align 4\n"
        ".globl ksi_switch_fiber\n"
        ".hidden ksi_switch_fiber\n"
        ".type ksi_switch_fiber, %function\n"
        "ksi_switch_fiber:\n"
        ".cfi_startproc\n"
        "hint #34\n" /* bti c */
        "stp x19, x20, [sp, #-160]!\n"
        ".cfi_adjust_cfa_offset 160\n"
        ".cfi_rel_offset x19, 0\n.cfi_rel_offset x20, 8\n"
        "stp x21, x22, [sp, #16]\n.cfi_rel_offset x21, 16\n.cfi_rel_offset x22, 24\n"
        "stp x23, x24, [sp, #32]\n.cfi_rel_offset x23, 32\n.cfi_rel_offset x24, 40\n"
        "stp x25, x26, [sp, #48]\n.cfi_rel_offset x25, 48\n.cfi_rel_offset x26, 56\n"
        "stp x27, x28, [sp, #64]\n.cfi_rel_offset x27, 64\n.cfi_rel_offset x28, 72\n"
        "stp x29, x30, [sp, #80]\n.cfi_rel_offset x29, 80\n.cfi_rel_offset x30, 88\n"
        "stp d8, d9, [sp, #96]\n"
        "stp d10, d11, [sp, #112]\n"
        "stp d12, d13, [sp, #128]\n"
        "stp d14, d15, [sp, #144]\n"
        "mov x9, sp\n"
        "str x9, [x0]\n"
        "mov sp, x1\n"
        "ldp x21, x22, [sp, #16]\n"
        "ldp x23, x24, [sp, #32]\n"
        "ldp x25, x26, [sp, #48]\n"
        "ldp x27, x28, [sp, #64]\n"
        "ldp x29, x30, [sp, #80]\n"
        "ldp d8, d9, [sp, #96]\n"
        "ldp d10, d11, [sp, #112]\n"
        "ldp d12, d13, [sp, #128]\n"
        "ldp d14, d15, [sp, #144]\n"
        "ldp x19, x20, [sp], #160\n"
        ".cfi_adjust_cfa_offset -160\n"
        ".cfi_restore x19\n.cfi_restore x20\n.cfi_restore x21\n.cfi_restore x22\n"
        ".cfi_restore x23\n.cfi_restore x24\n.cfi_restore x25\n.cfi_restore x26\n"
        ".cfi_restore x27\n.cfi_restore x28\n.cfi_restore x29\n.cfi_restore x30\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size ksi_switch_fiber, .-ksi_switch_fiber\n"
        ".p2align 4\n"
        ".type ksi_begin_fiber, %function\n"
        ".globl ksi_begin_fiber\n"
        ".hidden ksi_begin_fiber\n"
        "ksi_begin_fiber:\n"
        ".cfi_startproc\n"
        ".cfi_undefined x30\n" /* the outermost frame */
        "mov x0, x20\n"
        "blr x19\n"
        "brk #1\n"
        ".cfi_endproc\n"
        ".size ksi_begin_fiber, .-ksi_begin_fiber\n");

/* chkfeat x16, a hint that does nothing on older processors. It clears the bit of a feature that is
 * enabled: bit 0 is the guarded control stack. */
static int has_shadow_stack(void) {
  register uint64_t asked __asm__("x16") = 1;
  __asm__ volatile("hint #40" : "+r"(asked));
  return asked == 0;
}

#else
#define HAS_FIBERS 0
#endif

#if HAS_FIBERS
void ksi_begin_fiber(void) __attribute__((visibility("hidden")));

/* In the highest words of a stack that is free. */
typedef struct free_stack {
  void *stack;
  size_t bytes;
  struct free_stack *next;
} free_stack;

static _Thread_local free_stack *first_free;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int has_key;

/* At the end of a thread. */
static void release_stacks(void *unused) {
  (void)unused;
  while (first_free != NULL) {
    const free_stack its = *first_free;
    first_free = its.next;
    munmap(its.stack, its.bytes);
  }
}

static void make_key(void) { has_key = pthread_key_create(&key, release_stacks) == 0; }

/* Above the guard page, which is its lowest one. */
static size_t bytes_of_stack(void) { return ksi_stack_bytes() + ksi_page_bytes(); }

static void *map_stack(size_t bytes) {
  char *stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED)
    return NULL;
  if (mprotect(stack, ksi_page_bytes(), PROT_NONE) == 0) {
    madvise(stack, bytes, MADV_NOHUGEPAGE);
    return stack;
  }
  munmap(stack, bytes);
  return NULL;
}

/* The limit may have changed since a stack was made. */
static void *get_stack(size_t bytes) {
  while (first_free != NULL) {
    const free_stack its = *first_free;
    first_free = its.next;
    if (its.bytes == bytes)
      return its.stack;
    munmap(its.stack, its.bytes);
  }
  return map_stack(bytes);
}

int ksi_make_fiber(ksi_fiber *made, uint32_t color, void (*run)(void *), void *argument) {
  const int saved = errno;
  const size_t bytes = bytes_of_stack();
  const size_t unused = (size_t)(color * LINES_BETWEEN_COLORS % LINES_OF_PAGE) * LINE_BYTES;
  made->stack = get_stack(bytes);
  errno = saved;
  if (made->stack == NULL)
    return 0;
  uintptr_t *words = (uintptr_t *)(void *)((char *)made->stack + bytes - unused);
  words -= ALIGNMENT_WORDS + SAVED_WORDS;
  words[FUNCTION] = (uintptr_t)run;
  words[ARGUMENT] = (uintptr_t)argument;
  words[START] = (uintptr_t)ksi_begin_fiber;
  made->place = words;
  made->bytes = bytes;
  return 1;
}

size_t ksi_depth_of_fiber(const ksi_fiber *fiber) {
  return (size_t)((char *)fiber->stack + fiber->bytes - (char *)__builtin_frame_address(0));
}

/* What the fiber uses itself stays, if it is the running one. */
static char *end_of_trimmed(const ksi_fiber *fiber) {
  const uintptr_t begin = (uintptr_t)fiber->stack, end = begin + fiber->bytes;
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  const uintptr_t used = begin < here && here < end ? end - here : 0;
  const uintptr_t kept = (used + KEPT_BYTES) / ksi_page_bytes() * ksi_page_bytes();
  return (char *)fiber->stack + (kept < fiber->bytes ? fiber->bytes - kept : 0);
}

void ksi_trim_fiber(const ksi_fiber *fiber) {
  char *begin = (char *)fiber->stack + ksi_page_bytes();
  char *end = end_of_trimmed(fiber);
  if (end - begin < KEPT_BYTES)
    return;
  uintptr_t used = 0;
  for (const uintptr_t *word = (uintptr_t *)(void *)end - MARK_WORDS;
       word < (uintptr_t *)(void *)end; word++)
    used |= *word;
  const int saved = errno;
  if (used != 0)
    madvise(begin, (size_t)(end - begin), MADV_DONTNEED);
  errno = saved;
}

void ksi_free_fiber(ksi_fiber *fiber) {
  ksi_trim_fiber(fiber);
  free_stack *its = (free_stack *)(void *)((char *)fiber->stack + fiber->bytes) - 1;
  pthread_once(&once, make_key);
  if (!has_key) {
    munmap(fiber->stack, fiber->bytes);
    return;
  }
  *its = (free_stack){fiber->stack, fiber->bytes, first_free};
  first_free = its;
  pthread_setspecific(key, &key);
}

static int is_limited(int what) {
  struct rlimit limit;
  return getrlimit(what, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

int ksi_can_make_fibers(void) {
  const int saved = errno;
  const int can = ksi_stack_bytes_are_limit() && !is_limited(RLIMIT_AS) &&
                  !is_limited(RLIMIT_DATA) && !has_shadow_stack();
  errno = saved;
  return can;
}

#else
int ksi_can_make_fibers(void) { return 0; }

int ksi_make_fiber(ksi_fiber *made, uint32_t color, void (*run)(void *), void *argument) {
  (void)made, (void)color, (void)run, (void)argument;
  return 0;
}

size_t ksi_depth_of_fiber(const ksi_fiber *fiber) {
  (void)fiber;
  return 0;
}

void ksi_trim_fiber(const ksi_fiber *fiber) { (void)fiber; }
void ksi_free_fiber(ksi_fiber *fiber) { (void)fiber; }
void ksi_switch_fiber(void **from, void *to) { (void)from, (void)to; }
#endif
