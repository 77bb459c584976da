/* Kernels of codecs: transforms, quantization, motion search, filters, windows, entropy coding. */
#include <math.h>
#include <string.h>

#include "suite.h"

enum { WIDTH = 64, HEIGHT = 48, BLOCK = 8, FRAME = 512, TAPS = 16 };

static unsigned char current[HEIGHT][WIDTH], reference[HEIGHT][WIDTH], restored[HEIGHT][WIDTH];
static short coefficients[HEIGHT / BLOCK][WIDTH / BLOCK][BLOCK * BLOCK], levels[HEIGHT / BLOCK][WIDTH / BLOCK][BLOCK * BLOCK];
static float cosines[BLOCK][BLOCK], window[FRAME], samples[FRAME * 4], windowed[FRAME], taps[TAPS], filtered[FRAME * 4];
static int vectors_x[HEIGHT / 16][WIDTH / 16], vectors_y[HEIGHT / 16][WIDTH / 16];
static const unsigned char zigzag[8] = {0, 1, 8, 16, 9, 2, 3, 10};
static short pcm[FRAME * 4], left[FRAME * 2], right[FRAME * 2];
static unsigned char stream[FRAME * 8];
static double lag[32];
static int quantizer[BLOCK * BLOCK];

static void make_tables(void) {
  /* parallel */
  for (int k = 0; k < BLOCK; k++)
    /* parallel */
    for (int n = 0; n < BLOCK; n++)
      cosines[k][n] = cosf((float)((2 * n + 1) * k) * 3.14159265f / 16.0f) * (k ? 0.5f : 0.35355339f);
  /* parallel */
  for (int i = 0; i < FRAME; i++)
    window[i] = sinf(((float)i + 0.5f) * 3.14159265f / FRAME);
  /* parallel */
  for (int i = 0; i < BLOCK * BLOCK; i++)
    quantizer[i] = 8 + (i / BLOCK + i % BLOCK) * 2;
}

static void transform_block(const unsigned char *pixels, int stride, short *to) {
  float rows[BLOCK][BLOCK];
  /* parallel */
  for (int y = 0; y < BLOCK; y++)
    /* parallel */
    for (int k = 0; k < BLOCK; k++) {
      float sum = 0;
      /* parallel: reduction(sum) */
      for (int x = 0; x < BLOCK; x++)
        sum += cosines[k][x] * ((float)pixels[y * stride + x] - 128.0f);
      rows[y][k] = sum;
    }
  /* parallel */
  for (int k = 0; k < BLOCK; k++)
    /* parallel */
    for (int l = 0; l < BLOCK; l++) {
      float sum = 0;
      /* parallel: reduction(sum) */
      for (int y = 0; y < BLOCK; y++)
        sum += cosines[l][y] * rows[y][k];
      to[l * BLOCK + k] = (short)lrintf(sum);
    }
}

static void transform_frame(void) {
  /* parallel */
  for (int by = 0; by < HEIGHT / BLOCK; by++)
    /* parallel */
    for (int bx = 0; bx < WIDTH / BLOCK; bx++)
      transform_block(&current[by * BLOCK][bx * BLOCK], WIDTH, coefficients[by][bx]);
}

static void quantize_block(const short *from, short *to, int scale) {
  /* parallel */
  for (int i = 0; i < BLOCK * BLOCK; i++) {
    int step = quantizer[i] * scale;
    to[i] = (short)((from[i] < 0 ? from[i] - step / 2 : from[i] + step / 2) / step);
  }
}

static void quantize_frame(int scale) {
  /* parallel */
  for (int b = 0; b < HEIGHT / BLOCK * (WIDTH / BLOCK); b++)
    quantize_block(coefficients[b / (WIDTH / BLOCK)][b % (WIDTH / BLOCK)], levels[b / (WIDTH / BLOCK)][b % (WIDTH / BLOCK)], scale);
}

static int difference(int x, int y, int rx, int ry) {
  int sum = 0;
  /* parallel: reduction(sum) */
  for (int j = 0; j < 16; j++)
    /* parallel: reduction(sum) */
    for (int i = 0; i < 16; i++)
      sum += abs(current[y + j][x + i] - reference[ry + j][rx + i]);
  return sum;
}

