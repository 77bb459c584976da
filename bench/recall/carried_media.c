/* State that codecs and filters carry from sample to sample, and from block to block. */
#include <stdint.h>
#include <string.h>

#include "suite.h"

enum { LENGTH = 1024, WIDTH = 48, HEIGHT = 32, TREE = 64 };

struct biquad {
  float b0, b1, b2, a1, a2, z1, z2;
};

struct reader {
  const unsigned char *data;
  int at, bit;
};

static float samples[LENGTH], output[LENGTH], delay[256], lattice[10], reflection[10], spectrum[LENGTH];
static short pcm[LENGTH], decoded[LENGTH];
static unsigned char stream[2 * LENGTH], window[4 * LENGTH], frame[HEIGHT][WIDTH], symbols[LENGTH];
static struct biquad sections[4];
static short left_child[TREE], right_child[TREE];
static int motion[HEIGHT / 8][WIDTH / 8][2], contexts[16], levels[LENGTH];

static void run_section(struct biquad *s, float *v, int n) {
  /* sequential: state of the filter */
  for (int i = 0; i < n; i++) {
    float in = v[i], out = s->b0 * in + s->z1;
    s->z1 = s->b1 * in - s->a1 * out + s->z2;
    s->z2 = s->b2 * in - s->a2 * out;
    v[i] = out;
  }
}

static void run_cascade(int n) {
  /* sequential: each section filters the output of the one before */
  for (int k = 0; k < 4; k++)
    run_section(&sections[k], output, n);
}

static void one_by_one(int n) {
  /* sequential: all sections keep their states */
  for (int i = 0; i < n; i++) {
    float v = samples[i];
    /* sequential: the output is the next one's input */
    for (int k = 0; k < 4; k++) {
      float out = sections[k].b0 * v + sections[k].z1;
      sections[k].z1 = sections[k].b1 * v - 0.1f * out;
      v = out;
    }
    output[i] = v;
  }
}

static void echo(int n) {
  int at = 0;
  /* sequential: a ring of 256 samples, with feedback */
  for (int i = 0; i < n; i++) {
    float v = samples[i] + 0.5f * delay[at];
    output[i] = v;
    delay[at] = v;
    at = (at + 1) % 256;
  }
}

static void echo_without_ring(int n) {
  /* sequential: 100 samples back, with feedback */
  for (int i = 100; i < n; i++)
    output[i] = samples[i] + 0.5f * output[i - 100];
}

static void comb(int n) {
  /* parallel */
  for (int i = 100; i < n; i++)
    output[i] = samples[i] + 0.5f * samples[i - 100];
}

static void lattice_synthesis(int n) {
  /* sequential: state of the lattice */
  for (int i = 0; i < n; i++) {
    float v = samples[i];
    /* sequential: from stage to stage */
    for (int k = 9; k > 0; k--) {
      v -= reflection[k] * lattice[k - 1];
      lattice[k] = lattice[k - 1] + reflection[k] * v;
    }
    lattice[0] = v;
    output[i] = v;
  }
}

static void levinson(const float *correlation, float *a, int order) {
  float error = correlation[0] + 1.0f;
  /* sequential: order by order */
  for (int i = 1; i <= order; i++) {
    float sum = correlation[i];
    /* parallel: reduction(sum) */
    for (int j = 1; j < i; j++)
      sum -= a[j] * correlation[i - j];
    float k = sum / error;
    a[i] = k;
    /* parallel: induction(h) */
    for (int j = 1, h = i - 1; j <= h; j++, h--) {
      float low = a[j] - k * a[h], high = a[h] - k * a[j];
      a[j] = low;
      a[h] = high;
    }
    error *= 1.0f - k * k;
  }
}

static int read_bits(struct reader *r, int count) {
  int value = 0;
  /* sequential: bit by bit */
  for (int i = 0; i < count; i++) {
    value = value << 1 | (r->data[r->at] >> (7 - r->bit) & 1);
    if (++r->bit == 8) {
      r->bit = 0;
      r->at++;
    }
  }
  return value;
}

static void read_levels(int n) {
  struct reader r = {stream, 0, 0};
  /* sequential: the place in the stream */
  for (int i = 0; i < n; i++) {
    int length = read_bits(&r, 2);
    levels[i] = read_bits(&r, length + 1) - (1 << length);
  }
}

static void decode_tree(int n) {
  struct reader r = {stream, 0, 0};
  /* sequential: the place in the stream */
  for (int i = 0; i < n; i++) {
    int node = 0;
    /* sequential: down a tree, carried(node) */
    while (left_child[node])
      node = read_bits(&r, 1) ? right_child[node] : left_child[node];
    symbols[i] = (unsigned char)node;
  }
}

