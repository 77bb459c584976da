#include "codec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

speech_encoder *speech_new(void) {
  speech_encoder *e = calloc(1, sizeof *e);
  if (e == NULL)
    return NULL;
  e->lpc = calloc(1, sizeof *e->lpc);
  e->pitch = calloc(1, sizeof *e->pitch);
  e->input = calloc(FRAME, sizeof *e->input);
  e->bytes = calloc(FRAME_BYTES, 1);
  if (e->lpc != NULL)
    e->lpc->window = malloc((LOOK_BACK + FRAME) * sizeof(double));
  if (e->pitch != NULL) {
    e->pitch->past = calloc(HISTORY + FRAME, sizeof(double));
    e->pitch->residual = calloc(FRAME, sizeof(double));
  }
  if (e->lpc == NULL || e->pitch == NULL || e->input == NULL || e->bytes == NULL || e->lpc->window == NULL ||
      e->pitch->past == NULL || e->pitch->residual == NULL) {
    speech_free(e);
    return NULL;
  }
  for (int i = 0; i < LOOK_BACK + FRAME; i++)
    e->lpc->window[i] = 0.54 - 0.46 * cos(2 * PI * (i + 0.5) / (LOOK_BACK + FRAME));
  return e;
}

void speech_free(speech_encoder *e) {
  if (e == NULL)
    return;
  if (e->lpc != NULL)
    free(e->lpc->window);
  if (e->pitch != NULL) {
    free(e->pitch->past);
    free(e->pitch->residual);
  }
  free(e->lpc);
  free(e->pitch);
  free(e->input);
  free(e->bytes);
  free(e);
}

/* Removes the offset, and raises high frequencies. */
void preprocess_frame(preprocess *pre, const int16_t *in, double *out) {
  for (int i = 0; i < FRAME; i++) {
    double now = in[i];
    double high = now - pre->last_in + 0.999 * pre->last_out;
    pre->last_in = now;
    pre->last_out = high;
    out[i] = high - 0.86 * pre->emphasis;
    pre->emphasis = high;
  }
}

static void correlate(analysis *lpc) {
  for (int i = 0; i < LOOK_BACK + FRAME; i++)
    lpc->windowed[i] = lpc->samples[i] * lpc->window[i];
  for (int lag = 0; lag <= ORDER; lag++) {
    double sum = 0;
    for (int i = lag; i < LOOK_BACK + FRAME; i++)
      sum += lpc->windowed[i] * lpc->windowed[i - lag];
    lpc->correlation[lag] = sum;
  }
  lpc->correlation[0] = lpc->correlation[0] * 1.0001 + 1;
}

static void solve(analysis *lpc) {
  double *a = lpc->predictor, error = lpc->correlation[0];
  memset(a, 0, sizeof lpc->predictor);
  a[0] = 1;
  for (int i = 1; i <= ORDER; i++) {
    double sum = lpc->correlation[i];
    for (int j = 1; j < i; j++)
      sum += a[j] * lpc->correlation[i - j];
    double k = -sum / error;
    double before[ORDER + 1];
    memcpy(before, a, sizeof before);
    for (int j = 1; j < i; j++)
      a[j] = before[j] + k * before[i - j];
    a[i] = k;
    lpc->reflection[i - 1] = k;
    error *= 1 - k * k;
  }
}

/* What the decoder gets of the reflection coefficients. Each is chosen such that the predictor
 * comes nearest to the spectrum, at a number of frequencies. */
static double distance(const double *reflection, const double *wanted) {
  double a[ORDER + 1] = {1}, sum = 0;
  for (int i = 1; i <= ORDER; i++) {
    double before[ORDER + 1];
    memcpy(before, a, sizeof before);
    for (int j = 1; j < i; j++)
      a[j] = before[j] + reflection[i - 1] * before[i - j];
    a[i] = reflection[i - 1];
  }
  for (int i = 1; i <= ORDER; i++) {
    double d = a[i] - wanted[i];
    sum += d * d * (ORDER + 1 - i);
  }
  return sum;
}

