/* What clang's instrumentation calls and GCC's ThreadSanitizer lacks: libkasuri-tsan.a may have
 * been compiled by the one and be linked with the other. The library's functions are watched by
 * either. With clang's ThreadSanitizer, which has these, this member of the archive is not looked
 * at. */
#include <string.h>

void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memcpy(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes); }

void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes) { return memmove(to, from, bytes); }

void *__tsan_memset(void *to, int value, size_t bytes);
void *__tsan_memset(void *to, int value, size_t bytes) { return memset(to, value, bytes); }
