// Buffers of a pipeline's iterations, with pointers into them in variables that each iteration sets first.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };
struct packet { size_t length; unsigned char bytes[MOST]; };
struct header { const unsigned char *payload; size_t length; };
struct cursor { const unsigned char *at, *end; };
static FILE *in;

static int read_packet(struct packet *p) {
  p->length = (size_t)getc(in) * 3;
  return fread(p->bytes, 1, p->length, in) == p->length;
}

static void decode(const struct packet *p, struct header *h) {
  memset(h, 0, sizeof *h);
  if (p->length < 4)
    return;
  h->payload = p->bytes + 4;
  h->length = p->length - 4;
}

static double work(const struct header *h) {
  double s = 0;
  for (size_t i = 0; i < h->length; i++)
    s = s * 0.5 + h->payload[i];
  return s;
}

// In a variable of the function.
// CHECK: loop {{.*}}:[[#@LINE+6]]:3 sequential
// CHECK: pipeline private(h) private(*p)
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+6]]
static int in_variable(void) { struct header h;
  struct packet *p = malloc(sizeof *p); if (!p) return 1;
  while (read_packet(p)) {
    decode(p, &h);
    double r = work(&h);
    printf("%g\n", r);
  }
  free(p);
  return 0; }

// In one of the loop, and the buffer is a variable, too.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline reads ahead
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+6]]
static int in_loop(void) { struct packet p;
  while (read_packet(&p)) {
    struct header h;
    decode(&p, &h);
    double r = work(&h);
    printf("%g\n", r);
  }
  return 0; }

// In one of a function that is called.
static int next(struct cursor *c) { return c->at < c->end ? *c->at++ : -1; }
static double sum_of(const struct packet *p) {
  struct cursor c = {p->bytes, p->bytes + p->length};
  double s = 0;
  for (int byte; (byte = next(&c)) >= 0;)
    s = s * 0.5 + byte;
  return s;
}
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline reads ahead
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+4]]
static int in_callee(void) { struct packet p;
  while (read_packet(&p)) {
    double r = sum_of(&p);
    printf("%g\n", r);
  }
  return 0; }

int main(void) {
  in = fopen("in", "r");
  in_loop(), in_callee();
  return in_variable();
}
