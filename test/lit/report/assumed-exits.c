// A pipeline that relies on --assume=exits: the report names it, and its page says what is assumed, at the loop and of
// the program.
// RUN: rm -rf %t && kasuri %s --cores=4 --min-gain=0 --assume=exits,input,assertions --report=%t
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json %t/report.json
// RUN: FileCheck %s --check-prefix=JSON < %t/report.json
// RUN: FileCheck %s --check-prefix=PAGE < %t/report.html
#include <stdint.h>
#include <stdio.h>

enum { N = 400 };

// JSON: "assumptions": [
// JSON-NEXT: "exits"
// JSON-NEXT: ]
// JSON: "loops": [
static uint32_t work(const uint8_t *from, uint32_t start) {
  uint32_t x = start;
  for (int round = 0; round < 40; round++)
    for (int i = 0; i < N; i++)
      x = (x << 3 | x >> 29) + from[i];
  return x;
}

// JSON: "line": [[#@LINE+7]],
// JSON: "assumptions": [
// JSON-NEXT: "exits"
// JSON-NEXT: ]
static int encode(FILE *in, FILE *out) {
  uint8_t data[N];
  uint32_t seed = 1;
  while (fread(data, 1, N, in) == N) {
    seed = seed * 5 + data[3];
    uint32_t x = work(data, seed);
    if (x == 0)
      return 1;
    if (fwrite(&x, sizeof x, 1, out) != 1)
      return 2;
  }
  return 0;
}

int main(void) { return encode(stdin, stdout); }

// PAGE: <dt>assumes</dt><dd>that later iterations can use what one leaves that ends the loop</dd>
// PAGE-NOT: <dd>that assertions hold
// PAGE: <code>--assume=exits</code>: an iteration that ends its loop is assumed to leave data
// PAGE-NOT: <code>--assume=
