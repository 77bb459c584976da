// Library functions that write or hand back their argument, or write less of it than they are told:
// what was there before is read first, and later.
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 90 };

static char deep[4 * STEPS + 1];
static char files[STEPS][48], homes[STEPS][48];
static int before[STEPS], whole[STEPS];

static void shorten_one_path(void) {
  for (int i = 0; i < STEPS; ++i)
    memcpy(deep + 4 * i, "/dir", 4);
  for (int i = 0; i < STEPS; ++i) {
    before[i] = (int)strlen(deep);
    dirname(deep);
  }
  for (int i = 0; i < STEPS; ++i)
    printf("%d%c", before[i], i % 15 == 14 ? '\n' : ' ');
}

static void shorten_each_path(void) {
  for (int i = 0; i < STEPS; ++i)
    sprintf(files[i], "/home/user%d/notes/%d.txt", i % 7, i * i);
  for (int i = 0; i < STEPS; ++i)
    whole[i] = (int)strlen(files[i]);
  for (int i = 0; i < STEPS; ++i)
    strcpy(homes[i], dirname(files[i]));
  for (int i = 0; i < STEPS; ++i)
    printf("%d %s %s\n", whole[i], homes[i], files[i]);
}

static char pattern[] = "/tmp/kasuri-caseXXXXXX";
static int letters[STEPS];

static void write_through_result(void) {
  char *name = mktemp(pattern);
  name[0] = '/';
  for (int i = 0; i < STEPS; ++i) {
    letters[i] = pattern[0];
    name[0] = (char)('a' + i % 26);
  }
  for (int i = 0; i < STEPS; ++i)
    putchar(letters[i]);
  putchar('\n');
}

static char digits[8] = "0x00";
static double numbers[STEPS];

static void read_payload(double (*volatile make)(const char *)) {
  for (int i = 0; i < STEPS; ++i) {
    digits[2] = (char)('1' + i % 9);
    digits[3] = (char)('0' + i % 7);
    numbers[i] = nan(digits) + make("1");
  }
  for (int i = 0; i < STEPS; ++i) {
    unsigned long long bits;
    memcpy(&bits, &numbers[i], sizeof bits);
    printf("%llx%c", bits & 0xffff, i % 15 == 14 ? '\n' : ' ');
  }
}

static char field[12] = "-----------";
static int tails[STEPS];

/* What is behind the terminator is that of an earlier, longer number. */
static void print_into_field(void) {
  for (int i = 0; i < STEPS; ++i) {
    snprintf(field, sizeof field, "%d", i % 10 == 0 ? 1000000 + i : i);
    tails[i] = field[5];
  }
  for (int i = 0; i < STEPS; ++i)
    putchar(tails[i]);
  putchar('\n');
}

int main(void) {
  shorten_one_path();
  shorten_each_path();
  write_through_result();
  read_payload(nan);
  print_into_field();
  return 0;
}
