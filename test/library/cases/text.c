/* Functions that ask for the locale: characters, wide characters, numbers in text, formats. */
#define _GNU_SOURCE
#include "../logger.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>

#define CHARACTER(function)                                                                        \
  CASE(function) {                                                                                 \
    for (int each = 0; each < 256; ++each)                                                         \
      NUMBER((long)(function)(each));                                                              \
  }
CHARACTER(isalpha);
CHARACTER(isdigit);
CHARACTER(isalnum);
CHARACTER(isspace);
CHARACTER(isupper);
CHARACTER(islower);
CHARACTER(ispunct);
CHARACTER(isprint);
CHARACTER(isxdigit);
CHARACTER(isgraph);
CHARACTER(iscntrl);
CHARACTER(isblank);
CHARACTER(isascii);
CHARACTER(toascii);
CHARACTER(toupper);
CHARACTER(tolower);
CHARACTER(iswalpha);
CHARACTER(iswdigit);
CHARACTER(iswalnum);
CHARACTER(iswspace);
CHARACTER(iswupper);
CHARACTER(iswlower);
CHARACTER(iswpunct);
CHARACTER(iswprint);
CHARACTER(iswcntrl);
CHARACTER(iswgraph);
CHARACTER(iswblank);
CHARACTER(iswxdigit);
CHARACTER(towupper);
CHARACTER(towlower);
CHARACTER(wctob);
CHARACTER(btowc);
CHARACTER(wcwidth);
CASE(wcswidth) { NUMBER(wcswidth(bytes(0, L"x\xe9y", 16), 4)); }
#define TABLE(function)                                                                            \
  CASE(function) {                                                                                 \
    POINTER(function());                                                                           \
    NUMBER((*function())[0xe9]);                                                                   \
  }
TABLE(__ctype_b_loc);
TABLE(__ctype_toupper_loc);
TABLE(__ctype_tolower_loc);
CASE(__ctype_get_mb_cur_max) { NUMBER(__ctype_get_mb_cur_max()); }

#define TWO_TEXTS(function, kind, first, second)                                                   \
  CASE(function) {                                                                                 \
    char *one = text(0, first), *other = text(1, second);                                          \
    kind(function(one, other));                                                                    \
  }
TWO_TEXTS(strcasecmp, NUMBER, "this \xc9 one", "THIS \xe9 ONE");
TWO_TEXTS(strcasestr, POINTER, "this \xe9 one", "\xc9 O");
TWO_TEXTS(strcoll, NUMBER, "a", "B");
CASE(fnmatch) {
  char *pattern = text(0, "*[[:alpha:]]*"), *name = text(1, "\xe9");
  NUMBER(fnmatch(pattern, name, 0));
}
CASE(strncasecmp) {
  char *one = text(0, "this \xc9 one"), *other = text(1, "THIS \xe9 ONE");
  const size_t size = count(2, 9);
  NUMBER((strncasecmp)(one, other, size));
}
CASE(strxfrm) {
  char *to = room(0, 100), *from = text(1, "Transform");
  const size_t size = count(2, 90);
  NUMBER(strxfrm(to, from, size));
}

CASE(mblen) {
  char *from = text(0, "\xc3\xa9");
  const size_t size = count(1, 2);
  NUMBER(mblen(from, size));
}
CASE(mbtowc) {
  wchar_t *to = room(0, 4);
  char *from = text(1, "\xc3\xa9");
  const size_t size = count(2, 2);
  NUMBER(mbtowc(to, from, size));
}
static const mbstate_t fresh;
CASE(mbrlen) {
  char *from = text(0, "\xc3\xa9");
  mbstate_t *state = bytes(2, &fresh, sizeof fresh);
  const size_t size = count(1, 2);
  NUMBER(mbrlen(from, size, state));
  NUMBER(mbrlen(from, size, NULL));
}
CASE(mbrtowc) {
  wchar_t *to = room(0, 4);
  char *from = text(1, "\xc3\xa9");
  mbstate_t *state = bytes(3, &fresh, sizeof fresh);
  const size_t size = count(2, 2);
  NUMBER(mbrtowc(to, from, size, state));
  NUMBER(mbrtowc(to, from, size, NULL));
}
CASE(wcrtomb) {
  char *to = room(0, 16);
  mbstate_t *state = bytes(2, &fresh, sizeof fresh);
  NUMBER(wcrtomb(to, 0xe9, state));
}
CASE(mbsinit) { NUMBER(mbsinit(bytes(0, &fresh, sizeof fresh))); }
CASE(wctomb) { NUMBER(wctomb(room(0, 16), 0xe9)); }
CASE(mbstowcs) {
  wchar_t *to = room(0, 64);
  char *from = text(1, "x\xe9y");
  NUMBER(mbstowcs(to, from, 9));
}
CASE(wcstombs) {
  char *to = room(0, 64);
  wchar_t *from = bytes(1, L"x\xe9y", 16);
  NUMBER(wcstombs(to, from, 9));
}

