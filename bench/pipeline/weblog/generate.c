/* usage: generate LINES > FILE */
#include "../random.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 424242424242u;

static uint32_t next(uint32_t below) { return (uint32_t)(next_state(&state) >> 24) % below; }

int main(int argc, char **argv) {
  static const char *const agents[] = {
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
      "Chrome/118.0 Safari/537.36",
      "Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/118.0",
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.example.com/bot.html)",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 "
      "Mobile Safari/604.1",
      "curl/7.88.1",
      "something else entirely"};
  static const char *const months[] = {"Jan", "Feb", "Mar", "Apr"};
  long lines = argc > 1 ? atol(argv[1]) : 1000;
  for (long i = 0; i < lines; i++) {
    if (next(500) == 0) {
      puts(next(2) ? "this is no line of a log" : "# rotated");
      continue;
    }
    printf("10.%u.%u.%u - - [%02u/%s/2024:%02u:%02u:%02u %c0%u00] \"GET ", next(4), next(30),
           next(60), 1 + next(28), months[next(4)], next(24), next(60), next(60),
           next(2) ? '+' : '-', next(10));
    for (uint32_t depth = 1 + next(4); depth > 0; depth--)
      printf("/%s%s%u", next(3) ? "item" : "%49tem", next(9) ? "" : "%2F/", next(18));
    printf("%s HTTP/1.1\" %u %u \"http://www.example.com/p%u\" \"%s\"\n", next(3) ? "" : "?q=a%20b",
           next(12) ? 200 : 404 + 96 * next(2), next(90000), next(100), agents[next(6)]);
  }
  return 0;
}