static int unpack_matches(int n) {
  int at = 4;
  /* sequential: copies from what was unpacked before */
  for (int i = 0; i < n; i++) {
    int length = 1 + (stream[2 * i] & 3), distance = 1 + stream[2 * i + 1] % at;
    /* sequential: ranges may overlap */
    for (int k = 0; k < length; k++)
      window[at + k] = window[at + k - distance];
    at += length;
  }
  return at;
}

static int pack_runs(int n) {
  int at = 0, i = 0;
  /* sequential: runs of equal bytes, carried(i) */
  while (i < n) {
    int run = 1;
    /* sequential: ends with the run, unseen */
    while (i + run < n && run < 100 && symbols[i + run] == symbols[i])
      run++;
    window[at++] = (unsigned char)run;
    window[at++] = symbols[i];
    i += run;
  }
  return at;
}

static void difference_code(int n) {
  short predicted = 0;
  /* sequential: predicted from the sample decoded before */
  for (int i = 0; i < n; i++) {
    short delta = (short)((pcm[i] - predicted) / 4 * 4);
    predicted = (short)(predicted + delta);
    decoded[i] = predicted;
  }
}

static void difference_of_inputs(int n) {
  /* parallel */
  for (int i = 1; i < n; i++)
    decoded[i] = (short)(pcm[i] - pcm[i - 1]);
}

static void undo_differences(int n) {
  /* sequential: sums of all before */
  for (int i = 1; i < n; i++)
    decoded[i] = (short)(decoded[i] + decoded[i - 1]);
}

static void predict_left(void) {
  /* parallel */
  for (int y = 0; y < HEIGHT; y++)
    /* sequential: the pixel on the left, restored */
    for (int x = 1; x < WIDTH; x++)
      frame[y][x] = (unsigned char)(frame[y][x] + frame[y][x - 1]);
}

static void predict_above(void) {
  /* sequential: the row above, restored */
  for (int y = 1; y < HEIGHT; y++)
    /* parallel */
    for (int x = 0; x < WIDTH; x++)
      frame[y][x] = (unsigned char)(frame[y][x] + frame[y - 1][x]);
}

static void predict_both(void) {
  /* sequential: the row above, restored */
  for (int y = 1; y < HEIGHT; y++)
    /* sequential: the pixel on the left, restored */
    for (int x = 1; x < WIDTH; x++) {
      int left = frame[y][x - 1], above = frame[y - 1][x], corner = frame[y - 1][x - 1];
      int guess = left + above - corner;
      int dl = abs(guess - left), da = abs(guess - above), dc = abs(guess - corner);
      frame[y][x] = (unsigned char)(frame[y][x] + (dl <= da && dl <= dc ? left : da <= dc ? above : corner));
    }
}

static void deblock_in_place(void) {
  /* parallel */
  for (int y = 0; y < HEIGHT; y++)
    /* parallel */
    for (int x = 8; x < WIDTH; x += 8) {
      int d = (frame[y][x] - frame[y][x - 1]) / 4;
      frame[y][x - 1] = (unsigned char)(frame[y][x - 1] + d);
      frame[y][x] = (unsigned char)(frame[y][x] - d);
    }
}

static void deblock_densely(void) {
  /* parallel */
  for (int y = 0; y < HEIGHT; y++)
    /* sequential: the next edge reads what this one wrote */
    for (int x = 1; x < WIDTH; x++) {
      int d = (frame[y][x] - frame[y][x - 1]) / 4;
      frame[y][x - 1] = (unsigned char)(frame[y][x - 1] + d);
      frame[y][x] = (unsigned char)(frame[y][x] - d);
    }
}

static void predict_motion(void) {
  /* sequential: vectors of the row above */
  for (int y = 1; y < HEIGHT / 8; y++)
    /* sequential: vectors on the left */
    for (int x = 1; x < WIDTH / 8; x++)
      /* parallel */
      for (int c = 0; c < 2; c++)
        motion[y][x][c] += (motion[y][x - 1][c] + motion[y - 1][x][c]) / 2;
}

static unsigned range_code(int n) {
  unsigned low = 0, range = ~0u, carry = 0;
  /* sequential: the interval gets smaller with each bit */
  for (int i = 0; i < n; i++) {
    unsigned part = (range >> 8) * (unsigned)(contexts[i & 15] & 127) + 1;
    if (symbols[i] & 1) {
      low += part;
      range -= part;
      contexts[i & 15] = (contexts[i & 15] * 7 + 127) / 8;
    } else
      range = part;
    /* sequential: the interval is shifted */
    while (range < 1u << 24) {
      carry = carry * 31 + (low >> 24);
      low <<= 8;
      range = range << 8 | 255;
    }
  }
  return carry;
}

