// Pointers into a buffer that is read anew: another iteration or what is behind the loop may see them.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
// RUN: kasuri %s --dump=analysis --dump-function=in_static --stop-after=analysis -- -DKEEP=in_static -DKEPT=2 | FileCheck %s --check-prefix=KEPT
// RUN: kasuri %s --dump=analysis --dump-function=in_heap --stop-after=analysis -- -DKEEP=in_heap -DHEAP=2 | FileCheck %s --check-prefix=KEPT
// RUN: kasuri %s --dump=analysis --dump-function=in_callee --stop-after=analysis -- -DKEEP=in_callee -DCALLEE | FileCheck %s --check-prefix=KEPT
// RUN: kasuri %s --dump=analysis --dump-function=in_static --stop-after=analysis -- -DKEEP=in_static | FileCheck %s --check-prefix=OWN
// RUN: kasuri %s --dump=analysis --dump-function=in_heap --stop-after=analysis -- -DKEEP=in_heap -DHEAP=1 | FileCheck %s --check-prefix=OWN
// OWN: {{^}}  pipeline
// CHECK-NOT: {{^}}  pipeline
// KEPT: loop {{.*}}near-pointers
// KEPT-NOT: {{^}}  pipeline
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };
struct packet { size_t length; unsigned char bytes[MOST]; };
struct header { const unsigned char *payload; size_t length; };
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

// Set in some iterations only, the whole or the pointer.
static void in_some(void) { struct header h = {0}; struct packet p;
  while (read_packet(&p)) {
    if (p.bytes[0])
      decode(&p, &h);
    double r = work(&h);
    printf("%g\n", r);
  } }
static void some_members(void) { struct header h = {0}; struct packet p;
  while (read_packet(&p)) {
    h.length = p.length;
    if (!h.payload)
      h.payload = p.bytes;
    double r = work(&h);
    printf("%g\n", r);
  } }
static void plain_variable(void) { const unsigned char *at = NULL; struct packet p;
  while (read_packet(&p)) {
    if (!at || p.bytes[0])
      at = p.bytes + p.bytes[1];
    struct header h = {at, 10};
    double r = work(&h);
    printf("%g\n", r);
  } }

// Kept for the next iteration.
static void of_last(void) { struct header h = {0}, last = {0}; struct packet p;
  while (read_packet(&p)) {
    decode(&p, &h);
    double r = work(&h) + work(&last);
    last = h;
    printf("%g\n", r);
  } }
static void copied(void) { struct header h = {0}, last = {0}; struct packet p;
  while (read_packet(&p)) {
    decode(&p, &h);
    double r = work(&h) + work(&last);
    memcpy(&last, &h, sizeof h);
    printf("%g\n", r);
  } }

// Read behind the loop.
static void behind(void) { struct header h = {0}; struct packet p;
  while (read_packet(&p)) {
    decode(&p, &h);
    double r = work(&h);
    printf("%g\n", r);
  }
  printf("%g\n", work(&h)); }
static void at_exit(void) { struct header h = {0}; struct packet p;
  while (read_packet(&p)) {
    decode(&p, &h);
    double r = work(&h);
    if (printf("%g\n", r) < 0) {
      fprintf(stderr, "%g\n", work(&h));
      return;
    }
  } }

// In a variable of the caller.
static void note(struct header *h, const struct packet *p, double r) {
  if (!h->payload || r > 3)
    h->payload = p->bytes;
  printf("%d\n", h->payload[0]);
}
static void in_variable_of_caller(struct header *h) { struct packet p;
  while (read_packet(&p)) {
    struct header own = {p.bytes, p.length};
    double r = work(&own);
    note(h, &p, r);
  } }

// Nothing of the kind.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline
static void plain(void) { struct header h; struct packet p;
  while (read_packet(&p)) {
    decode(&p, &h);
    double r = work(&h);
    printf("%g\n", r);
  } }

// In memory that others know.
#if defined(HEAP)
static void in_heap(void) { struct packet p; struct header *h = malloc(sizeof *h);
  while (read_packet(&p)) {
    decode(&p, h);
    double r = work(h);
    printf("%g\n", r);
  }
#if HEAP == 2
  printf("%g\n", work(h));
#endif
}
#elif defined(CALLEE)
static double remember(const struct packet *p) {
  static struct header h;
  double r = work(&h);
  decode(p, &h);
  return r;
}
static void in_callee(void) { struct packet p;
  while (read_packet(&p)) {
    double r = remember(&p);
    printf("%g\n", r);
  } }
#elif defined(KEEP)
static void in_static(void) { struct packet p; static struct header shared;
#if KEPT == 2
  printf("%g\n", work(&shared));
#endif
  while (read_packet(&p)) {
    decode(&p, &shared);
    double r = work(&shared);
    printf("%g\n", r);
  } }
#endif

int main(void) {
  in = fopen("in", "r");
#ifdef KEEP
  KEEP();
#else
  struct header h = {0};
  in_variable_of_caller(&h);
  in_some(), some_members(), plain_variable(), of_last(), copied(), behind(), at_exit(), plain();
#endif
}