static void search_motion(int range) {
  /* parallel */
  for (int by = 0; by < HEIGHT / 16; by++)
    /* parallel */
    for (int bx = 0; bx < WIDTH / 16; bx++) {
      int best = 1 << 30, best_x = 0, best_y = 0;
      /* parallel: reduction(best best_x best_y) */
      for (int dy = -range; dy <= range; dy++)
        /* parallel: reduction(best best_x best_y) */
        for (int dx = -range; dx <= range; dx++) {
          int rx = bx * 16 + dx, ry = by * 16 + dy;
          if (rx < 0 || ry < 0 || rx + 16 > WIDTH || ry + 16 > HEIGHT)
            continue;
          int cost = difference(bx * 16, by * 16, rx, ry);
          if (cost < best) {
            best = cost;
            best_x = dx;
            best_y = dy;
          }
        }
      vectors_x[by][bx] = best_x;
      vectors_y[by][bx] = best_y;
    }
}

static void compensate(void) {
  /* parallel */
  for (int y = 0; y < HEIGHT; y++)
    /* parallel */
    for (int x = 0; x < WIDTH; x++)
      restored[y][x] = reference[y + vectors_y[y / 16][x / 16]][x + vectors_x[y / 16][x / 16]];
}

static void clip_and_add(void) {
  /* parallel */
  for (int y = 0; y < HEIGHT; y++)
    /* parallel */
    for (int x = 0; x < WIDTH; x++) {
      int value = restored[y][x] + coefficients[y / BLOCK][x / BLOCK][(y % BLOCK) * BLOCK + x % BLOCK];
      restored[y][x] = (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

static void half_pixels(void) {
  /* parallel */
  for (int y = 0; y < HEIGHT - 1; y++) {
    const unsigned char *row = reference[y], *below = reference[y + 1];
    unsigned char *to = restored[y];
    /* parallel */
    for (int x = 0; x < WIDTH - 1; x++)
      to[x] = (unsigned char)((row[x] + row[x + 1] + below[x] + below[x + 1] + 2) >> 2);
  }
}

static void apply_window(const float *from) {
  /* parallel */
  for (int i = 0; i < FRAME; i++)
    windowed[i] = from[i] * window[i];
}

static void overlap_add(float *to, const float *from) {
  /* parallel */
  for (int i = 0; i < FRAME / 2; i++) {
    to[i] = to[i] * window[FRAME - 1 - i] + from[i] * window[i];
    to[i + FRAME / 2] = from[i + FRAME / 2];
  }
}

static void convolve(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    float sum = 0;
    /* parallel: reduction(sum) */
    for (int k = 0; k < TAPS && k <= i; k++)
      sum += taps[k] * samples[i - k];
    filtered[i] = sum;
  }
}

static void decimate(int n) {
  /* parallel */
  for (int i = 0; i < n / 2; i++) {
    float sum = 0;
    const float *p = samples + 2 * i;
    /* parallel: reduction(sum) induction(p) */
    for (int k = 0; k < TAPS; k++)
      sum += *p++ * taps[TAPS - 1 - k];
    filtered[i] = sum;
  }
}

static void autocorrelation(int n) {
  /* parallel */
  for (int k = 0; k < 32; k++) {
    double sum = 0;
    /* parallel: reduction(sum) */
    for (int i = k; i < n; i++)
      sum += (double)samples[i] * samples[i - k];
    lag[k] = sum;
  }
}

static void to_pcm(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    float v = filtered[i] * 100.0f;
    if (v > 32767.0f)
      v = 32767.0f;
    else if (v < -32768.0f)
      v = -32768.0f;
    pcm[i] = (short)v;
  }
}

static void mid_and_side(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    short l = pcm[2 * i], r = pcm[2 * i + 1];
    left[i] = (short)((l + r) >> 1);
    right[i] = (short)(l - r);
  }
}

static int energy_of_bands(int bands, int *energies) {
  int loudest = 0;
  /* parallel: reduction(loudest) */
  for (int b = 0; b < bands; b++) {
    int sum = 0;
    /* parallel: reduction(sum) */
    for (int i = b * 16; i < (b + 1) * 16; i++)
      sum += left[i] * left[i] >> 8;
    energies[b] = sum;
    if (sum > loudest)
      loudest = sum;
  }
  return loudest;
}

static int count_zeros(void) {
  int zeros = 0;
  /* parallel: reduction(zeros) */
  for (int by = 0; by < HEIGHT / BLOCK; by++)
    /* parallel: reduction(zeros) */
    for (int bx = 0; bx < WIDTH / BLOCK; bx++)
      /* parallel: reduction(zeros) */
      for (int i = 0; i < BLOCK * BLOCK; i++)
        zeros += levels[by][bx][i] == 0;
  return zeros;
}

static void scan(short *to, const short *from) {
  /* parallel */
  for (int i = 0; i < 8; i++)
    to[i] = from[zigzag[i]];
}

/* Near misses. */

