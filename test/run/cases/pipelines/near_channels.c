/* PARALLEL: 0 */
/* Handles with arrays whose elements an iteration does not all write before it reads them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 48, MOST = 5, FRAMES = 40 };

static float work(const float *from, int salt) {
  float sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 0.75f + from[i] * (float)((j + salt) % 5 - 2);
  return sum;
}

static void fill(float *to, int salt) {
  for (int i = 0; i < N; i++)
    to[i] = (float)((i * 17 + salt * 31) % 73);
}

static void *made(size_t bytes) {
  void *block = calloc(1, bytes);
  if (block == NULL)
    exit(3);
  return block;
}

/* The last channel keeps what an earlier iteration has left. */
typedef struct short_one {
  int channels, turn;
  struct { float line[N]; float sum; } ch[MOST];
} short_one;

static void too_few(short_one *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int c = 0; c < k->channels - (frame % 3 != 0); c++)
      fill(k->ch[c].line, frame + c);
    for (int c = 0; c < k->channels; c++)
      k->ch[c].sum = work(k->ch[c].line, frame);
    for (int c = 0; c < k->channels; c++)
      printf("%g ", k->ch[c].sum);
  }
}

/* What the table names is written by others, and behind the read. */
typedef struct named {
  int channels, which[2];
  struct { float line[N]; float sum; } ch[MOST];
} named;

static void another_writer(named *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    float sum = 0;
    for (int c = 0; c < k->channels; c++)
      fill(k->ch[c].line, frame + c);
    for (int e = 0; e < 2; e++)
      sum += work(k->ch[k->which[e]].line, frame);
    k->ch[k->channels].line[frame % N] += sum;
    printf("%g ", sum);
  }
}

/* The number of channels grows. */
typedef struct growing {
  int channels;
  struct { float line[N]; float sum; } ch[MOST];
} growing;

static void grows(growing *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    float sum = 0;
    for (int c = 0; c < k->channels; c++)
      fill(k->ch[c].line, frame + c);
    if (frame % 10 == 9 && k->channels < MOST)
      k->channels++;
    for (int c = 0; c < k->channels; c++)
      sum += work(k->ch[c].line, frame);
    printf("%g ", sum);
  }
}

/* Each line but its last number is new. */
typedef struct partial {
  int channels;
  struct { float line[N]; float sum; } ch[MOST];
} partial;

static void last_number(partial *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    float sum = 0;
    for (int c = 0; c < k->channels; c++)
      for (int i = 0; i < N - 1; i++)
        k->ch[c].line[i] = (float)((frame + i * c) % 19);
    for (int c = 0; c < k->channels; c++)
      sum += work(k->ch[c].line, frame);
    for (int c = 0; c < k->channels; c++)
      k->ch[c].line[N - 1] += sum / 1024;
    printf("%g ", sum);
  }
}

/* Written one channel further on than it is read. */
typedef struct shifted {
  int channels;
  struct { float line[N]; float sum; } ch[MOST];
} shifted;

static void moved_on(shifted *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    float sum = 0;
    for (int c = 0; c < k->channels; c++)
      fill(k->ch[c + 1].line, frame + c);
    for (int c = 0; c < k->channels; c++)
      sum += work(k->ch[c].line, frame);
    k->ch[0].line[frame % N] = sum;
    printf("%g ", sum);
  }
}

/* The best is not always set by the first round: there may be none, or the test is never true. */
typedef struct searched {
  int channels, rounds, from;
  struct { float best[N]; float sum; } ch[MOST];
} searched;

static void may_have_none(searched *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    float sum = 0;
    for (int c = 0; c < k->channels; c++) {
      float trial[N], least = 0;
      for (int round = 0; round < k->rounds - frame % 2; round++) {
        fill(trial, frame * round + c);
        float score = work(trial, round);
        if (round == 0 || score < least) {
          least = score;
          memcpy(k->ch[c].best, trial, sizeof trial);
        }
      }
    }
    for (int c = 0; c < k->channels; c++)
      sum += work(k->ch[c].best, frame);
    printf("%g ", sum);
  }
}

typedef struct started {
  int channels;
  struct { float best[N]; float sum; } ch[MOST];
} started;

static void starts_later(started *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    float sum = 0;
    for (int c = 0; c < k->channels; c++) {
      float trial[N];
      for (int round = 1; round < 3; round++) {
        fill(trial, frame * round + c);
        float score = work(trial, round);
        if (round == 0 || score < k->ch[c].sum) {
          k->ch[c].sum = score + (float)(frame % 7);
          memcpy(k->ch[c].best, trial, sizeof trial);
        }
      }
    }
    for (int c = 0; c < k->channels; c++)
      sum += work(k->ch[c].best, frame);
    printf("%g ", sum);
  }
}

/* A helper keeps a pointer into the handle for its next call. */
typedef struct kept {
  int channels;
  struct { float line[N]; float sum; } ch[MOST];
} kept;

typedef struct task {
  const float *line;
  int salt;
} task;

static float with_last(const kept *k, int c, int frame) {
  static task last;
  float sum = last.line != NULL ? work(last.line, last.salt) : 0;
  last.line = k->ch[c].line;
  last.salt = frame;
  return sum;
}

static void keeps(kept *k) {
  for (int frame = 0; frame < FRAMES; frame++) {
    float sum = 0;
    for (int c = 0; c < k->channels; c++)
      sum += with_last(k, c, frame);
    for (int c = 0; c < k->channels; c++)
      fill(k->ch[c].line, frame + c);
    for (int c = 0; c < k->channels; c++)
      sum += work(k->ch[c].line, frame);
    printf("%g ", sum);
  }
}

int main(int argc, char **argv) {
  short_one *a = made(sizeof *a);
  named *b = made(sizeof *b);
  growing *c = made(sizeof *c);
  partial *d = made(sizeof *d);
  shifted *e = made(sizeof *e);
  searched *f = made(sizeof *f);
  started *g = made(sizeof *g);
  kept *h = made(sizeof *h);
  (void)argv;
  a->channels = b->channels = c->channels = d->channels = e->channels = argc + 1;
  f->channels = g->channels = h->channels = argc + 1;
  b->which[0] = 1;
  b->which[1] = argc + 1;
  f->rounds = 1;
  too_few(a);
  another_writer(b);
  grows(c);
  last_number(d);
  moved_on(e);
  may_have_none(f);
  starts_later(g);
  keeps(h);
  putchar('\n');
  return 0;
}
