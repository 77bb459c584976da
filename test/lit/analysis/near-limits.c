// Blocks that are read below a limit in memory, by a pointer in memory: but for one thing each.
//
// No more is read than has been filled:
// RUN: for with in $(seq 0 17); do kasuri %s --assume=input --dump=analysis --dump-function=decode \
// RUN:   --stop-after=analysis -- -DWITH=$with || exit 1; done | grep -v '^order' | FileCheck %s --check-prefix=FILLED
// FILLED-COUNT-18: {{^}}  pipeline {{.*}} assumes input
//
// And here it may be:
// RUN: for near in $(seq 39); do kasuri %s --assume=input --dump=analysis --dump-function=decode \
// RUN:   --stop-after=analysis -- -DNEAR=$near || exit 1; done | FileCheck %s
// CHECK-NOT: {{^}}  pipeline
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NEAR
#define NEAR 0
#endif
#ifndef WITH
#define WITH 0
#endif

enum { MOST = 600 };

#if NEAR == 1 || WITH == 1
typedef uint16_t element;
#else
typedef uint8_t element;
#endif
#if NEAR == 2
typedef uint8_t number;
#elif WITH == 2
typedef uint32_t number;
#elif NEAR == 3 || WITH == 3
typedef int number;
#else
typedef size_t number;
#endif

typedef struct reader {
  const element *in;
  number length, at;
  uint32_t state;
} reader;

static element get(reader *r) {
#if NEAR == 3 // a negative number would be a large one
  return r->at < r->length ? r->in[(uint32_t)r->at++] : 0;
#elif NEAR == 4
  return r->at <= r->length ? r->in[r->at++] : 0;
#elif NEAR == 5
  return r->at < r->length ? r->in[r->at++ + 1] : 0;
#elif NEAR == 6
  return r->at < r->length ? r->in[++r->at] : 0;
#elif NEAR == 7
  return r->at < r->length || r->state == 7 ? r->in[r->at++] : 0;
#elif NEAR == 8
  return r->at < r->length ? 0 : r->in[r->at++];
#elif NEAR == 9 // another number
  return r->state < r->length ? r->in[r->at++] : 0;
#elif NEAR == 10 // it is read in front of the test as well
  r->state += r->in[r->at];
  return r->at < r->length ? r->in[r->at++] : 0;
#elif NEAR == 11 // set between the test and the read
  if (r->at >= r->length)
    return 0;
  if (r->state == 7)
    r->at += 2;
  return r->in[r->at++];
#elif NEAR == 12 // the same by a copy of the number
  size_t at = r->at;
  if (at >= r->length)
    return 0;
  for (int i = 0; i < 2; i++)
    at += r->state == 7;
  r->at = at + 1;
  return r->in[at];
#elif NEAR == 13 // no number that is a limit
  return r->at < r->state ? r->in[r->at++] : 0;
#elif NEAR == 38
  return r->at < r->length ? (element)(r->in[r->at++] + r->state) : 0;
#elif WITH == 4
  if (r->at >= r->length)
    return 0;
  return r->in[r->at++];
#elif WITH == 5
  size_t at = r->at;
  element found = 0;
  if (at < r->length) {
    found = r->in[at];
    r->at = at + 1;
  }
  return found;
#elif WITH == 6
  while (r->length > r->at && r->state != 7) {
    r->state = r->in[r->at++];
    if (r->state > 3)
      return (element)r->state;
  }
  return 0;
#elif WITH == 7
  const size_t length = r->length;
  return r->state != 7 && r->at < length ? r->in[r->at++] : 0;
#else
  return r->at < r->length ? r->in[r->at++] : 0;
#endif
}

#if NEAR == 14
static element *other;
#elif NEAR == 39
static reader *kept;
#endif

static void begin(reader *r, const element *in, number length) {
#if WITH == 8
  *r = (reader){in, length, 0, 0};
#elif NEAR == 36
  *r = (reader){in, MOST, 0, 0};
#elif WITH == 9
  memset(r, 0, sizeof *r);
  r->in = in;
  if (length > 3)
    r->length = length;
#else
#if NEAR == 13
  r->state = MOST;
#elif NEAR == 38 // that of an earlier iteration, perhaps
  if (length > 3)
    r->state = 0;
#else
  r->state = 0;
#endif
#if NEAR == 14
  r->in = length % 2 ? in : other;
#elif NEAR == 15
  r->in = in + 1;
#else
  r->in = in;
#endif
#if NEAR == 16 // that of an earlier iteration, perhaps
  if (length > 3)
    r->length = length;
#elif NEAR == 17
  r->length = MOST;
#elif NEAR == 18
  r->length = length + 1;
#elif NEAR == 19
  memset(&r->length, 1, sizeof r->length);
#elif NEAR == 20
  r->length = length > 3 ? length : MOST;
#else
  r->length = length;
#endif
#if NEAR == 21
  r->length += 1;
#endif
  r->at = 0;
#endif
}

