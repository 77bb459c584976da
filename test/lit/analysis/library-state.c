// What the C library keeps for all: the locale, its variables, static results. Who only reads it runs in parallel, beside
// unknown code, too. Arguments that are written, wholly or up to some bytes, are told apart.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 -DSETS | FileCheck %s --check-prefixes=CHECK,SETS
#define _GNU_SOURCE
#include <ctype.h>
#include <libgen.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wctype.h>

static int out[512];
static char text[512][32];
void unknown(void);

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void lower(char *restrict to, const char *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (char)(tolower)((unsigned char)from[i]);
}

// The tables of the locale are not where `to` leads.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void kinds(int *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = isalpha(i & 127) != 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
static void wide(int n) {
  for (int i = 0; i < n; i++)
    out[i] = (int)towupper((wint_t)i) + strcasecmp(text[i], text[0]) + atoi(text[i]);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
static void homes(int n) {
  for (int i = 0; i < n; i++) {
    char copy[32];
    memcpy(copy, text[i], sizeof copy);
    out[i] = dirname(copy)[0];
  }
}

// modf writes all of `whole` in each call.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(whole)
static void parts(int n) {
  double whole;
  for (int i = 0; i < n; i++) {
    double rest = modf(i * 0.7, &whole);
    out[i] = (int)(rest + whole);
  }
}

// frexp leaves the number alone where it has none to tell.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
static void exponents(int n) {
  int exponent = 0;
  for (int i = 0; i < n; i++) {
    double rest = frexp(i * 0.7, &exponent);
    out[i] = (int)(rest * 8) + exponent;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NEXT: is read in an iteration after the one that writes it [CarriedFlow]
static void cut(int n) {
  for (int i = 0; i < n; i++) {
    out[i] = (int)strlen(text[0]);
    dirname(text[0]);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: 'gmtime' keeps hidden state from one call to the next [HiddenState]
static void times(const struct tm *last, const time_t *when, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = last->tm_sec;
    gmtime(&when[i]);
  }
}

// SETS: loop {{.*}}:[[#@LINE+4]]:3 sequential
// SETS: 'setlocale' keeps hidden state from one call to the next [HiddenState]
#ifdef SETS
static void switched(int n) {
  for (int i = 0; i < n; i++) {
    setlocale(LC_ALL, i & 1 ? "C" : "C.UTF-8");
    out[i] = (int)towupper((wint_t)i);
  }
}
#endif

int main(int argc, char **argv) {
  int n = argc * 100;
  time_t now = 5;
  unknown();
  wide(n);
  homes(n);
  parts(n);
  exponents(n);
  cut(n);
  times(gmtime(&now), &now, argc);
#ifdef SETS
  switched(n);
#endif
  return out[5] + (argv != 0);
}
