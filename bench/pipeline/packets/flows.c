#include "packets.h"

#include <stdlib.h>

enum { FIN = 1, SYN = 2, RST = 4, ACK = 16 };
enum { NEW, OPENING, OPEN, CLOSING, CLOSED };
enum { NONE, PATTERN, MANY_PATTERNS, RANDOM, RESET, DISORDER };

int monitor_init(monitor *m) {
  m->size = 4096;
  m->flows = 0;
  m->packets = m->bad = m->alerts = 0;
  m->bucket = calloc(m->size, sizeof *m->bucket);
  return m->bucket != NULL;
}

static uint32_t hash_flow(const headers *h) {
  uint32_t hash = h->from * 2654435761u ^ h->to * 40503u;
  hash ^= (uint32_t)h->from_port << 16 | h->to_port;
  hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
  return hash ^ hash >> 13;
}

static flow *find_flow(monitor *m, const headers *h, uint32_t seconds) {
  flow **bucket = &m->bucket[hash_flow(h) & (m->size - 1)], *f;
  for (f = *bucket; f != NULL; f = f->next)
    if (f->from == h->from && f->to == h->to && f->from_port == h->from_port && f->to_port == h->to_port &&
        f->protocol == h->protocol)
      return f;
  f = calloc(1, sizeof *f);
  if (f == NULL)
    return NULL;
  f->from = h->from;
  f->to = h->to;
  f->from_port = h->from_port;
  f->to_port = h->to_port;
  f->protocol = h->protocol;
  f->first = seconds;
  f->next = *bucket;
  *bucket = f;
  m->flows++;
  return f;
}

static void step_state(flow *f, uint8_t flags) {
  if (flags & RST)
    f->state = CLOSED;
  else if (flags & SYN)
    f->state = OPENING;
  else if (flags & FIN)
    f->state = f->state == CLOSING ? CLOSED : CLOSING;
  else if ((flags & ACK) && f->state == OPENING)
    f->state = OPEN;
}

static int bits_in(uint32_t value) {
  int count = 0;
  for (; value != 0; value &= value - 1)
    count++;
  return count;
}

static int judge(flow *f, const headers *h, const findings *found, int was_in_order) {
  uint32_t new_patterns = found->patterns & ~f->patterns;
  f->patterns |= found->patterns;
  if (bits_in(f->patterns) >= 4 && new_patterns != 0)
    return MANY_PATTERNS;
  if (new_patterns != 0)
    return PATTERN;
  if ((h->flags & RST) && f->packets > 3)
    return RESET;
  if (f->entropy > 7.2 && f->packets == 8)
    return RANDOM;
  return !was_in_order && f->out_of_order == 5 ? DISORDER : NONE;
}

int track(monitor *m, const packet *p, const headers *h, const findings *found, flow **of) {
  m->packets++;
  if (!h->is_good) {
    m->bad++;
    return NONE;
  }
  flow *f = find_flow(m, h, p->seconds);
  if (f == NULL)
    return -1;
  int is_in_order = f->packets == 0 || h->sequence == f->expected;
  f->out_of_order += !is_in_order;
  f->expected = h->sequence + h->payload_length;
  f->packets++;
  f->bytes += h->payload_length;
  f->last = p->seconds;
  f->entropy += (found->entropy - f->entropy) / (f->packets < 16 ? (double)f->packets : 16);
  step_state(f, h->flags);
  *of = f;
  int alert = judge(f, h, found, is_in_order);
  m->alerts += alert != NONE;
  return alert;
}

static void print_address(FILE *out, uint32_t address, uint16_t port) {
  fprintf(out, "%u.%u.%u.%u:%u", address >> 24, address >> 16 & 255, address >> 8 & 255, address & 255, port);
}

void print_alert(FILE *out, int alert, const packet *p, const headers *h, const flow *of) {
  static const char *const texts[] = {"", "pattern", "many patterns", "random", "reset", "disorder"};
  fprintf(out, "%u %s ", p->seconds, texts[alert]);
  print_address(out, h->from, h->from_port);
  fputs(" > ", out);
  print_address(out, h->to, h->to_port);
  fprintf(out, " %06x after %llu\n", of->patterns, (unsigned long long)of->bytes);
}

static int by_bytes(const void *a, const void *b) {
  const flow *one = *(flow *const *)a, *other = *(flow *const *)b;
  if (one->bytes != other->bytes)
    return one->bytes < other->bytes ? 1 : -1;
  if (one->from != other->from)
    return one->from < other->from ? -1 : 1;
  if (one->to != other->to)
    return one->to < other->to ? -1 : 1;
  return one->from_port - other->from_port;
}

void print_flows(const monitor *m, FILE *out) {
  flow **all = malloc(m->flows * sizeof *all + 1);
  uint32_t count = 0;
  if (all == NULL)
    return;
  for (uint32_t i = 0; i < m->size; i++)
    for (flow *f = m->bucket[i]; f != NULL; f = f->next)
      all[count++] = f;
  qsort(all, count, sizeof *all, by_bytes);
  for (uint32_t i = 0; i < count && i < 100; i++) {
    print_address(out, all[i]->from, all[i]->from_port);
    fprintf(out, " %llu bytes, state %d, entropy %.3f, %u s\n", (unsigned long long)all[i]->bytes, all[i]->state,
            all[i]->entropy, all[i]->last - all[i]->first);
  }
  fprintf(out, "%llu packets, %llu bad, %u flows, %llu alerts\n", (unsigned long long)m->packets,
          (unsigned long long)m->bad, m->flows, (unsigned long long)m->alerts);
  free(all);
}
