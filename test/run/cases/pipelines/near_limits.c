/* OPTIONS: --assume=input
 * Readers that go through packed blocks, and beyond what the iteration has filled: there is what earlier blocks have
 * left. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { N = 60, MOST = 400, LENGTH = 420 };

struct most {
  size_t most[1];
};

typedef struct reader {
  const uint8_t *in;
  size_t length, at;
} reader;

static uint32_t sum_of(const uint8_t *data, size_t length) {
  uint32_t sum = 1;
  for (int round = 0; round < 20; round++)
    for (size_t i = 0; i < length; i++)
      sum = sum * 17 + data[i];
  return sum;
}

static int read_count(FILE *in, uint32_t *count) { return fread(count, sizeof *count, 1, in) == 1 && *count <= MOST; }

/* The element behind the limit. */
static uint8_t one_more_get(reader *r) {
  return r->at <= r->length ? r->in[r->at++] : 0;
}
static int one_more(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = packed, r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = one_more_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* The position moves between the test and the read. */
static uint8_t next_one_get(reader *r) {
  return r->at < r->length ? r->in[++r->at] : 0;
}
static int next_one(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = packed, r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = next_one_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* The limit is the size of the block. */
static uint8_t all_of_it_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int all_of_it(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = packed, r->length = MOST, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = all_of_it_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* The limit grows in between. */
static uint8_t longer_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int longer(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = packed, r->length = count, r->at = 0;
    if (count % 3 == 1)
      r->length += 5;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = longer_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* Some blocks have the limit of an earlier one. */
static uint8_t old_limit_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int old_limit(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = packed, r->at = 0;
    if (count % 3 != 1)
      r->length = count;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = old_limit_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* The pointer is another one for some blocks. */
static uint8_t redirected_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int redirected(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = count % 3 == 1 ? packed + 4 : packed;
    r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = redirected_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* Some blocks are not there as a whole. */
static uint8_t in_part_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int in_part(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count / 2, in) == 0 || fread(packed, 1, count - count / 2, in) == 0)
      break;
    r->in = packed, r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = in_part_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* The number has changed since it was read. */
static uint8_t other_count_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int other_count(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count || (count += 3) == 0)
      break;
    r->in = packed, r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = other_count_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* What was filled last is read behind the loop. */
static uint8_t behind_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int behind(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = packed, r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = behind_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    if (sum == 12345)
      return 2;
    printf("%u %u\n", count, sum);
  }
  printf("%d %d\n", r->in[0], packed[1]);
  return 0;
}

/* So have they here, in a structure and in a variable, and no data end the loop. */
static uint8_t kept_limit_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int kept_limit(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  struct most last = {{0}};
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    if (count % 3 != 1)
      last.most[0] = count;
    r->in = packed, r->length = last.most[0], r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = kept_limit_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    printf("%u %u\n", count, sum);
  }
  return 0;
}

static uint8_t last_limit_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int last_limit(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  size_t last = 0;
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    if (count % 3 != 1)
      last = count;
    r->in = packed, r->length = last, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = last_limit_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    printf("%u %u\n", count, sum);
  }
  return 0;
}

/* The pointer itself is looked at behind the loop. */
static uint8_t still_there_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int still_there(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    r->in = packed, r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = still_there_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    printf("%u %u %zu\n", count, sum, r->at);
  }
  return r->in == packed ? 5 : 6;
}

/* Some blocks find the pointer that an earlier one has left. */
static uint8_t kept_pointer_get(reader *r) {
  return r->at < r->length ? r->in[r->at++] : 0;
}
static int kept_pointer(FILE *in) {
  uint8_t *packed = calloc(MOST + 8, 1), *data = calloc(LENGTH, 1);
  reader *r = calloc(1, sizeof *r);
  uint32_t count;
  r->in = packed;
  for (;;) {
    if (!read_count(in, &count) || fread(packed, 1, count, in) != count)
      break;
    if (count % 3 != 1)
      r->in = packed;
    r->length = count, r->at = 0;
    for (size_t i = 0; i < LENGTH; i++)
      data[i] = kept_pointer_get(r);
    uint32_t sum = sum_of(data, LENGTH);
    printf("%u %u %zu\n", count, sum, r->at);
  }
  return 0;
}

/* Open for reading alone: it is read ahead of what is printed. */
static FILE *make(void) {
  FILE *file = tmpfile();
  for (uint32_t i = 0; i < N; i++) {
    uint8_t data[MOST];
    const uint32_t count = 1 + i * 197 % (MOST - 1);
    for (uint32_t j = 0; j < count; j++)
      data[j] = (uint8_t)(i * 7 + j * j + 1);
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
  static int (*const all[])(FILE *) = {one_more, next_one, all_of_it, longer, old_limit, kept_limit, last_limit, redirected, in_part, other_count, behind, still_there, kept_pointer};
  for (size_t i = 0; argc <= 2 && i < sizeof all / sizeof *all; i++) {
    char command[4096];
    snprintf(command, sizeof command, "'%s' - %zu", argv[0], i);
    fflush(stdout);
    const int status = system(command);
    printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  return all[atoi(argv[2])](make());
}
