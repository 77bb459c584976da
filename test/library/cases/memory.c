/* Functions of memory and strings, which do not ask for the locale. */
#define _GNU_SOURCE
#include "../logger.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

CASE(malloc) { POINTER(malloc(100)); }
CASE(calloc) { POINTER(calloc(10, 10)); }
CASE(aligned_alloc) { POINTER(aligned_alloc(64, 128)); }
CASE(memalign) { POINTER(memalign(64, 100)); }
CASE(valloc) { POINTER(valloc(100)); }
CASE(realloc) { POINTER(realloc(NULL, 100)); }
CASE(reallocarray) { POINTER(reallocarray(NULL, 10, 10)); }
CASE(free) {
  char *block = malloc(100);
  NOTHING((free(block), 0));
}
CASE(strdup) { POINTER((strdup)(text(0, "a string"))); }
CASE(strndup) { POINTER((strndup)(text(0, "a string"), 5)); }

static const char pattern[180] = {1, 2, 3, 4, 5};
#define COPY(function)                                                                             \
  CASE(function) {                                                                                 \
    char *to = room(0, 200), *from = bytes(1, pattern, sizeof pattern);                            \
    for (size_t each = 1; each <= 180; each += 59) {                                               \
      const size_t size = count(2, each);                                                          \
      POINTER((function)(to, from, size));                                                         \
    }                                                                                              \
  }
COPY(memcpy);
COPY(memmove);
COPY(mempcpy);

#define COPY_BACK(function)                                                                        \
  CASE(function) {                                                                                 \
    char *from = bytes(0, pattern, sizeof pattern), *to = room(1, 200);                            \
    for (size_t each = 1; each <= 180; each += 59) {                                               \
      const size_t size = count(2, each);                                                          \
      NOTHING(((function)(from, to, size), 0));                                                    \
    }                                                                                              \
  }
COPY_BACK(bcopy);
COPY_BACK(swab);

#define COPY_WIDE(function)                                                                        \
  CASE(function) {                                                                                 \
    wchar_t *to = room(0, 200), *from = bytes(1, pattern, sizeof pattern);                         \
    POINTER((function)(to, from, 40));                                                             \
  }
COPY_WIDE(wmemcpy);
COPY_WIDE(wmemmove);
CASE(wcsncpy) {
  wchar_t *to = room(0, 80), *from = bytes(1, L"wide", 20);
  POINTER(wcsncpy(to, from, 12));
}
CASE(wmemset) { POINTER(wmemset(room(0, 80), L'w', 15)); }
CASE(wcsdup) { POINTER(wcsdup(bytes(0, L"wide", 20))); }

#define COPY_TEXT(function)                                                                        \
  CASE(function) {                                                                                 \
    char *to = room(0, 40), *from = text(1, "twelve bytes");                                       \
    for (size_t each = 4; each <= 40; each += 12) {                                                \
      const size_t size = count(2, each);                                                          \
      POINTER((function)(to, from, size));                                                         \
    }                                                                                              \
  }
COPY_TEXT(strncpy);
COPY_TEXT(stpncpy);

CASE(memccpy) {
  char *to = room(0, 40), *from = text(1, "up to a colon: and on");
  POINTER(memccpy(to, from, ':', 20));
  POINTER(memccpy(to, from, '#', 20));
}
CASE(memset) {
  char *to = room(0, 200);
  const size_t size = count(2, 150);
  POINTER((memset)(to, 7, size));
}
CASE(bzero) {
  char *to = room(0, 100);
  const size_t size = count(1, 77);
  NOTHING(((bzero)(to, size), 0));
}
CASE(explicit_bzero) {
  char *to = room(0, 100);
  const size_t size = count(1, 77);
  NOTHING((explicit_bzero(to, size), 0));
}

#define COMPARE(function)                                                                          \
  CASE(function) {                                                                                 \
    char *one = text(0, "this is one text"), *other = text(1, "this is other");                    \
    const size_t size = count(2, 14);                                                              \
    NUMBER((function)(one, other, size));                                                          \
  }
COMPARE(memcmp);
COMPARE(bcmp);
COMPARE(strncmp);

CASE(memchr) {
  char *from = text(0, "look for the colon: here");
  const size_t size = count(2, 24);
  POINTER((memchr)(from, ':', size));
  POINTER((memchr)(from, '#', size));
}
CASE(memrchr) {
  char *from = text(0, "look for the colon: here");
  const size_t size = count(2, 24);
  POINTER((memrchr)(from, ':', size));
}
CASE(rawmemchr) { POINTER(rawmemchr(text(0, "a colon: here"), ':')); }
CASE(memmem) {
  char *in = text(0, "a needle in the hay"), *what = text(2, "needle");
  count(1, 19);
  count(3, 6);
  POINTER(memmem(in, 19, what, 6));
}