static int code_runs(void) {
  int at = 0;
  /* sequential: the place in the stream */
  for (int b = 0; b < HEIGHT / BLOCK; b++) {
    int run = 0;
    /* sequential: runs of zeros */
    for (int i = 0; i < BLOCK * BLOCK; i++) {
      if (levels[b][0][i] == 0)
        run++;
      else {
        stream[at++] = (unsigned char)run;
        stream[at++] = (unsigned char)levels[b][0][i];
        run = 0;
      }
    }
  }
  return at;
}

static void predict_dc(void) {
  int predicted = 0;
  /* sequential: the difference to the block before */
  for (int b = 0; b < WIDTH / BLOCK; b++) {
    int dc = levels[0][b][0];
    levels[0][b][0] = (short)(dc - predicted);
    predicted = dc;
  }
}

static void predict_back(void) {
  /* sequential: the block before, restored */
  for (int b = 1; b < WIDTH / BLOCK; b++)
    levels[0][b][0] = (short)(levels[0][b][0] + levels[0][b - 1][0]);
}

static void recursive_filter(int n) {
  float y1 = 0, y2 = 0;
  /* sequential: the filter's last outputs */
  for (int i = 0; i < n; i++) {
    float y = samples[i] + 1.6f * y1 - 0.8f * y2;
    filtered[i] = y;
    y2 = y1;
    y1 = y;
  }
}

static void adaptive_quantizer(int n) {
  int step = 16, predicted = 0;
  /* sequential: step and prediction follow the samples */
  for (int i = 0; i < n; i++) {
    int delta = pcm[i] - predicted, code = delta / step;
    code = code > 7 ? 7 : code < -8 ? -8 : code;
    stream[i] = (unsigned char)(code & 15);
    predicted += code * step;
    step = abs(code) > 5 ? step * 2 : step > 16 ? step - step / 8 : 16;
    if (step > 2048)
      step = 2048;
  }
}

static void lifting(short *v, int n) {
  /* parallel */
  for (int i = 1; i + 1 < n; i += 2)
    v[i] = (short)(v[i] - ((v[i - 1] + v[i + 1]) >> 1));
  /* parallel */
  for (int i = 2; i + 1 < n; i += 2)
    v[i] = (short)(v[i] + ((v[i - 1] + v[i + 1] + 2) >> 2));
}

static void diffuse_errors(void) {
  int errors[WIDTH + 2];
  memset(errors, 0, sizeof errors);
  /* sequential: errors of the row above */
  for (int y = 0; y < HEIGHT; y++)
    /* sequential: errors of the left neighbor */
    for (int x = 0; x < WIDTH; x++) {
      int value = current[y][x] + errors[x + 1] + errors[x] / 4;
      restored[y][x] = value > 127 ? 255 : 0;
      errors[x + 1] = (value - restored[y][x]) / 2;
    }
}

static void gain_control(int n) {
  float gain = 1.0f;
  /* sequential: the gain follows the samples */
  for (int i = 0; i < n; i++) {
    filtered[i] = samples[i] * gain;
    if (filtered[i] > 10.0f)
      gain *= 0.9f;
    else
      gain += 0.001f;
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 400, FRAME * 2), energies[32];
  suite_bytes(&current[0][0], WIDTH * HEIGHT);
  suite_bytes(&reference[0][0], WIDTH * HEIGHT);
  suite_floats(samples, FRAME * 4);
  suite_floats(taps, TAPS);
  make_tables();
  transform_frame();
  quantize_frame(1 + n % 3);
  search_motion(2);
  compensate();
  clip_and_add();
  suite_show("restored", restored, sizeof restored);
  half_pixels();
  suite_show("restored", restored, sizeof restored);
  apply_window(samples);
  overlap_add(windowed, samples + FRAME);
  convolve(n);
  suite_show("filtered", filtered, sizeof filtered);
  decimate(n);
  autocorrelation(n);
  to_pcm(n);
  mid_and_side(n / 2);
  printf("%d %d\n", energy_of_bands(n / 64, energies), count_zeros());
  scan(pcm, levels[0][0]);
  int coded = code_runs();
  suite_show("stream", stream, sizeof stream);
  predict_dc();
  suite_show("levels", levels, sizeof levels);
  predict_back();
  recursive_filter(n);
  suite_show("filtered", filtered, sizeof filtered);
  adaptive_quantizer(n);
  lifting(pcm, n);
  diffuse_errors();
  gain_control(n);
  printf("%d\n", coded);
  suite_show("restored", restored, sizeof restored);
  suite_show("stream", stream, sizeof stream);
  suite_show("pcm", pcm, sizeof pcm);
  suite_show("levels", levels, sizeof levels);
  suite_show("lag", lag, sizeof lag);
  suite_show("right", right, sizeof right);
  suite_show("windowed", windowed, sizeof windowed);
  suite_show("filtered", filtered, sizeof filtered);
  return 0;
}