#define PLAIN_NUMBER(function)                                                                     \
  CASE(function) {                                                                                 \
    NUMBER((function)(text(0, " 12,5")));                                                          \
    NUMBER((function)(text(0, "99999999999999999999999")));                                        \
    NUMBER((function)(text(0, "1e9999")));                                                         \
  }
PLAIN_NUMBER(atoi);
PLAIN_NUMBER(atol);
PLAIN_NUMBER(atoll);
PLAIN_NUMBER(atof);
#define WHOLE_NUMBER(function)                                                                     \
  CASE(function) {                                                                                 \
    char *one = text(0, "\xa0 12 x"), *large = text(0, "999999999999999999999999"),                \
         **end = room(1, 8);                                                                       \
    NUMBER(function(one, end, 10));                                                                \
    NUMBER(function(large, end, 10));                                                              \
    NUMBER(function(large, NULL, 10));                                                             \
  }
WHOLE_NUMBER(strtol);
WHOLE_NUMBER(strtoul);
WHOLE_NUMBER(strtoll);
WHOLE_NUMBER(strtoull);
WHOLE_NUMBER(strtoimax);
WHOLE_NUMBER(strtoumax);
#define FLOATING_NUMBER(function)                                                                  \
  CASE(function) {                                                                                 \
    char *one = text(0, "12,5"), *large = text(0, "1e9999"), **end = room(1, 8);                   \
    NUMBER(function(one, end));                                                                    \
    NUMBER(function(large, end));                                                                  \
  }
FLOATING_NUMBER(strtod);
FLOATING_NUMBER(strtof);
FLOATING_NUMBER(strtold);

/* --- Formats. */

CASE(sprintf) {
  char *to = room(0, 64), *format = text(1, "%.1f %s"), *word = text(2, "word");
  NUMBER(sprintf(to, format, 0.5, word));
}
CASE(snprintf) {
  char *to = room(0, 64), *format = text(2, "%.1f %s"), *word = text(3, "word");
  const size_t size = count(1, 60);
  NUMBER(snprintf(to, size, format, 0.5, word));
  NUMBER(snprintf(to, size, "%ls", L"\x4e00"));
}
CASE(printf) {
  char *format = text(0, "%.1f %s"), *word = text(1, "word");
  NUMBER(printf(format, 0.5, word));
}
CASE(fprintf) {
  char *format = text(1, "%.1f %s"), *word = text(2, "word");
  NUMBER(fprintf(stdout, format, 0.5, word));
}
CASE(dprintf) {
  char *format = text(1, "%.1f %s"), *word = text(2, "word");
  NUMBER(dprintf(1, format, 0.5, word));
  NUMBER(dprintf(-1, format, 0.5, word));
}

