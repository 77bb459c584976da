/* usage: generate PACKETS > FILE */
#include "../random.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 77777777777u;

static uint32_t next(uint32_t below) { return (uint32_t)(next_state(&state) >> 24) % below; }

static void put(uint8_t *at, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++)
    at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint32_t sum_of(const uint8_t *at, int length, uint32_t sum) {
  for (int i = 0; i < length; i++)
    sum += i % 2 ? at[i] : (uint32_t)at[i] << 8;
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

int main(int argc, char **argv) {
  static const char *const words[] = {"GET /index.html ",   "cookie=abcdef ",
                                      "<script>",           "../../",
                                      "Host: example ",     "content-length: 17 ",
                                      "aaaaaaaaaaaaaaaa",   "cmd.exe",
                                      "lorem ipsum dolor ", "%00"};
  static uint32_t sequence[500];
  long packets = argc > 1 ? atol(argv[1]) : 100;
  uint8_t bytes[8 + 1500];
  for (long k = 0; k < packets; k++) {
    uint32_t flow = next(500), size = 100 + next(1200), is_random = flow % 17 == 0;
    uint8_t *ip = bytes + 8, *tcp = ip + 20;
    memset(bytes, 0, sizeof bytes);
    put(bytes, 1700000000u + (uint32_t)(k / 100), 4);
    put(bytes + 4, 40 + size, 4);
    put(ip, 0x4500, 2);
    put(ip + 2, 40 + size, 2);
    ip[8] = 64;
    ip[9] = 6;
    put(ip + 12, 0x0a000000u + flow * 7, 4);
    put(ip + 16, 0xc0a80001u + flow % 5, 4);
    put(tcp, 1024 + flow, 2);
    put(tcp + 2, 80, 2);
    put(tcp + 4, sequence[flow], 4);
    sequence[flow] += size + (next(40) == 0);
    tcp[12] = 0x50;
    tcp[13] = next(300) == 0 ? 4 : next(100) == 0 ? 2 : 16;
    for (uint32_t at = 0; at < size;) {
      const char *word = words[next(60) ? next(2) * 4 + next(2) * 4 : next(10)];
      if (is_random)
        tcp[20 + at++] = (uint8_t)next(256);
      else
        for (; *word != '\0' && at < size; word++)
          tcp[20 + at++] = (uint8_t)*word;
    }
    put(ip + 10, ~sum_of(ip, 20, 0) & 0xffff, 2);
    put(tcp + 16, ~sum_of(tcp, (int)(20 + size), sum_of(ip + 12, 8, 6 + 20 + size)) & 0xffff, 2);
    if (next(200) == 0)
      tcp[30] ^= 1;
    fwrite(bytes, 1, 48 + size, stdout);
  }
  return 0;
}
