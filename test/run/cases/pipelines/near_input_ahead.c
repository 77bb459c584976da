/* OPTIONS: --assume=input
 * What later iterations must not do before it is known that the loop goes on, although all input is handled: they would
 * use what an earlier iteration has to test first. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { N = 60, SIZE = 256 };

static uint8_t all[N * SIZE / 2 + 16], guard[4096];

static double work(const uint8_t *data, size_t size) {
  double s = 1;
  for (int round = 0; round < 20; round++)
    for (size_t i = 0; i < size; i++)
      s = s * 0.99 + data[i];
  return s;
}

static FILE *make(void) {
  FILE *file = tmpfile();
  for (int i = 0; i < N; i++) {
    uint8_t data[SIZE];
    for (int j = 0; j < SIZE; j++)
      data[j] = (uint8_t)(i * 7 + j * j);
    fwrite(data, 1, SIZE, file);
  }
  rewind(file);
  return file;
}

/* Its place in `all` is what earlier iterations have left room for. */
static int place(FILE *in) {
  uint8_t data[SIZE];
  size_t at = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    uint8_t *to = all + at;
    at += SIZE;
    for (int i = 0; i < SIZE; i++)
      to[i] = (uint8_t)(data[i] ^ i);
    if (work(to, SIZE) < 0 || at + SIZE > sizeof all)
      break;
  }
  printf("%zu %g %g\n", at, work(all, sizeof all), work(guard, sizeof guard));
  return 0;
}

/* A global leads to the next place, and the test is on what was worked out. */
static uint8_t *next_room = all;
static uint8_t *room(void) {
  uint8_t *at = next_room;
  next_room += SIZE;
  return at;
}
static int take_rooms(FILE *in) {
  uint8_t data[SIZE];
  double sum = 0;
  int rooms = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    uint8_t *to = room();
    memcpy(to, data, SIZE);
    double its = work(to, SIZE);
    sum += its;
    rooms++;
    if (its < 0 || rooms == N / 2)
      break;
  }
  printf("%g %d %td %g\n", sum, rooms, next_room - all, work(guard, sizeof guard));
  return rooms;
}

/* Where the file stands tells which block it is. */
static int by_place(FILE *in) {
  uint8_t data[SIZE];
  double table[N / 2], sum = 0;
  for (int i = 0; i < N / 2; i++)
    table[i] = i;
  while (fread(data, 1, SIZE, in) == SIZE) {
    long block = ftell(in) / SIZE - 1;
    table[block] += work(data, SIZE);
    if (work(data, SIZE / 2) < 0 || block == N / 2 - 1)
      break;
    sum += table[block];
  }
  printf("%g\n", sum);
  return 0;
}

/* What follows in the input belongs to somebody else. */
static int reads_on(FILE *in) {
  uint8_t data[SIZE];
  double sum = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    double its = work(data, SIZE);
    if (data[0] == 70)
      break;
    sum += its;
  }
  printf("%g", sum);
  printf(" then %d\n", getc(in));
  return 0;
}

/* What an iteration has filled is read behind the exit. */
static int shows(FILE *in) {
  static uint8_t data[SIZE];
  double sum = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    if (work(data, SIZE) > 1e4 && data[0] == 77) {
      printf("found %d %d\n", data[1], data[SIZE - 1]);
      return 1;
    }
    sum += data[3];
  }
  printf("%g\n", sum);
  return 0;
}

/* Divided by what the block before has, if that is not 0. */
static int divides(FILE *in) {
  uint8_t data[SIZE];
  int before = 1, sum = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    int its = (int)work(data, SIZE) / before;
    before = (data[0] + 1) % 64;
    sum += its;
    if (work(data, SIZE) < 0 || before == 0)
      break;
  }
  printf("%d\n", sum);
  return 0;
}

/* It runs itself for each of them, since nothing may be read behind the loops. */
int main(int argc, char **argv) {
  static int (*const all_of_them[])(FILE *) = {place, take_rooms, by_place, reads_on, shows, divides};
  for (int i = 0; argc <= 2 && i < 6; i++) {
    char command[4096];
    snprintf(command, sizeof command, "'%s' - %d", argv[0], i);
    fflush(stdout);
    const int status = system(command);
    printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  return all_of_them[atoi(argv[2])](make());
}
