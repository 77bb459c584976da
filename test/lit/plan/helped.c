// A pipeline whose longest segment has a layer in a function that is called there: workers that wait for their turn run
// parts of it, so that the segment does not bound the speedup. The copy of the function that the pipeline is cut into has
// the layer, too, because the cut leaves it as it is.
// RUN: kasuri %s --cores=2 -o %t --report=%t/report -Rkasuri -- -O2 2>&1 | FileCheck %s
// RUN: kasuri %s --cores=2 --dump=plan --stop-after=plan -- -O2 | FileCheck --check-prefix=PLAN %s
// RUN: kasuri %s --cores=2 --dispatch=static -o %t/static -- -O2
// RUN: FileCheck --check-prefix=STATIC --input-file=%t/static/helped.c %s
// STATIC: ks_run_helped{{[(]}}&ks_process
// RUN: FileCheck --check-prefix=TEXT --input-file=%t/helped.c %s
// RUN: FileCheck --check-prefix=REPORT --input-file=%t/report/report.json %s
//
// A layer of short rows is not worth it.
// RUN: kasuri %s --cores=2 -o %t/short -- -O2 -DROWS=2 -DCOLUMNS=8
// RUN: FileCheck --check-prefix=SHORT --input-file=%t/short/helped.c %s
// SHORT-NOT: {{^}} {{.*}}_helped{{[(]}}&

// CHECK: helped.c:[[#]]:3: remark: loop runs in parallel: doall over 'y'; in a pipeline, on the workers that wait for their turn [Doall]
// CHECK: helped.c:[[#]]:3: remark: loop runs as a pipeline: 3 ordered segments ({{[0-9]+}} % of an iteration, the longest on line [[#]]), {{[0-9]}} parallel; estimated 1.9{{[0-9]}} times faster on 2 cores, at most {{[2-9]}}.{{[0-9]}} on any number [Pipeline]
// PLAN: layer process@helped.c:[[#]], 1 macro-tasks, helped
// PLAN: layer main@helped.c:[[#]], 1 macro-tasks{{$}}
// PLAN-NEXT: in main@helped.c:[[#]]: process@helped.c:[[#]], {{[0-9.]+}} times
// TEXT: ks_run_graph_helped(&[[LAYER:ks_process_[0-9]+]], &ks_f);
// TEXT: if (!ks_pipe_enter(ks_l, 1))
// TEXT: ks_has_others() && ks_trip_0 >= 2 && ks_workers_of_graph_helped(&[[LAYER]]) > 1
// TEXT: ks_pipe_leave(ks_l, 1)
// REPORT: "helped": true
//
// A profile has each segment as a whole: what others save of it is in proportion to the estimate.
// RUN: kasuri %s --cores=4 --profile=%S/Inputs/helped.json -o %t/measured -Rkasuri -- -O2 2>&1 | FileCheck --check-prefix=MEASURED %s
// MEASURED: helped.c:[[#]]:3: remark: loop runs as a pipeline: 3 ordered segments (51 % of an iteration, {{.*}} faster on 4 cores, at most 8.0 on any number [Pipeline]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef ROWS
#define ROWS 48
#define COLUMNS 300
#endif

typedef struct codec {
  double before[ROWS][COLUMNS], now[ROWS][COLUMNS];
  long frames;
} codec;

static double predict(const double *row, int x) {
  double sum = 0;
  for (int d = -3; d <= 3; d++)
    sum += row[(x + d + COLUMNS) % COLUMNS] * exp(-(double)(d * d));
  return sum;
}

static int code(const codec *c, unsigned char *to) {
  int count = 0, last = 0;
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++) {
      int value = (int)(sqrt(fabs(c->now[y][x])) * 4), delta = value - last;
      last = value;
      for (int round = 0; round < 9; round++)
        delta = delta * 5 + (delta >> 3);
      if (delta != 0)
        to[count++] = (unsigned char)delta;
    }
  return count;
}

static void process(codec *c, const unsigned char *in) {
  unsigned char coded[ROWS * COLUMNS];
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++)
      c->now[y][x] = 0.7 * (double)in[(y + x) % 4000] + 0.1 * predict(c->before[y], x);
  memcpy(c->before, c->now, sizeof c->before);
  c->frames++;
  int count = code(c, coded);
  fwrite(coded, 1, (size_t)count, stdout);
}

int main(void) {
  static unsigned char in[4000];
  codec *c = calloc(1, sizeof *c);
  if (c == NULL)
    return 1;
  while (fread(in, 1, sizeof in, stdin) == sizeof in)
    process(c, in);
  fprintf(stderr, "%ld frames\n", c->frames);
  free(c);
  return 0;
}
