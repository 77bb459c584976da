/* Streams, on files in a folder of the test's own. */
#define _GNU_SOURCE
#include "../logger.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *input(void) { return fopen("input.txt", "r"); }
static FILE *output(void) { return fopen("output.txt", "w+"); }
static int descriptor(void) { return open("input.txt", O_RDWR); }

/* --- Streams. */

CASE(puts) { NUMBER((puts)(text(0, "line"))); }
#define PUT_TEXT(function)                                                                         \
  CASE(function) {                                                                                 \
    FILE *to = output();                                                                           \
    NUMBER((function)(text(0, "line"), to));                                                       \
  }
PUT_TEXT(fputs);
PUT_TEXT(fputs_unlocked);
CASE(putchar) { NUMBER((putchar)('x')); }
CASE(putchar_unlocked) { NUMBER((putchar_unlocked)('x')); }
#define PUT(function)                                                                              \
  CASE(function) {                                                                                 \
    FILE *to = output();                                                                           \
    NUMBER(function('x', to));                                                                     \
  }
PUT(putc);
PUT(fputc);
PUT(putw);
PUT(putc_unlocked);
PUT(fputc_unlocked);
PUT(ungetc);
#define GET(function)                                                                              \
  CASE(function) {                                                                                 \
    FILE *from = input();                                                                          \
    NUMBER(function(from));                                                                        \
  }
GET(fgetc);
GET(getc);
GET(getw);
GET(fgetc_unlocked);
GET(getc_unlocked);
GET(fclose);
GET(fflush);
GET(fflush_unlocked);
GET(ftell);
GET(ftello);
GET(ftello64);
GET(feof);
GET(ferror);
GET(feof_unlocked);
GET(ferror_unlocked);
GET(__fpending);
GET(__freading);
GET(fileno);
GET(fileno_unlocked);
GET(ftrylockfile);
#define DO(function)                                                                               \
  CASE(function) {                                                                                 \
    FILE *from = input();                                                                          \
    NOTHING((function(from), 0));                                                                  \
  }
DO(rewind);
DO(clearerr);
DO(clearerr_unlocked);
DO(flockfile);
DO(setlinebuf);
CASE(funlockfile) {
  FILE *from = input();
  flockfile(from);
  NOTHING((funlockfile(from), 0));
}
CASE(getchar) { NUMBER((getchar)()); }
CASE(getchar_unlocked) { NUMBER((getchar_unlocked)()); }
#define SEEK(function)                                                                             \
  CASE(function) {                                                                                 \
    FILE *from = input();                                                                          \
    NUMBER(function(from, 2, SEEK_SET));                                                           \
    NUMBER(function(from, -2, SEEK_SET));                                                          \
  }
SEEK(fseek);
SEEK(fseeko);
SEEK(fseeko64);
#define POSITION(get, set)                                                                         \
  CASE(get) {                                                                                      \
    FILE *from = input();                                                                          \
    NUMBER(get(from, room(1, 16)));                                                                \
  }                                                                                                \
  CASE(set) {                                                                                      \
    FILE *from = input();                                                                          \
    fpos64_t here;                                                                                 \
    fgetpos64(from, &here);                                                                        \
    NUMBER(set(from, bytes(1, &here, sizeof here)));                                               \
  }
POSITION(fgetpos, fsetpos);
POSITION(fgetpos64, fsetpos64);
#define OPEN(function)                                                                             \
  CASE(function) {                                                                                 \
    char *name = text(0, "input.txt"), *how = text(1, "r");                                        \
    POINTER(function(name, how));                                                                  \
  }
OPEN(fopen);
OPEN(fopen64);
#define OPEN_AGAIN(function)                                                                       \
  CASE(function) {                                                                                 \
    char *name = text(0, "input.txt"), *how = text(1, "r");                                        \
    FILE *before = input();                                                                        \
    POINTER(function(name, how, before));                                                          \
  }
OPEN_AGAIN(freopen);
OPEN_AGAIN(freopen64);
CASE(popen) {
  char *command = text(0, ":"), *how = text(1, "r");
  POINTER(popen(command, how));
}
CASE(fdopen) {
  int file = descriptor();
  POINTER(fdopen(file, text(1, "r")));
}
CASE(tmpfile) { POINTER(tmpfile()); }
CASE(tmpfile64) { POINTER(tmpfile64()); }
CASE(tmpnam) {
  POINTER(tmpnam(room(0, L_tmpnam)));
  POINTER_TO(L_tmpnam, tmpnam(NULL));
  POINTER(tmpnam(NULL));
}
CASE(mkstemp) { NUMBER(mkstemp(text(0, "madeXXXXXX")) > 0); }
CASE(mkstemp64) { NUMBER(mkstemp64(text(0, "madeXXXXXX")) > 0); }
CASE(mktemp) { POINTER(mktemp(text(0, "madeXXXXXX"))); }
CASE(mkdtemp) { POINTER(mkdtemp(text(0, "madeXXXXXX"))); }
CASE(fmemopen) { POINTER(fmemopen(room(0, 64), 64, "w")); }
CASE(open_memstream) {
  void *place = room(0, 8), *size = room(1, 8);
  POINTER(open_memstream(place, size));
}
CASE(open_wmemstream) {
  void *place = room(0, 8), *size = room(1, 8);
  POINTER(open_wmemstream(place, size));
}
CASE(setvbuf) {
  FILE *from = input();
  NUMBER(setvbuf(from, room(1, 64), _IOFBF, 64));
}
CASE(setbuf) {
  FILE *from = input();
  NOTHING((setbuf(from, room(1, BUFSIZ > 4096 ? 4096 : BUFSIZ)), 0));
}
CASE(setbuffer) {
  FILE *from = input();
  NOTHING((setbuffer(from, room(1, 64), 64), 0));
}
#define READ_BLOCK(function)                                                                       \
  CASE(function) {                                                                                 \
    FILE *from = input();                                                                          \
    NUMBER((function)(room(0, 32), 4, 3, from));                                                   \
  }
READ_BLOCK(fread);
READ_BLOCK(fread_unlocked);
#define WRITE_BLOCK(function)                                                                      \
  CASE(function) {                                                                                 \
    FILE *to = output();                                                                           \
    NUMBER((function)(text(0, "twelve bytes"), 4, 3, to));                                         \
  }
WRITE_BLOCK(fwrite);
WRITE_BLOCK(fwrite_unlocked);
#define LINE(function)                                                                             \
  CASE(function) {                                                                                 \
    FILE *from = input();                                                                          \
    const int size = (int)count(1, 30);                                                            \
    POINTER((function)(room(0, 32), size, from));                                                  \
  }
LINE(fgets);
LINE(fgets_unlocked);
int __overflow(FILE *, int);
int __uflow(FILE *);
CASE(__overflow) {
  FILE *to = output();
  NUMBER(__overflow(to, 'x'));
}
GET(__uflow);