static void adapt(int n) {
  float weights[8] = {0};
  /* sequential: weights follow the error */
  for (int i = 8; i < n; i++) {
    float guess = 0;
    /* parallel: reduction(guess) */
    for (int k = 0; k < 8; k++)
      guess += weights[k] * samples[i - 1 - k];
    float error = (samples[i] - guess) * 0.001f;
    /* parallel */
    for (int k = 0; k < 8; k++)
      weights[k] += error * samples[i - 1 - k];
    output[i] = guess;
  }
}

static void smooth_levels(int n) {
  float peak = 0;
  /* sequential: the peak decays */
  for (int i = 0; i < n; i++) {
    float v = samples[i] < 0 ? -samples[i] : samples[i];
    peak = v > peak ? v : peak * 0.99f;
    spectrum[i] = peak;
  }
}

static void dither(int n) {
  uint32_t noise = 1;
  float error = 0;
  /* sequential: noise and error are handed on */
  for (int i = 0; i < n; i++) {
    noise = noise * 196314165u + 907633515u;
    float v = samples[i] * 50.0f + error + (float)(noise >> 24) / 256.0f;
    pcm[i] = (short)v;
    error = v - (float)pcm[i];
  }
}

static int allocate_bits(int bands, int bits) {
  int given[32] = {0};
  /* sequential: the neediest band gets the next bit, carried(bits) */
  while (bits > 0) {
    int at = 0;
    /* parallel: reduction(at) */
    for (int b = 1; b < bands; b++)
      if (abs(levels[b]) - 2 * given[b] > abs(levels[at]) - 2 * given[at])
        at = b;
    given[at]++;
    bits--;
  }
  return given[0] + 100 * given[bands - 1];
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 400, LENGTH / 2);
  float a[11] = {0};
  suite_floats(samples, LENGTH);
  suite_bytes(stream, sizeof stream);
  suite_bytes(&frame[0][0], WIDTH * HEIGHT);
  suite_bytes(window, 8);
  suite_ints(&motion[0][0][0], HEIGHT / 8 * (WIDTH / 8) * 2, -9, 9);
  suite_ints(contexts, 16, 20, 100);
  /* parallel */
  for (int k = 0; k < 10; k++)
    reflection[k] = 0.3f / (float)(k + 1);
  /* parallel */
  for (int k = 0; k < 4; k++)
    sections[k] = (struct biquad){0.5f, 0.2f, 0.1f, -0.3f, 0.05f, 0, 0};
  /* parallel */
  for (int node = 0; node < TREE / 2 - 1; node++) {
    left_child[node] = (short)(2 * node + 1);
    right_child[node] = (short)(2 * node + 2);
  }
  /* parallel */
  for (int i = 0; i < LENGTH; i++)
    pcm[i] = (short)(samples[i] * 100);
  memcpy(output, samples, sizeof output);
  run_cascade(n);
  suite_show("output", output, sizeof output);
  one_by_one(n);
  suite_show("output", output, sizeof output);
  echo(n);
  suite_show("output", output, sizeof output);
  echo_without_ring(n);
  suite_show("output", output, sizeof output);
  comb(n);
  suite_show("output", output, sizeof output);
  lattice_synthesis(n);
  levinson(samples, a, 10);
  read_levels(n);
  decode_tree(n);
  int unpacked = unpack_matches(n);
  suite_show("window", window, sizeof window);
  int packed = pack_runs(n);
  difference_code(n);
  suite_show("decoded", decoded, sizeof decoded);
  difference_of_inputs(n);
  undo_differences(n);
  predict_left();
  predict_above();
  predict_both();
  suite_show("frame", frame, sizeof frame);
  deblock_in_place();
  deblock_densely();
  predict_motion();
  unsigned coded = range_code(n);
  suite_show("output", output, sizeof output);
  adapt(n);
  smooth_levels(n);
  dither(n);
  printf("%d %d %u %d %g\n", unpacked, packed, coded, allocate_bits(20, n / 4 + 2), (double)a[3]);
  suite_show("output", output, sizeof output);
  suite_show("levels", levels, sizeof levels);
  suite_show("symbols", symbols, sizeof symbols);
  suite_show("frame", frame, sizeof frame);
  suite_show("motion", motion, sizeof motion);
  suite_show("pcm", pcm, sizeof pcm);
  suite_show("decoded", decoded, sizeof decoded);
  suite_show("spectrum", spectrum, sizeof spectrum);
  return 0;
}
