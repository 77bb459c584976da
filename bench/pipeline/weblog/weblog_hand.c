/* weblog with threads: each reads some lines in turn, parses them, and adds them in turn. */
#define _GNU_SOURCE
#include "../hand.h"
#include "table.h"

enum { BATCH = 256 };

static FILE *in;
static statistics s;
static turn reading = TURN, adding = TURN;
static int status;

static void *work(void *own) {
  char *line[BATCH] = {NULL};
  size_t size[BATCH] = {0};
  entry *entries = malloc(BATCH * sizeof *entries);
  char is_good[BATCH];
  for (long k = *(int *)own;; k += thread_count()) {
    int count = 0;
    wait_turn(&reading, k);
    while (count < BATCH && getline(&line[count], &size[count], in) != -1)
      count++;
    end_turn(&reading);
    if (count == 0)
      break;
    for (int i = 0; i < count; i++)
      is_good[i] = line[i][0] == '\n' || line[i][0] == '#' ? 2 : (char)parse_line(line[i], &entries[i]);
    wait_turn(&adding, k);
    s.lines += count;
    for (int i = 0; i < count; i++)
      if (is_good[i] == 0)
        s.bad++;
      else if (is_good[i] == 1 && !add_entry(&s, &entries[i]))
        status = 1;
    end_turn(&adding);
  }
  for (int i = 0; i < BATCH; i++)
    free(line[i]);
  free(entries);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  FILE *out = fopen(argv[2], "w");
  in = fopen(argv[1], "r");
  if (in == NULL || out == NULL || !statistics_init(&s))
    return 1;
  run_threads(work, thread_count());
  print_report(&s, out);
  return fclose(out) != 0 || status;
}