/* A list holds its arguments in memory of the caller, which is not watched. */
#define LISTED(function, place, parameters, arguments, call)                                       \
  static int pass_##function parameters {                                                          \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    const int result = function arguments;                                                         \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }                                                                                                \
  CASE(function) {                                                                                 \
    char *to = room(0, 64), *format = text(place, "%.1f");                                         \
    (void)to;                                                                                      \
    NUMBER(pass_##function call);                                                                  \
  }
LISTED(vprintf, 0, (const char *format, ...), (format, list), (format, 0.5));
LISTED(vfprintf, 1, (const char *format, ...), (stdout, format, list), (format, 0.5));
LISTED(vdprintf, 1, (const char *format, ...), (1, format, list), (format, 0.5));
LISTED(vsprintf, 1, (char *to, const char *format, ...), (to, format, list), (to, format, 0.5));
LISTED(vsnprintf, 2, (char *to, const char *format, ...), (to, 60, format, list),
       (to, format, 0.5));

int __isoc99_sscanf(const char *, const char *, ...);
int __isoc99_fscanf(FILE *, const char *, ...);
int __isoc99_scanf(const char *, ...);
#define SCAN_TEXT(function)                                                                        \
  CASE(function) {                                                                                 \
    char *from = text(0, "12,5 word"), *format = text(1, "%lf %s"), *word = room(3, 40);           \
    double *value = room(2, 8);                                                                    \
    NUMBER((function)(from, format, value, word));                                                 \
    NUMBER((function)(text(0, "7 x"), format, value, word));                                       \
  }
SCAN_TEXT(sscanf);
SCAN_TEXT(__isoc99_sscanf);
#define SCAN_STREAM(function)                                                                      \
  CASE(function) {                                                                                 \
    char *format = text(1, "%d %s"), *word = room(3, 40);                                          \
    int *value = room(2, 4);                                                                       \
    NUMBER((function)(stdin, format, value, word));                                                \
  }
SCAN_STREAM(fscanf);
SCAN_STREAM(__isoc99_fscanf);
#define SCAN_INPUT(function)                                                                       \
  CASE(function) {                                                                                 \
    char *format = text(0, "%d %s"), *word = room(2, 40);                                          \
    int *value = room(1, 4);                                                                       \
    NUMBER((function)(format, value, word));                                                       \
  }
SCAN_INPUT(scanf);
SCAN_INPUT(__isoc99_scanf);

/* --- Messages and the locale itself. */

CASE(strerror) {
  POINTER_TO(20, strerror(70000));
  POINTER_TO(20, strerror(80001));
  NUMBER(strerror(EINVAL)[0]);
}
CASE(strsignal) {
  POINTER_TO(18, strsignal(700));
  POINTER_TO(18, strsignal(801));
}
CASE(strerror_r) {
  char *to = room(1, 90);
  const size_t size = count(2, 80);
  POINTER(strerror_r(70000, to, size));
  POINTER_TO(8, strerror_r(EINVAL, to, size));
}
int __xpg_strerror_r(int, char *, size_t);
CASE(__xpg_strerror_r) {
  char *to = room(1, 90);
  const size_t size = count(2, 80);
  NUMBER(__xpg_strerror_r(EINVAL, to, size));
  NUMBER(__xpg_strerror_r(70000, to, 3));
}
CASE(setlocale) {
  POINTER_TO(2, setlocale(LC_ALL, text(1, "C")));
  POINTER(setlocale(LC_ALL, text(1, "")));
  POINTER(setlocale(LC_ALL, text(1, "none such")));
}
CASE(localeconv) {
  POINTER_TO(sizeof(struct lconv), localeconv());
  char *before = strdup(setlocale(LC_ALL, NULL));
  setlocale(LC_ALL, getenv("LOGGER_LOCALE"));
  POINTER_TO(sizeof(struct lconv), localeconv());
  setlocale(LC_ALL, before);
  NUMBER(localeconv()->decimal_point[0]);
}
CASE(nl_langinfo) {
  POINTER_TO(1, nl_langinfo(RADIXCHAR));
  NUMBER(nl_langinfo(RADIXCHAR)[0]);
}
CASE(textdomain) { POINTER_TO(5, textdomain(text(0, "words"))); }
CASE(bindtextdomain) {
  char *domain = text(0, "words"), *folder = text(1, "/nowhere");
  POINTER_TO(5, bindtextdomain(domain, folder));
}
CASE(bind_textdomain_codeset) {
  char *domain = text(0, "words"), *codes = text(1, "UTF-8");
  POINTER_TO(5, bind_textdomain_codeset(domain, codes));
}
CASE(gettext) { POINTER((gettext)(text(0, "message"))); }
CASE(dgettext) {
  char *domain = text(0, "words"), *message = text(1, "message");
  POINTER((dgettext)(domain, message));
}
CASE(dcgettext) {
  char *domain = text(0, "words"), *message = text(1, "message");
  POINTER((dcgettext)(domain, message, LC_MESSAGES));
}
CASE(newlocale) { POINTER(newlocale(LC_ALL_MASK, text(1, "C"), NULL)); }
CASE(duplocale) { POINTER(duplocale(LC_GLOBAL_LOCALE)); }
CASE(freelocale) {
  locale_t one = duplocale(LC_GLOBAL_LOCALE);
  NOTHING((freelocale(one), 0));
}
