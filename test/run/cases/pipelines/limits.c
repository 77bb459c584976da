/* OPTIONS: --assume=input
 * PARALLEL: 4
 * Packed blocks of different lengths, which readers go through up to a limit that they keep beside the pointer:
 * behind it there is 0. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { N = 80, MOST = 700, LENGTH = 900 };

typedef struct reader {
  const uint8_t *in;
  size_t length, at;
  uint32_t state;
} reader;

static uint32_t sum_of(const uint8_t *data, size_t length) {
  uint32_t sum = 1;
  for (int round = 0; round < 10; round++)
    for (size_t i = 0; i < length; i++)
      sum = sum * 17 + data[i];
  return sum;
}

static uint8_t on_heap_get(reader *r) { return r->at < r->length ? r->in[r->at++] : 0; }

static void on_heap_begin(reader *r, const uint8_t *in, size_t length) {
  r->in = in;
  r->length = length;
  r->at = 0;
  r->state = 1;
}

static int on_heap_unpack(reader *r, const uint8_t *in, size_t packed, uint8_t *data) {
  on_heap_begin(r, in, packed);
  for (size_t i = 0; i < LENGTH; i++) {
    r->state = r->state * 31 + on_heap_get(r);
    data[i] = (uint8_t)(r->state >> 3);
  }
  return r->state != 12345;
}

static int on_heap(FILE *in) {
  uint8_t *packed = malloc(MOST), *data = malloc(LENGTH);
  reader *r = malloc(sizeof *r);
  uint32_t count;
  if (packed == NULL || data == NULL || r == NULL)
    return 1;
  for (;;) {
    if (fread(&count, sizeof count, 1, in) != 1 || count > MOST || fread(packed, 1, count, in) != count)
      break;
    if (!on_heap_unpack(r, packed, count, data))
      return 2;
    uint32_t sum = sum_of(data, LENGTH);
    printf("%u %u\n", count, sum);
  }
  free(r);
  free(packed);
  free(data);
  return 0;
}

static uint8_t on_stack_get(reader *r) {
  if (r->at >= r->length)
    return 0;
  return r->in[r->at++];
}

static void on_stack_begin(reader *r, const uint8_t *in, size_t length) {
  *r = (reader){in, length, 0, 1};
}

static int on_stack_unpack(reader *r, const uint8_t *in, size_t packed, uint8_t *data) {
  on_stack_begin(r, in, packed);
  for (size_t i = 0; i < LENGTH; i++) {
    r->state = r->state * 31 + on_stack_get(r);
    data[i] = (uint8_t)(r->state >> 3);
  }
  return r->state != 12345;
}

static int on_stack(FILE *in) {
  uint8_t packed[MOST], data[LENGTH];
  uint32_t count;
  for (;;) {
    if (fread(&count, sizeof count, 1, in) != 1 || count > MOST || fread(packed, 1, count, in) != count)
      break;
    reader its;
    if (!on_stack_unpack(&its, packed, count, data))
      return 2;
    uint32_t sum = sum_of(data, LENGTH);
    printf("%u %u\n", count, sum);
  }
  return 0;
}

static uint8_t in_static_get(reader *r) {
  size_t at = r->at;
  uint8_t found = 0;
  if (at < r->length) {
    found = r->in[at];
    r->at = at + 1;
  }
  return found;
}

static void in_static_begin(reader *r, const uint8_t *in, size_t length) {
  r->in = in;
  r->length = length;
  r->at = 0;
  r->state = 1;
}

static int in_static_unpack(reader *r, const uint8_t *in, size_t packed, uint8_t *data) {
  in_static_begin(r, in, packed);
  for (size_t i = 0; i < LENGTH; i++) {
    r->state = r->state * 31 + in_static_get(r);
    data[i] = (uint8_t)(r->state >> 3);
  }
  return r->state != 12345;
}

static int in_static(FILE *in) {
  static reader its;
  static uint8_t packed[MOST];
  uint8_t data[LENGTH];
  uint32_t count;
  for (;;) {
    if (fread(&count, sizeof count, 1, in) != 1 || count > MOST || fread(packed, 1, count, in) != count)
      break;
    if (!in_static_unpack(&its, packed, count, data))
      return 2;
    uint32_t sum = sum_of(data, LENGTH);
    printf("%u %u\n", count, sum);
  }
  return 0;
}

static uint8_t as_read_get(reader *r) { return r->at < r->length ? r->in[r->at++] : 0; }

static void as_read_begin(reader *r, const uint8_t *in, size_t length) {
  r->in = in;
  r->length = length;
  r->at = 0;
  r->state = 1;
}

static int as_read_unpack(reader *r, const uint8_t *in, size_t packed, uint8_t *data) {
  as_read_begin(r, in, packed);
  for (size_t i = 0; i < LENGTH; i++) {
    r->state = r->state * 31 + as_read_get(r);
    data[i] = (uint8_t)(r->state >> 3);
  }
  return r->state != 12345;
}

/* As many as there are: the head of the loop reads. */
static int as_read(FILE *in) {
  uint8_t *packed = malloc(MOST), data[LENGTH];
  size_t count;
  if (packed == NULL)
    return 1;
  while ((count = fread(packed, 1, MOST, in)) > 0) {
    reader its;
    if (!as_read_unpack(&its, packed, count, data))
      return 2;
    uint32_t sum = sum_of(data, LENGTH);
    printf("%zu %u\n", count, sum);
  }
  free(packed);
  return 0;
}

/* Open for reading alone: it is read ahead of what is printed. */
static FILE *make(void) {
  FILE *file = tmpfile();
  for (uint32_t i = 0; i < N; i++) {
    uint8_t data[MOST];
    const uint32_t count = i * 397 % MOST;
    for (uint32_t j = 0; j < count; j++)
      data[j] = (uint8_t)(i * 7 + j * j);
    fwrite(&count, sizeof count, 1, file);
    fwrite(data, 1, count, file);
  }
  fflush(file);
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(file));
  FILE *in = fopen(name, "r");
  fclose(file);
  return in;
}

/* It runs itself for each of them, since nothing may be read behind the loops. */
int main(int argc, char **argv) {
  static int (*const all[])(FILE *) = {on_heap, on_stack, in_static, as_read};
  for (int i = 0; argc <= 2 && i < 4; i++) {
    char command[4096];
    snprintf(command, sizeof command, "'%s' - %d", argv[0], i);
    fflush(stdout);
    const int status = system(command);
    printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  return all[atoi(argv[2])](make());
}
