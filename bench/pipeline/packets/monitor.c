/* monitor - looks through captured packets. usage: monitor INPUT OUTPUT */
#include "packets.h"

#include <stdlib.h>

static int watch(monitor *m, const matcher *patterns, FILE *in, FILE *out) {
  packet *p = malloc(sizeof *p);
  headers h;
  findings found;
  flow *of = NULL;
  if (p == NULL)
    return 1;
  while (read_packet(in, p)) {
    decode(p, &h);
    search(patterns, &h, &found);
    int alert = track(m, p, &h, &found, &of);
    if (alert < 0) {
      fprintf(stderr, "monitor: out of memory\n");
      free(p);
      return 1;
    }
    if (alert > 0)
      print_alert(out, alert, p, &h, of);
  }
  free(p);
  return 0;
}

int main(int argc, char **argv) {
  monitor m;
  if (argc != 3) {
    fprintf(stderr, "usage: monitor INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "w");
  matcher *patterns = matcher_new();
  if (in == NULL || out == NULL || patterns == NULL || !monitor_init(&m)) {
    perror("monitor");
    return 1;
  }
  int status = watch(&m, patterns, in, out);
  print_flows(&m, out);
  if (fclose(out) != 0)
    status = 1;
  fclose(in);
  free(patterns);
  return status;
}
