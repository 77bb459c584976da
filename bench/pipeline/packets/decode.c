#include "packets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t get32(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint16_t get16(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

int read_packet(FILE *in, packet *p) {
  uint8_t head[8];
  if (fread(head, 1, sizeof head, in) != sizeof head)
    return 0;
  p->seconds = get32(head);
  p->length = get32(head + 4);
  if (p->length > MOST_BYTES)
    return 0;
  return fread(p->bytes, 1, p->length, in) == p->length;
}

static uint32_t add_words(uint32_t sum, const uint8_t *at, uint32_t length) {
  for (; length > 1; at += 2, length -= 2)
    sum += get16(at);
  return length > 0 ? sum + (uint32_t)(at[0] << 8) : sum;
}

static int is_sum_right(uint32_t sum) {
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return sum == 0xffff;
}

void decode(const packet *p, headers *h) {
  memset(h, 0, sizeof *h);
  if (p->length < 40 || p->bytes[0] >> 4 != 4)
    return;
  uint32_t ip = (p->bytes[0] & 15u) * 4, total = get16(p->bytes + 2);
  if (ip < 20 || total > p->length || total < ip + 20)
    return;
  const uint8_t *tcp = p->bytes + ip;
  uint32_t rest = total - ip, offset = (uint32_t)(tcp[12] >> 4) * 4;
  h->protocol = p->bytes[9];
  h->from = get32(p->bytes + 12);
  h->to = get32(p->bytes + 16);
  h->from_port = get16(tcp);
  h->to_port = get16(tcp + 2);
  h->sequence = get32(tcp + 4);
  h->flags = tcp[13];
  if (offset < 20 || offset > rest)
    return;
  h->payload = tcp + offset;
  h->payload_length = rest - offset;
  uint32_t pseudo = add_words(h->protocol + rest, p->bytes + 12, 8);
  h->is_good = is_sum_right(add_words(0, p->bytes, ip)) && is_sum_right(add_words(pseudo, tcp, rest));
}

static const char *const patterns[] = {"/etc/passwd", "cmd.exe",    "<script>",   "union select",     "../../",
                                       "eval(",       "powershell", "wget ht",    "\x90\x90\x90\x90", "xp_cmd",
                                       "base64_d",    "/bin/sh",    "drop table", "onerror=",         "%00",
                                       "autoexec",    "shadow.bak"};

static int add_pattern(matcher *m, const char *text, int number) {
  int state = 0;
  for (; *text != '\0'; text++) {
    int16_t *next = &m->next[state][(uint8_t)*text];
    if (*next == 0) {
      if (m->count == STATES_MOST)
        return 0;
      *next = (int16_t)m->count++;
    }
    state = *next;
  }
  m->found[state] |= 1u << number;
  return 1;
}

static void add_failures(matcher *m) {
  int *queue = malloc(sizeof *queue * (size_t)m->count), begin = 0, end = 0;
  if (queue == NULL)
    return;
  for (int c = 0; c < 256; c++)
    if (m->next[0][c] != 0)
      queue[end++] = m->next[0][c];
  while (begin < end) {
    int state = queue[begin++];
    m->found[state] |= m->found[m->fail[state]];
    for (int c = 0; c < 256; c++) {
      int next = m->next[state][c];
      if (next == 0) {
        m->next[state][c] = m->next[m->fail[state]][c];
        continue;
      }
      m->fail[next] = m->next[m->fail[state]][c];
      queue[end++] = next;
    }
  }
  free(queue);
}

matcher *matcher_new(void) {
  matcher *m = calloc(1, sizeof *m);
  if (m == NULL)
    return NULL;
  m->count = 1;
  for (int i = 0; i < (int)(sizeof patterns / sizeof *patterns); i++)
    if (!add_pattern(m, patterns[i], i)) {
      free(m);
      return NULL;
    }
  add_failures(m);
  return m;
}

/* The patterns, in letters of any size, and how random the bytes are. */
void search(const matcher *m, const headers *h, findings *f) {
  uint32_t histogram[256] = {0};
  int state = 0;
  f->patterns = f->matches = 0;
  f->entropy = 0;
  for (uint32_t i = 0; i < h->payload_length; i++) {
    uint8_t byte = h->payload[i];
    histogram[byte]++;
    if (byte >= 'A' && byte <= 'Z')
      byte = (uint8_t)(byte + 32);
    state = m->next[state][byte];
    f->patterns |= m->found[state];
    f->matches += m->found[state] != 0;
  }
  for (int i = 0; i < 256; i++)
    if (histogram[i] > 0) {
      double p = (double)histogram[i] / h->payload_length;
      f->entropy -= p * log2(p);
    }
}
