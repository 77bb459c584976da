/* What gcc and Clang predefine and the runtime's header needs, for tcc. */
#define __INT16_TYPE__ short
#define __INT32_TYPE__ int
#define __INT64_TYPE__ long
#define __UINT8_TYPE__ unsigned char
#define __UINT16_TYPE__ unsigned short
#define __UINT32_TYPE__ unsigned
#define __UINT64_TYPE__ unsigned long
#define __UINTPTR_TYPE__ unsigned long
#define __INT64_MAX__ 0x7fffffffffffffffL

void *memcpy(void *to, const void *from, unsigned long size);
#define __builtin_memcpy memcpy
int memcmp(const void *a, const void *b, unsigned long size);
#define __builtin_memcmp memcmp

#ifdef __x86_64__
/* Each access is a move there, in the order of the source: tcc reorders none. */
#define __ATOMIC_RELAXED 0
#define __ATOMIC_RELEASE 3
#define __atomic_load_n(place, order) (*(place))
#define __atomic_store_n(place, value, order) ((void)(*(place) = (value)))
#endif

static int __builtin_add_overflow(long a, long b, long *result) {
  *result = (long)((unsigned long)a + (unsigned long)b);
  return ((a ^ *result) & (b ^ *result)) < 0;
}

static int __builtin_mul_overflow(long a, long b, long *result) {
  *result = (long)((unsigned long)a * (unsigned long)b);
  return a != 0 && (*result / a != b || (a == -1 && b == -b && b != 0));
}
