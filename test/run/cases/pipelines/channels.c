/* PARALLEL: 2 */
/* A handle with an array of channels: of each, an iteration hands on some members and works with its own versions of the others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 96, MOST = 6, FRAMES = 60 };

typedef struct channel {
  float input[2 * N];
  int kind;
  float state[8];
  float spectrum[N];
  float energy[8];
} channel;

typedef struct codec {
  int channels;
  channel ch[MOST];
  double level;
  long frames;
  int bytes[MOST * N];
} codec;

static codec *codec_new(int channels) {
  codec *k = calloc(1, sizeof *k);
  if (k == NULL)
    exit(3);
  k->channels = channels;
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

static void spread(codec *k, int frame) {
  for (int c = 0; c < k->channels; c++)
    for (int i = 0; i < N; i++)
      k->bytes[c * N + i] = (int)(k->ch[c].spectrum[i] / (1 + k->ch[c].energy[i / (N / 8)]) * 1000) + frame;
}

static void put(const codec *k) {
  int sum = 0;
  for (int c = 0; c < k->channels; c++)
    for (int i = 0; i < N; i++)
      sum = sum * 3 + k->bytes[c * N + i];
  printf("%d ", sum);
}

/* By a pointer that the caller has. */
static void members(codec *k) {
  while (k->frames < FRAMES) {
    const int frame = (int)k->frames++;
    push(k, frame);
    for (int c = 0; c < k->channels; c++)
      detect(&k->ch[c]);
    for (int c = 0; c < k->channels; c++)
      analyse(&k->ch[c]);
    spread(k, frame);
    put(k);
  }
  printf("%ld\n", k->frames);
}

typedef struct voice {
  float input[2 * N], spectrum[N];
  float state;
} voice;

typedef struct speech {
  int voices, sum;
  voice each[MOST];
} speech;

/* The handle is made in front of the loop. */
static void voices(int count) {
  speech *s = calloc(1, sizeof *s);
  if (s == NULL)
    exit(3);
  s->voices = count;
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int v = 0; v < s->voices; v++) {
      memmove(s->each[v].input, s->each[v].input + N, N * sizeof(float));
      for (int i = 0; i < N; i++)
        s->each[v].input[N + i] = (float)((frame * 13 + i * 7 + v) % 89);
    }
    for (int v = 0; v < s->voices; v++)
      for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int j = 0; j < N; j++)
          sum += s->each[v].input[i + j] * (float)((i ^ j) % 5 - 2);
        s->each[v].spectrum[i] = sum;
      }
    for (int v = 0; v < s->voices; v++)
      s->each[v].state = s->each[v].state * 0.5f + s->each[v].spectrum[v];
    for (int v = 0; v < s->voices; v++)
      s->sum = s->sum * 3 + (int)s->each[v].state;
    printf("%d ", s->sum);
  }
  free(s);
}

int main(int argc, char **argv) {
  codec *k = codec_new(argc + 1);
  (void)argv;
  members(k);
  voices(argc + 2);
  free(k);
  return 0;
}
