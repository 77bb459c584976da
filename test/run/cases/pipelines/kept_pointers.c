/* PARALLEL: 2 */
/* Records are read into one buffer, and a header points into it: each iteration that runs ahead has its own of both. The
   buffer keeps what longer records have left there, and some of them look at it. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
enum { MOST = 600, RECORDS = 400 };

struct record {
  unsigned number, length;
  unsigned char bytes[MOST];
};
struct header {
  const unsigned char *payload;
  unsigned length, kind;
};
struct sums {
  double all;
  unsigned records, odd;
};

static int make(const char *name) {
  FILE *file = fopen(name, "wb");
  unsigned state = 7;
  if (!file)
    return 0;
  for (unsigned i = 0; i < RECORDS; i++) {
    state = state * 1664525u + 1013904223u;
    struct record r = {i, 20 + (state >> 16) % (MOST - 20), {0}};
    for (unsigned k = 0; k < r.length; k++)
      r.bytes[k] = (unsigned char)(state >> k % 24) ^ (unsigned char)k;
    fwrite(&r, 1, offsetof(struct record, bytes) + r.length, file);
  }
  return fclose(file) == 0;
}

static int read_record(FILE *in, struct record *r) {
  if (fread(&r->number, sizeof r->number, 1, in) != 1 || fread(&r->length, sizeof r->length, 1, in) != 1 || r->length > MOST)
    return 0;
  return fread(r->bytes, 1, r->length, in) == r->length;
}

static void decode(const struct record *r, struct header *h) {
  memset(h, 0, sizeof *h);
  h->kind = r->bytes[0] % 5;
  if (h->kind == 4)
    return;
  h->payload = r->bytes + h->kind;
  h->length = h->kind == 3 ? MOST - 3 : r->length - h->kind; /* more than was read */
}

static void sum_up(const struct header *h, double *sum) {
  double s = 0;
  for (int k = 0; k < 8; k++)
    for (unsigned i = 0; i < h->length; i++)
      s = s * 0.75 + (h->payload[i] ^ k);
  *sum = s;
}

static int count(struct sums *s, const struct record *r, const struct header *h, double sum) {
  s->records++;
  s->all = s->all * 0.5 + sum;
  if (h->length % 2 == 0)
    return 0;
  s->odd++;
  return printf("%u %u %.17g %02x\n", r->number, h->length, s->all, h->payload[h->length - 1]) < 0 ? -1 : 1;
}

static int sum_all(FILE *in, struct sums *s) {
  struct record *r = calloc(1, sizeof *r);
  struct header h;
  double sum;
  if (r == NULL)
    return 1;
  while (read_record(in, r)) {
    decode(r, &h);
    sum_up(&h, &sum);
    int is_odd = count(s, r, &h, sum);
    if (is_odd < 0) {
      fprintf(stderr, "output failed\n");
      free(r);
      return 1;
    }
    if (is_odd > 0)
      printf("%d\n", h.kind);
  }
  free(r);
  return 0;
}

int main(void) {
  char name[64];
  struct sums s = {0};
  snprintf(name, sizeof name, "/tmp/kasuri_kept_%ld", (long)getpid());
  if (!make(name))
    return 1;
  FILE *in = fopen(name, "rb");
  if (!in)
    return 1;
  int status = sum_all(in, &s);
  fclose(in);
  remove(name);
  printf("%u %u %.17g\n", s.records, s.odd, s.all);
  return status;
}
