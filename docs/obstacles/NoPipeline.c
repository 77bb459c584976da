// Packs the records of a list; the packer keeps a history of what was sent before.
#include <stdio.h>

enum { SIZE = 2000, RECORDS = 400 };
struct record {
  struct record *next;
  unsigned char data[SIZE];
};
static struct record records[RECORDS];

static unsigned pack(unsigned *history, const unsigned char *in) {
  unsigned sum = *history;
  *history = *history * 7 + in[0];
  for (int pass = 0; pass < 20; pass++)
    for (int i = 0; i < SIZE; i++)
      sum = sum * 31 + in[i];
  return sum;
}

int main(void) {
  for (int r = 0; r < RECORDS; r++) {
    records[r].next = r + 1 < RECORDS ? &records[r + 1] : NULL;
    for (int i = 0; i < SIZE; i++)
      records[r].data[i] = (unsigned char)(r * 7 + i);
  }
  unsigned history = 1;
  for (struct record *r = records; r; r = r->next) { // this loop
    unsigned sum = pack(&history, r->data);
    printf("%u\n", sum);
  }
}