static void quantize(analysis *lpc) {
  double chosen[ORDER];
  memcpy(chosen, lpc->reflection, sizeof chosen);
  for (int i = 0; i < ORDER; i++) {
    double step = i < 4 ? 1.0 / 32 : 1.0 / 12, base = floor(lpc->reflection[i] / step), best = 1e30;
    double value = 0;
    for (int j = -1; j <= 2; j++) {
      chosen[i] = (base + j) * step;
      if (fabs(chosen[i]) >= 0.99)
        continue;
      double d = distance(chosen, lpc->predictor);
      if (d < best) {
        best = d;
        value = chosen[i];
      }
    }
    chosen[i] = value;
  }
  memcpy(lpc->reflection, chosen, sizeof chosen);
  double a[ORDER + 1] = {1};
  for (int i = 1; i <= ORDER; i++) {
    double before[ORDER + 1];
    memcpy(before, a, sizeof before);
    for (int j = 1; j < i; j++)
      a[j] = before[j] + chosen[i - 1] * before[i - j];
    a[i] = chosen[i - 1];
  }
  memcpy(lpc->predictor, a, sizeof a);
}

void analyse_frame(analysis *lpc) {
  correlate(lpc);
  solve(lpc);
  quantize(lpc);
}

void filter_residual(const analysis *lpc, double *residual) {
  for (int i = 0; i < FRAME; i++) {
    double sum = 0;
    for (int j = 0; j <= ORDER; j++)
      sum += lpc->predictor[j] * lpc->samples[LOOK_BACK + i - j];
    residual[i] = sum;
  }
}

static void put_bits(uint8_t *bytes, int *at, unsigned value, int count) {
  while (count-- > 0) {
    if (value >> count & 1)
      bytes[*at / 8] |= (uint8_t)(0x80 >> *at % 8);
    ++*at;
  }
}

static int find_lag(const double *target, const double *past, double *gain) {
  int best_lag = MIN_LAG;
  double best = 0, best_gain = 0;
  for (int lag = MIN_LAG; lag <= MAX_LAG; lag++) {
    double cross = 0, energy = 1e-6;
    for (int i = 0; i < SUBFRAME; i++) {
      double p = past[i - lag];
      cross += target[i] * p;
      energy += p * p;
    }
    if (cross > 0 && cross * cross / energy > best) {
      best = cross * cross / energy;
      best_gain = cross / energy;
      best_lag = lag;
    }
  }
  *gain = best_gain > 1 ? 1 : best_gain;
  return best_lag;
}

/* The predictor works on what the decoder will have. */
int encode_residual(excitation *pitch, const analysis *lpc, uint8_t *bytes) {
  int at = 0;
  memset(bytes, 0, FRAME_BYTES);
  for (int i = 0; i < ORDER; i++)
    put_bits(bytes, &at, (unsigned)(lrint(lpc->reflection[i] * (i < 4 ? 32 : 12)) & 63), 6);
  for (int s = 0; s < SUBFRAMES; s++) {
    double *past = pitch->past + HISTORY + s * SUBFRAME, rest[SUBFRAME], gain, peak = 1;
    const double *target = pitch->residual + s * SUBFRAME;
    int lag = find_lag(target, past, &gain), level = (int)lrint(gain * 7);
    for (int i = 0; i < SUBFRAME; i++) {
      rest[i] = target[i] - level / 7.0 * past[i - lag];
      peak = fabs(rest[i]) > peak ? fabs(rest[i]) : peak;
    }
    int scale = (int)lrint(8 * log2(peak));
    double step = exp2(scale / 8.0) / 3;
    put_bits(bytes, &at, (unsigned)(lag - MIN_LAG), 7);
    put_bits(bytes, &at, (unsigned)level, 3);
    put_bits(bytes, &at, (unsigned)scale & 127, 7);
    for (int i = 0; i < SUBFRAME; i++) {
      int code = (int)lrint(rest[i] / step);
      code = code < -3 ? -3 : code > 3 ? 3 : code;
      if (i % 2 == 0)
        put_bits(bytes, &at, (unsigned)(code + 3), 3);
      past[i] = level / 7.0 * past[i - lag] + (i % 2 == 0 ? code * step : 0);
    }
  }
  memmove(pitch->past, pitch->past + FRAME, HISTORY * sizeof(double));
  return (at + 7) / 8;
}

int speech_encode(speech_encoder *e, const int16_t *in, uint8_t *bytes) {
  memmove(e->lpc->samples, e->lpc->samples + FRAME, LOOK_BACK * sizeof(double));
  preprocess_frame(&e->pre, in, e->lpc->samples + LOOK_BACK);
  analyse_frame(e->lpc);
  filter_residual(e->lpc, e->pitch->residual);
  for (int i = 0; i < FRAME; i++)
    e->energy += e->pitch->residual[i] * e->pitch->residual[i] / FRAME;
  e->frames++;
  return encode_residual(e->pitch, e->lpc, bytes);
}
