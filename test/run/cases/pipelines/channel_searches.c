/* PARALLEL: 1 */
/* Each iteration searches the best coding of each channel, of which the first that is tried is the best so far. Channels are read in
 * another order than they are written: what a table names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 96, MOST = 6, FRAMES = 60 };

typedef struct coding {
  int value[N];
  unsigned char book[8];
  int bits;
} coding;

typedef struct channel {
  float input[2 * N];
  int kind;
  float state[8];
  float spectrum[N];
  float energy[8];
  coding best;
} channel;

typedef struct codec {
  int channels, groups;
  int first[MOST];
  channel ch[MOST];
  long frames;
} codec;

static codec *codec_new(int channels) {
  codec *k = calloc(1, sizeof *k);
  if (k == NULL)
    exit(3);
  k->channels = channels;
  k->groups = channels / 2;
  for (int e = 0; e < k->groups; e++)
    k->first[e] = 2 * e;
  return k;
}

static void push(codec *k, int frame) {
  for (int c = 0; c < k->channels; c++) {
    channel *ch = &k->ch[c];
    memmove(ch->input, ch->input + N, N * sizeof *ch->input);
    for (int i = 0; i < N; i++)
      ch->input[N + i] = (float)((frame * 37 + i * 11 + c) % 101) - 50;
  }
}

static void detect(channel *ch) {
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += ch->input[N + i] * ch->input[N + i];
  for (int i = 0; i < 8; i++)
    ch->state[i] = ch->state[i] * 0.5f + sum;
  ch->kind = ch->state[0] > 1.9f * sum;
}

static void analyse(channel *ch) {
  for (int i = 0; i < N; i++) {
    float s = 0;
    for (int j = 0; j < N; j++)
      s += ch->input[i + j] * (float)((i * j) % 7 - 3);
    ch->spectrum[i] = ch->kind ? s : s * 0.5f;
  }
  for (int b = 0; b < 8; b++) {
    float e = 0;
    for (int i = 0; i < N / 8; i++)
      e += fabsf(ch->spectrum[b * (N / 8) + i]);
    ch->energy[b] = e;
  }
}

/* A search for each channel: the first round is the best so far. */
typedef struct search {
  const float *spectrum;
  const float *energy;
  int step;
} search;

static int attempt(const search *s, int round, coding *out) {
  int bits = 0;
  for (int i = 0; i < N; i++) {
    out->value[i] = (int)(s->spectrum[i] / (s->energy[i / (N / 8)] + 1) * (float)(round * 5 + s->step));
    bits += abs(out->value[i]) % 13;
  }
  for (int b = 0; b < 8; b++)
    out->book[b] = (unsigned char)(out->value[b * (N / 8)] & 15);
  out->bits = bits;
  return bits;
}

static int choose(const search *s, coding *best) {
  coding trial;
  int least = 0;
  for (int round = 0; round < 12; round++) {
    int bits = attempt(s, round, &trial);
    if (round == 0 || bits < least) {
      least = bits;
      *best = trial;
    }
  }
  return best->bits;
}

static void write_pair(const channel *ch) {
  int sum = 0;
  for (int b = 0; b < 8; b++)
    sum = sum * 5 + ch->best.book[b];
  for (int i = 0; i < N; i++)
    sum = sum * 3 + ch->best.value[i];
  printf("%d ", sum);
}

/* What is read are channels that another table names: none reads what only others have written. */
static void searches(codec *k) {
  while (k->frames < FRAMES) {
    const int frame = (int)k->frames++;
    int bits = 0;
    push(k, frame);
    for (int c = 0; c < k->channels; c++)
      detect(&k->ch[c]);
    for (int c = 0; c < k->channels; c++)
      analyse(&k->ch[c]);
    for (int c = 0; c < k->channels; c++) {
      search s = {k->ch[c].spectrum, k->ch[c].energy, c + 2};
      bits += choose(&s, &k->ch[c].best);
    }
    for (int e = 0; e < k->groups; e++) {
      write_pair(&k->ch[k->first[e]]);
      write_pair(&k->ch[k->first[e] + 1]);
    }
    printf("%d\n", bits);
  }
}

int main(int argc, char **argv) {
  codec *k = codec_new(argc + 3);
  (void)argv;
  searches(k);
  free(k);
  return 0;
}
