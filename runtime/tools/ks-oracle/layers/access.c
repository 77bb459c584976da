/* The callbacks of the program's instrumentation (-fsanitize=thread, linked without its runtime).
 * Atomic accesses count like others: the sequential program made them in one order. */
#include "../oracle.h"

#define PLACE __builtin_return_address(0)

void __tsan_init(void);
void __tsan_init(void) {}

#define ACCESS(function, kind, bytes)                                                              \
  void function(void *address);                                                                    \
  void function(void *address) { oracle_##kind(address, bytes, PLACE); }
ACCESS(__tsan_read1, read, 1)
ACCESS(__tsan_read2, read, 2)
ACCESS(__tsan_read4, read, 4)
ACCESS(__tsan_read8, read, 8)
ACCESS(__tsan_read16, read, 16)
ACCESS(__tsan_write1, write, 1)
ACCESS(__tsan_write2, write, 2)
ACCESS(__tsan_write4, write, 4)
ACCESS(__tsan_write8, write, 8)
ACCESS(__tsan_write16, write, 16)
ACCESS(__tsan_unaligned_read2, read, 2)
ACCESS(__tsan_unaligned_read4, read, 4)
ACCESS(__tsan_unaligned_read8, read, 8)
ACCESS(__tsan_unaligned_read16, read, 16)
ACCESS(__tsan_unaligned_write2, write, 2)
ACCESS(__tsan_unaligned_write4, write, 4)
ACCESS(__tsan_unaligned_write8, write, 8)
ACCESS(__tsan_unaligned_write16, write, 16)

#define ACCESS_RANGE(function, kind)                                                               \
  void function(void *address, size_t bytes);                                                      \
  void function(void *address, size_t bytes) { oracle_##kind(address, bytes, PLACE); }
ACCESS_RANGE(__tsan_read_range, read)
ACCESS_RANGE(__tsan_write_range, write)

/* The compiler's atomics, all in the strongest order. The orders passed are not looked at. */
#define ATOMIC_EXCHANGE(bits, type, name, builtin)                                                 \
  type __tsan_atomic##bits##_##name(volatile type *object, type value, int order);                 \
  type __tsan_atomic##bits##_##name(volatile type *object, type value, int order) {                \
    (void)order;                                                                                   \
    oracle_write((const void *)object, sizeof value, PLACE);                                       \
    return builtin(object, value, __ATOMIC_SEQ_CST);                                               \
  }
#define ATOMIC_COMPARE(bits, type, name)                                                           \
  int __tsan_atomic##bits##_##name(volatile type *, type *, type, int, int);                       \
  int __tsan_atomic##bits##_##name(volatile type *object, type *expected, type wanted, int order,  \
                                   int failed) {                                                   \
    (void)order, (void)failed;                                                                     \
    oracle_write((const void *)object, sizeof wanted, PLACE);                                      \
    return __atomic_compare_exchange_n(object, expected, wanted, 0, __ATOMIC_SEQ_CST,              \
                                       __ATOMIC_SEQ_CST);                                          \
  }
#define ATOMIC(bits, type)                                                                         \
  ATOMIC_EXCHANGE(bits, type, exchange, __atomic_exchange_n)                                       \
  ATOMIC_EXCHANGE(bits, type, fetch_add, __atomic_fetch_add)                                       \
  ATOMIC_EXCHANGE(bits, type, fetch_sub, __atomic_fetch_sub)                                       \
  ATOMIC_EXCHANGE(bits, type, fetch_and, __atomic_fetch_and)                                       \
  ATOMIC_EXCHANGE(bits, type, fetch_or, __atomic_fetch_or)                                         \
  ATOMIC_EXCHANGE(bits, type, fetch_xor, __atomic_fetch_xor)                                       \
  ATOMIC_EXCHANGE(bits, type, fetch_nand, __atomic_fetch_nand)                                     \
  ATOMIC_COMPARE(bits, type, compare_exchange_strong)                                              \
  ATOMIC_COMPARE(bits, type, compare_exchange_weak)                                                \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *, type, type, int, int);          \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *object, type expected,            \
                                                  type wanted, int order, int failed) {            \
    (void)order, (void)failed;                                                                     \
    oracle_write((const void *)object, sizeof wanted, PLACE);                                      \
    __atomic_compare_exchange_n(object, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected;                                                                               \
  }                                                                                                \
  type __tsan_atomic##bits##_load(const volatile type *object, int order);                         \
  type __tsan_atomic##bits##_load(const volatile type *object, int order) {                        \
    (void)order;                                                                                   \
    oracle_read((const void *)object, sizeof *object, PLACE);                                      \
    return __atomic_load_n(object, __ATOMIC_SEQ_CST);                                              \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile type *object, type value, int order);                  \
  void __tsan_atomic##bits##_store(volatile type *object, type value, int order) {                 \
    (void)order;                                                                                   \
    oracle_write((const void *)object, sizeof value, PLACE);                                       \
    __atomic_store_n(object, value, __ATOMIC_SEQ_CST);                                             \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
  (void)order;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
