/* Packets of a capture: decoding, searching, and what is known of each flow. */
#ifndef PACKETS_H
#define PACKETS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define MOST_BYTES 2048
#define STATES_MOST 4096

typedef struct packet {
  uint32_t seconds, length;
  uint8_t bytes[MOST_BYTES];
} packet;

typedef struct headers {
  uint32_t from, to;
  uint16_t from_port, to_port;
  uint8_t protocol, flags;
  uint32_t sequence;
  int is_good; /* lengths and check sums */
  const uint8_t *payload;
  uint32_t payload_length;
} headers;

/* An automaton that finds all patterns at once. */
typedef struct matcher {
  int16_t next[STATES_MOST][256];
  int16_t fail[STATES_MOST];
  uint32_t found[STATES_MOST]; /* a bit for each pattern that ends here */
  int count;
} matcher;

typedef struct findings {
  uint32_t patterns;
  uint32_t matches;
  double entropy;
} findings;

typedef struct flow {
  struct flow *next;
  uint32_t from, to;
  uint16_t from_port, to_port;
  uint8_t protocol;
  int state;
  uint32_t expected; /* sequence number */
  uint32_t patterns; /* in all packets up to now */
  uint64_t bytes, packets, out_of_order;
  uint32_t first, last; /* seconds */
  double entropy;       /* sliding mean */
} flow;

typedef struct monitor {
  flow **bucket;
  uint32_t size, flows;
  uint64_t packets, bad, alerts;
} monitor;

int read_packet(FILE *in, packet *p);
void decode(const packet *p, headers *h);
matcher *matcher_new(void);
void search(const matcher *m, const headers *h, findings *f);
int monitor_init(monitor *m);
/* The number of the alert, 0: none; -1: no memory. */
int track(monitor *m, const packet *p, const headers *h, const findings *f, flow **of);
void print_alert(FILE *out, int alert, const packet *p, const headers *h, const flow *of);
void print_flows(const monitor *m, FILE *out);

#endif
