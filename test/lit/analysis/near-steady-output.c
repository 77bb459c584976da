// Output that fails because of what the program prints, or where to: nothing runs ahead of such an exit.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
// CHECK-NOT: {{^}}  pipeline
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 100 };
struct node { struct node *next; FILE *to; int fd, width; char *text; unsigned char v[N]; };
static FILE *to, *other;
static int closed = -1, log_to = 1;

static double work(const unsigned char *p) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * 0.5 + p[i];
  return s;
}

// The stream or descriptor is data.
static void stream_of_each(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (fprintf(p->to, "%g\n", r) < 0)
      return;
  } }
static void items_to_each(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (fwrite(&r, sizeof r, 1, p->to) != 1)
      return;
  } }
static void descriptor_of_each(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (write(p->fd, &r, sizeof r) < 0)
      return;
  } }
static int put_to(int fd, double r) { return write(fd, &r, sizeof r) < 0 ? -1 : 0; }
static void descriptor_as_argument(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (put_to(p->fd, r) < 0)
      return;
  } }
static void chosen(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (putc((int)r, r > 3 ? other : to) == EOF)
      return;
  } }
static void chosen_before(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    FILE *now = to;
    if (r > 3)
      now = other;
    if (fputs("x", now) == EOF)
      return;
  } }
static void changed(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (write(log_to, &r, sizeof r) < 0)
      return;
    log_to = p->fd;
  } }

// It is known not to be open for writing.
static void never_open(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (r > 3 && write(closed, &r, sizeof r) < 0)
      return;
  } }
static void for_reading(struct node *p, FILE *in) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (r > 3 && putc((int)r, in) == EOF)
      return;
  } }

// Something in the loop makes it fail.
static void closes(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (r > 3)
      close(1);
    if (write(1, &r, sizeof r) < 0)
      return;
  } }

// More characters than an int counts.
static void wide_field(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (fprintf(to, "%*g\n", p->width, r) < 0)
      return;
  } }
static void precise(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (fprintf(to, "%.*f\n", p->width, r) < 0)
      return;
  } }
static void huge_field(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (r > 3 && fprintf(to, "%2147483647g\n", r) < 0)
      return;
  } }
static void long_text(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v);
    if (fprintf(to, "%g %s\n", r, p->text) < 0)
      return;
  } }

// The same with one file, and with texts and fields of known size.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline exit([[#@LINE+8]])
static int put_line(FILE *now, double r, const char *text) { return fprintf(now, "%9.3f %s\n", r, text); }
static void steady(struct node *p, int fd) {
  for (; p; p = p->next) {
    double r = work(p->v);
    char text[N];
    FILE *now = other;
    snprintf(text, sizeof text, "%g", r);
    if (put_line(to, r, text) < 0 || fprintf(now, "%.20s\n", p->text) < 0 || write(fd, text, 1) < 0)
      return;
  } }

int main(int argc, char **argv) {
  struct node *all = calloc(2, sizeof *all);
  FILE *in = fopen("in", "r");
  to = fopen("out", "w");
  other = fopen("other", "w");
  if (!all || !to || !in || !other)
    return 1;
  all->next = all + 1, all->to = to, all->fd = 1, all->width = argc, all->text = strdup(argv[0]);
  stream_of_each(all), items_to_each(all), descriptor_of_each(all), descriptor_as_argument(all);
  chosen(all), chosen_before(all), changed(all), never_open(all), for_reading(all, in), closes(all);
  wide_field(all), precise(all), huge_field(all), long_text(all);
  steady(all, open("log", O_WRONLY));
}