static int unpack(reader *r, const element *in, number packed, uint8_t *data, size_t length) {
#if NEAR == 22 // the earlier iteration's
  for (size_t i = 0; i < length; i++)
    data[i] = (uint8_t)get(r);
  begin(r, in, packed);
#else
  begin(r, in, packed);
  for (size_t i = 0; i < length; i++)
    data[i] = (uint8_t)get(r);
#endif
#if NEAR == 23 // by another pointer, without a limit
  data[0] = (uint8_t)in[length];
#endif
#if NEAR == 24
  r->length = data[0];
  data[1] = (uint8_t)get(r);
#endif
  unsigned sum = 0;
  for (size_t i = 0; i < length; i++)
    sum = sum * 3 + data[i];
  return sum != 7;
}

#if NEAR == 34 // one array, and the reader in it
static element all[MOST + sizeof(reader)];
#endif

int decode(FILE *in) {
  uint32_t words[2] = {0};
#if WITH == 10
  element packed[MOST];
  uint8_t data[MOST];
#else
  element *packed = malloc(MOST * sizeof *packed);
  uint8_t *data = malloc(MOST);
  if (packed == NULL || data == NULL)
    return 1;
#endif
#if WITH == 11
  reader its;
#define r (&its)
#elif WITH == 12
  static reader its;
#define r (&its)
#elif WITH == 13
#else
  reader *r = malloc(sizeof *r);
  if (r == NULL)
    return 1;
#endif
#if NEAR == 14
  other = malloc(MOST);
#endif
#if WITH == 14
  size_t read;
  while ((read = fread(packed, sizeof *packed, MOST, in)) > 0) {
    const uint32_t length = MOST / 2;
#else
  for (;;) {
    if (fread(words, sizeof words, 1, in) != 1)
      break;
#if NEAR == 2
    uint32_t count = words[0];
#elif WITH == 3 || NEAR == 3
    int count = (int)words[0];
#else
    uint32_t count = words[0];
#endif
    uint32_t length = words[1];
    if (words[0] > MOST || length > MOST)
      return 1;
#endif
#if NEAR == 25
    if (fread(packed, 1, count, in) < 1)
      break;
#elif NEAR == 26
    if (fread(packed + 1, 1, count, in) != count)
      break;
#elif NEAR == 27
    if (fread(packed, 1, count / 2, in) != count / 2)
      break;
#elif NEAR == 28
    if (fread(packed, 1, count, in) == count)
      break;
#elif NEAR == 29
    if (fread(packed, sizeof *packed, count, in) != length)
      break;
#elif NEAR == 30
    if (fread(packed, sizeof *packed, (size_t)count, in) != (size_t)count)
      break;
    count += words[1];
#elif NEAR == 31
    if (words[1] > 3 && fread(packed, sizeof *packed, (size_t)count, in) != (size_t)count)
      break;
#elif NEAR == 32
    if (fread(packed, sizeof *packed, words[0], in) != words[0])
      break;
    words[0] = length;
    count = words[0];
#elif NEAR == 35 // another block
    if (fread(packed, sizeof *packed, length, in) != length || fread(data, 1, count, in) != count)
      break;
#elif NEAR == 1
    if (fread(packed, 1, count, in) != count)
      break;
#elif WITH == 14
#elif WITH == 15
    if (fread(packed, sizeof *packed, words[0], in) != words[0])
      break;
#elif WITH == 16
    const size_t read = fread(packed, sizeof *packed, count, in);
    if (read != count)
      break;
#elif WITH == 17
    count = (uint32_t)fread(packed, sizeof *packed, count, in);
    const size_t read = fread(packed, sizeof *packed, length, in);
#else
    if (fread(packed, sizeof *packed, (size_t)count, in) != (size_t)count)
      break;
#endif
#if WITH == 13
    reader its = {packed, count, 0, 0}, *r = &its;
#endif
#if NEAR == 39
    kept->in = packed;
#endif
#if NEAR == 33 // the reader of the iteration before
    for (size_t i = 0; i < length; i++)
      data[i] = (uint8_t)get(r);
#endif
#if WITH == 14 || WITH == 17
    if (!unpack(r, packed, read, data, length))
#elif WITH == 15
    if (!unpack(r, packed, words[0], data, length))
#elif NEAR == 34
    memcpy(all, packed, count);
    if (!unpack((reader *)(void *)all, all, count, data, length))
#else
    if (!unpack(r, packed, count, data, length))
#endif
      return 2;
    fwrite(data, 1, length, stdout);
  }
#if NEAR == 37
  return r->in != packed;
#else
  return 0;
#endif
}

int main(void) {
#if NEAR == 39
  kept = calloc(1, sizeof *kept);
#endif
  return decode(stdin);
}
