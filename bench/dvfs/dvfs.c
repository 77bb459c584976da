/* Three ways to tell a clock its frequency, taking turns: dvfs FOLDER REGISTERS ROUNDS, where
 * FOLDER has scaling_setspeed (or, without the governor userspace, a file like it) and two
 * frequencies in `frequencies`, and REGISTERS is a file of at least a page. Prints for each round
 * the nanoseconds of one request by each way. */
#include "../../runtime/os/os.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EACH = 200 };

static char speed_path[256];
static ksi_kept kept;
static ksi_register field = {.address = 0x40, .mask = 0xff00, .width = 32};
static char text[2][16];

static void die(const char *what) {
  perror(what);
  exit(1);
}

/* As `echo KHZ > scaling_setspeed` does, without the shell's own time. */
static void by_path(int turn) {
  int file = open(speed_path, O_WRONLY | O_TRUNC);
  if (file < 0 || write(file, text[turn], strlen(text[turn])) < 0)
    die(speed_path);
  close(file);
}

static void by_kept(int turn) {
  if (ksi_write_kept(&kept, text[turn], strlen(text[turn])) != 0)
    die("kept descriptor");
}

static void by_register(int turn) { ksi_store_register(&field, turn ? 0x1200 : 0x3400); }

static uint64_t time_of(void (*request)(int)) {
  uint64_t begin = ksi_now_ns();
  for (int i = 0; i < EACH; i++)
    request(i & 1);
  return (ksi_now_ns() - begin) / EACH;
}

int main(int argc, char **argv) {
  char path[256];
  if (argc != 4)
    return 2;
  snprintf(path, sizeof path, "%s/frequencies", argv[1]);
  snprintf(speed_path, sizeof speed_path, "%s/scaling_setspeed", argv[1]);
  FILE *file = fopen(path, "re");
  if (file == NULL || fscanf(file, "%11s %11s", text[0], text[1]) != 2)
    die(path);
  fclose(file);
  strcat(text[0], "\n");
  strcat(text[1], "\n");
  snprintf(field.device, sizeof field.device, "%s", argv[2]);
  if (ksi_open_kept(&kept, speed_path, 1) != 0 || ksi_map_register(&field) != 0)
    die("open");
  for (int round = atoi(argv[3]); round > 0; round--) {
    uint64_t first = time_of(by_path), second = time_of(by_kept), third = time_of(by_register);
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", first, second, third);
  }
  return 0;
}
