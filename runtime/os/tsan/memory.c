/* Functions that clang's instrumentation calls and GCC's ThreadSanitizer lacks: libkasuri-tsan.a
 * may be compiled with one and linked with the other. Both watch the library's functions. Clang's
 * ThreadSanitizer has these functions, so the linker then ignores this member of the archive. */
#include <string.h>

void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memcpy(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes); }

void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes) { return memmove(to, from, bytes); }

void *__tsan_memset(void *to, int value, size_t bytes);
void *__tsan_memset(void *to, int value, size_t bytes) { return memset(to, value, bytes); }