CASE(strlen) { NUMBER((strlen)(text(0, "fourteen bytes"))); }
CASE(wcslen) { NUMBER(wcslen(bytes(0, L"wide", 20))); }
CASE(wmemchr) { POINTER(wmemchr(bytes(0, L"wide", 20), L'd', 4)); }
CASE(wcsrchr) { POINTER(wcsrchr(bytes(0, L"wide", 20), L'd')); }
#define TWO_WIDE(function, kind, ...)                                                              \
  CASE(function) {                                                                                 \
    wchar_t *one = bytes(0, L"wide", 20), *other = bytes(1, L"id", 12);                            \
    kind(function(one, other __VA_OPT__(, ) __VA_ARGS__));                                         \
  }
TWO_WIDE(wcsstr, POINTER);
TWO_WIDE(wcsspn, NUMBER);
TWO_WIDE(wcscspn, NUMBER);
TWO_WIDE(wcsncmp, NUMBER, 2);
TWO_WIDE(wmemcmp, NUMBER, 2);
CASE(strnlen) {
  char *from = text(0, "fourteen bytes");
  const size_t size = count(1, 9);
  NUMBER(strnlen(from, size));
}
#define TWO_TEXTS(function, kind, first, second)                                                   \
  CASE(function) {                                                                                 \
    char *one = text(0, first), *other = text(1, second);                                          \
    kind((function)(one, other));                                                                  \
  }
TWO_TEXTS(strcmp, NUMBER, "this is one", "this is other");
TWO_TEXTS(strspn, NUMBER, "this is one", "hist ");
TWO_TEXTS(strcspn, NUMBER, "this is one", "aeo");
TWO_TEXTS(strverscmp, NUMBER, "file-9", "file-10");
TWO_TEXTS(strstr, POINTER, "this is one", "is o");
TWO_TEXTS(strpbrk, POINTER, "this is one", "aeo");
CASE(wcscmp) {
  wchar_t *one = bytes(0, L"wide", 20), *other = bytes(1, L"wild", 20);
  NUMBER(wcscmp(one, other));
}
CASE(strcpy) {
  char *to = room(0, 40), *from = text(1, "a string");
  POINTER((strcpy)(to, from));
}
CASE(stpcpy) {
  char *to = room(0, 40), *from = text(1, "a string");
  POINTER((stpcpy)(to, from));
}
CASE(wcscpy) {
  wchar_t *to = room(0, 80), *from = bytes(1, L"wide", 20);
  POINTER(wcscpy(to, from));
}
CASE(strcat) {
  char *to = strcpy(room(0, 40), "some "), *from = text(1, "more");
  POINTER((strcat)(to, from));
}
CASE(wcscat) {
  wchar_t *to = wcscpy(room(0, 80), L"some "), *from = bytes(1, L"more", 20);
  POINTER(wcscat(to, from));
}
CASE(strncat) {
  char *to = strcpy(room(0, 40), "some "), *from = text(1, "more");
  const size_t size = count(2, 2);
  POINTER((strncat)(to, from, size));
}
CASE(strchr) {
  POINTER((strchr)(text(0, "a colon: here"), ':'));
  POINTER((strchr)(text(0, "a colon: here"), '#'));
}
CASE(strrchr) { POINTER((strrchr)(text(0, "a colon: here"), ':')); }
CASE(strchrnul) { POINTER((strchrnul)(text(0, "a colon: here"), '#')); }
CASE(index) { POINTER((index)(text(0, "a colon: here"), ':')); }
CASE(rindex) { POINTER((rindex)(text(0, "a colon: here"), ':')); }
CASE(wcschr) { POINTER(wcschr(bytes(0, L"wide", 20), L'd')); }

CASE(strtok) {
  char *words = text(0, "one, two, three"), *between = text(1, ", ");
  POINTER((strtok)(words, between));
  keep(words);
  POINTER((strtok)(NULL, between));
  POINTER((strtok)(NULL, between));
}
#define TOKENS(function)                                                                           \
  CASE(function) {                                                                                 \
    char *words = text(0, "one, two, three"), *between = text(1, ", ");                            \
    char **place = room(2, sizeof *place);                                                         \
    POINTER((function)(words, between, place));                                                    \
    keep(words);                                                                                   \
    POINTER((function)(NULL, between, place));                                                     \
  }
TOKENS(strtok_r);
TOKENS(__strtok_r);
CASE(strsep) {
  char *words = text(KEPT, "one, two, three"), *between = text(1, ", ");
  char **place = bytes(0, &words, sizeof words);
  POINTER((strsep)(place, between));
  POINTER((strsep)(place, between));
}
