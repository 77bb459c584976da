/* monitor with threads: each takes some packets in turn, searches them, and tracks them in turn. */
#include "../hand.h"
#include "packets.h"

enum { BATCH = 64 };

static FILE *in, *out;
static monitor m;
static matcher *patterns;
static turn reading = TURN, tracking = TURN;
static int is_over, status;

static void *work(void *own) {
  packet *p = malloc(BATCH * sizeof *p);
  headers h[BATCH];
  findings found[BATCH];
  for (long k = *(int *)own;; k += thread_count()) {
    int count = 0;
    wait_turn(&reading, k);
    while (!is_over && count < BATCH) {
      is_over = !read_packet(in, &p[count]);
      count += !is_over;
    }
    end_turn(&reading);
    if (count == 0)
      break;
    for (int i = 0; i < count; i++) {
      decode(&p[i], &h[i]);
      search(patterns, &h[i], &found[i]);
    }
    wait_turn(&tracking, k);
    for (int i = 0; i < count; i++) {
      flow *of = NULL;
      int alert = track(&m, &p[i], &h[i], &found[i], &of);
      if (alert < 0)
        status = 1;
      if (alert > 0)
        print_alert(out, alert, &p[i], &h[i], of);
    }
    end_turn(&tracking);
  }
  free(p);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  in = fopen(argv[1], "rb");
  out = fopen(argv[2], "w");
  patterns = matcher_new();
  if (in == NULL || out == NULL || patterns == NULL || !monitor_init(&m))
    return 1;
  run_threads(work, thread_count());
  print_flows(&m, out);
  return fclose(out) != 0 || status;
}
