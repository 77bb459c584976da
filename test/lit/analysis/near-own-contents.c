// Blocks that look as if an iteration filled what it reads of them, but for one thing each.
//
// What is appended is all there, and so is what lists lead to:
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s --check-prefix=FILLED
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -DLISTS | FileCheck %s --check-prefix=FILLED
// FILLED: {{^}}  pipeline
// FILLED-NEXT: {{^  in order: head( [0-9]+){3} ?$}}
//
// And here it is not, so that `code` is in order, too:
// RUN: for near in $(seq 16); do kasuri %s --dump=analysis --stop-after=analysis -- -DNEAR=$near || exit 1; done \
// RUN:   | FileCheck %s
// RUN: for near in $(seq 17); do kasuri %s --dump=analysis --stop-after=analysis -- -DLISTS -DNEAR=$near || exit 1; done \
// RUN:   | FileCheck %s
// CHECK-NOT: {{^  in order: head( [0-9]+){3} ?$}}
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NEAR
#define NEAR 0
#endif
#if defined LISTS && NEAR == 14
typedef unsigned link;
#elif defined LISTS && NEAR == 15
typedef signed char link;
#else
typedef int link;
#endif

enum { BLOCK = 600, HEADS = 64 };

typedef struct coder {
  uint8_t *out;
  link *head, *next;
  size_t length;
  unsigned count;
} coder;

static coder *coder_new(void) {
  coder *c = malloc(sizeof *c);
  if (c == NULL || (c->out = malloc(2 * BLOCK)) == NULL || (c->head = malloc(sizeof *c->head * HEADS)) == NULL ||
      (c->next = malloc(sizeof *c->next * BLOCK)) == NULL)
    return NULL;
  return c;
}

static void coder_free(coder *c) {
  free(c->out);
  free(c->head);
  free(c->next);
  free(c);
}

#ifndef LISTS

static uint8_t show(const coder *c) {
  fwrite(c->out, 1, c->length, stdout);
  return 7;
}

static void code(coder *c, const uint8_t *data, int length) {
#if NEAR == 1 // the first element is not there
  c->length = 1;
#elif NEAR == 2 // the counter is sometimes that of the iteration before
  if (data[0] > 9)
    c->length = 0;
#else
  c->length = 0;
#endif
#if NEAR == 3
  c->count = 0;
  c->length = BLOCK;
#endif
  for (int i = 0; i < length; i++) {
    if (data[i] < 4)
      continue;
#if NEAR == 3 // another counter
    c->out[c->count++] = data[i];
#elif NEAR == 4
    c->out[c->length] = data[i];
    c->length += 2;
#elif NEAR == 5
    c->out[c->length++ + 1] = data[i];
#elif NEAR == 6
    if (data[i] > 5)
      c->out[c->length] = data[i];
    c->length++;
#elif NEAR == 7
    (void)(data[i] > 5 && (c->out[c->length] = data[i]));
    c->length++;
#elif NEAR == 8 // it is read where the element is missing
    c->out[c->length++] = show(c);
#else
    c->out[c->length++] = data[i];
#endif
  }
#if NEAR == 9
  c->length = data[7];
#elif NEAR == 10
  memset(&c->length, data[0], sizeof c->length);
#endif
}

static void use(const coder *c) {
#if NEAR == 11
  fwrite(c->out, 2, c->length, stdout);
#elif NEAR == 12
  fwrite(c->out + 1, 1, c->length, stdout);
#elif NEAR == 13
  fwrite(c->out, 1, c->length + 1, stdout);
#elif NEAR == 14
  fwrite(c->out, 1, (size_t)(long)(int)c->length, stdout);
#elif NEAR == 15
  fputs((const char *)c->out, stdout);
#elif NEAR == 16 // the count of the iteration before
  static size_t last;
  fwrite(c->out, 1, last, stdout);
  last = c->length;
#else
  fwrite(c->out, 1, c->length, stdout);
#endif
}

#else

#if NEAR == 17 // the first element is that of all iterations, and perhaps there is none
static void code(coder *c, const uint8_t *data, int length) {
  c->out[0] = 0;
  for (int i = 0; i < length; i++)
    if (data[i] > 9) {
      c->next[1] = data[i];
      c->out[0] = (uint8_t)(c->out[0] * 3 + c->next[0] + c->next[1]);
    }
}
#else
static void code(coder *c, const uint8_t *data, int length) {
  c->out[0] = 0;
#if NEAR == 1 // lists of the iteration before
#elif NEAR == 2 // 0 is the number of an element
  memset(c->head, 0, sizeof *c->head * HEADS);
#else
  memset(c->head, 0xff, sizeof *c->head * HEADS);
#endif
#if NEAR == 3 // half of the first head is an old one
  memset(c->head, 0xff, 2);
#endif
  for (int i = 0; i < length; i++) {
    const int h = data[i] % HEADS;
#if NEAR == 4 // set between the test and the use
    int j = c->head[h];
    if (j >= 0) {
      j = c->head[63 - h];
      c->out[0] = (uint8_t)c->next[j];
    }
#elif NEAR == 5 // no test for the end
    int j = c->head[h];
    if (j >= -1)
      c->out[0] = (uint8_t)c->next[j + 1];
#elif NEAR == 6 // a test for another end
    for (int j = c->head[h]; j != -2; j = c->next[j])
      c->out[0] = (uint8_t)(c->out[0] * 3 + j);
#elif NEAR == 7 // no number of a list
    int j = data[i];
    while (j >= 0) {
      c->out[0] = (uint8_t)(c->out[0] * 3 + j);
      j = c->next[j];
    }
#else
    for (int j = c->head[h]; j >= 0; j = c->next[j])
      c->out[0] = (uint8_t)(c->out[0] * 3 + j);
#endif
#if NEAR == 8
    c->next[i] = c->head[h];
    c->head[h] = i + 1;
#elif NEAR == 9
    if (data[i] > 3)
      c->next[i] = -1;
    c->head[h] = i;
#elif NEAR == 10
    c->next[i] = data[i];
    c->head[h] = i;
#elif NEAR == 11
    c->next[i] = c->head[h];
    i += data[i] > 3;
    c->head[h] = i;
#elif NEAR == 12
    c->next[i] = c->head[h];
    c->head[h] = (link)i;
    c->head[(h + 1) % HEADS] = 5;
#else
    c->next[i] = c->head[h];
    c->head[h] = (link)i;
#endif
  }
#if NEAR == 13 // read without a list
  c->out[0] = (uint8_t)c->next[data[3]];
#elif NEAR == 16
  c->out[0] = ((uint8_t *)c->next)[data[3]];
#endif
}
#endif

static void use(const coder *c) { fwrite(c->out, 1, 1, stdout); }

#endif

int main(void) {
  coder *c = coder_new();
  if (c == NULL)
    return 1;
  for (;;) {
    uint8_t block[BLOCK];
    memset(block, 0, sizeof block);
    if (fread(block, 1, BLOCK, stdin) == 0)
      break;
    code(c, block, BLOCK);
    use(c);
  }
  coder_free(c);
  return 0;
}
