/* PARALLEL: 2 OPTIONS: --assume=input
 * Data decide in the middle of an iteration that the loop ends, and later iterations have unpacked the records behind
 * then: nobody sees it. Records are broken at the start, in the middle, at the end, and all from there on. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { RECORDS = 40, PACKED = 120, SIZE = 400 };

struct record {
  uint32_t sum, size;
  uint8_t packed[PACKED];
};

/* Bytes, and copies of what stands so far in front. 0: the data are broken. */
static int unpack(const uint8_t *packed, uint8_t *data, size_t size) {
  size_t at = 0, i = 0;
  while (at < size) {
    if (i + 2 > PACKED)
      return 0;
    if (packed[i] < 128) {
      uint8_t before = at > 0 ? data[at - 1] : 0;
      data[at++] = (uint8_t)(packed[i++] + before);
      continue;
    }
    size_t found = packed[i++] & 31, distance = packed[i++];
    if (found == 0 || distance == 0 || distance > at)
      return 0;
    if (found > size - at)
      found = size - at;
    for (size_t k = 0; k < found; k++, at++)
      data[at] = data[at - distance];
  }
  return 1;
}

static uint32_t sum_of(const uint8_t *data, size_t size) {
  uint32_t sum = 1;
  for (size_t i = 0; i < size; i++)
    sum = (sum << 5 | sum >> 27) ^ data[i];
  return sum;
}

/* The records from `first` on are broken: their bytes if odd, their sums if even. */
static FILE *make(int first) {
  FILE *file = tmpfile();
  for (int n = 0; n < RECORDS; n++) {
    struct record r = {0, (uint32_t)(SIZE - n * 7), {0}};
    uint8_t data[SIZE];
    for (int i = 0; i < PACKED; i++)
      r.packed[i] = (uint8_t)(i < 20 ? n + i : i % 4 == 0 ? 129 + i % 30 : i % 4 == 1 ? 1 + (i + n) % 20 : i);
    if (unpack(r.packed, data, r.size))
      r.sum = sum_of(data, r.size);
    if (n >= first && n % 2)
      r.packed[25] = r.packed[24] = 255;
    if (n >= first && n % 2 == 0)
      r.sum ^= 4;
    fwrite(&r, sizeof r, 1, file);
  }
  rewind(file);
  return file;
}

static int broken(const char *what, uint32_t record) {
  printf("record %u: %s\n", record, what);
  return 1;
}

static int until_end(FILE *in) {
  struct record r;
  uint8_t data[SIZE];
  uint32_t total = 0, sum = 0, records = 0;
  for (;;) {
    if (fread(&r, sizeof r, 1, in) != 1)
      break;
    uint32_t size = r.size;
    if (size > sizeof data)
      return broken("size", records);
    if (!unpack(r.packed, data, size))
      return broken("data", records);
    if (sum_of(data, size) != r.sum)
      return broken("check sum", records);
    sum = (sum << 1 | sum >> 31) ^ r.sum;
    total += size;
    records++;
  }
  printf("%u records, %u bytes, %08x\n", records, total, sum);
  return 0;
}

/* On the heap, with a counter, with an arm that stays, and with `break` and `goto`. */
static int counted(FILE *in) {
  uint8_t *data = malloc(SIZE);
  uint32_t sum = 0;
  int status = 0, odd = 0;
  if (!data)
    exit(9);
  for (int i = 0; i < RECORDS; i++) {
    struct record r;
    if (fread(&r, sizeof r, 1, in) != 1 || r.size > SIZE) {
      status = 2;
      break;
    }
    uint32_t size = r.size;
    if (unpack(r.packed, data, size)) {
      if (r.packed[0] % 2)
        odd++;
    } else {
      printf("broken behind %08x\n", sum);
      status = 3;
      break;
    }
    uint32_t its = sum_of(data, size);
    if (its != r.sum)
      goto out;
    sum = sum * 3 ^ its;
  }
out:
  printf("status %d, %d, %08x\n", status, odd, sum);
  free(data);
  return status;
}

/* It runs itself for each file, since nothing may be read behind the loops. */
int main(int argc, char **argv) {
  static int (*const reads[])(FILE *) = {until_end, counted};
  static const int firsts[] = {0, 1, 2, 3, 20, 21, 38, 39, RECORDS};
  for (size_t i = 0; argc <= 2 && i < 2 * sizeof firsts / sizeof *firsts; i++) {
    char command[4096];
    snprintf(command, sizeof command, "'%s' - %zu", argv[0], i);
    fflush(stdout);
    const int status = system(command);
    printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  return reads[atoi(argv[2]) % 2](make(firsts[atoi(argv[2]) / 2]));
}
