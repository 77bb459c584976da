/* A speech coder in the manner of GSM: linear prediction, a long-term predictor on what the decoder
 * will have, and a quantized residual. One handle has all that goes from frame to frame. */
#ifndef SPEECH_CODEC_H
#define SPEECH_CODEC_H

#include <stdint.h>

#define FRAME 160
#define ORDER 10
#define SUBFRAME 40
#define SUBFRAMES (FRAME / SUBFRAME)
#define HISTORY 160
#define MIN_LAG 40
#define MAX_LAG 150
#define LOOK_BACK 80
#define FRAME_BYTES 64

typedef struct preprocess {
  double last_in, last_out; /* of the high-pass filter */
  double emphasis;
} preprocess;

typedef struct analysis {
  double *window;                    /* table */
  double samples[LOOK_BACK + FRAME]; /* of the last frame, and of this one */
  double windowed[LOOK_BACK + FRAME];
  double correlation[ORDER + 1];
  double predictor[ORDER + 1];
  double reflection[ORDER];
} analysis;

typedef struct excitation {
  double *past;     /* HISTORY samples that the decoder has, and the frame */
  double *residual; /* of the frame */
  double memory[ORDER];
} excitation;

typedef struct speech_encoder {
  preprocess pre;
  analysis *lpc;
  excitation *pitch;
  int16_t *input;
  uint8_t *bytes;
  int at_bit;
  long frames;
  double energy;
} speech_encoder;

speech_encoder *speech_new(void);
void speech_free(speech_encoder *e);
/* The parts of a frame, in order. */
void preprocess_frame(preprocess *pre, const int16_t *in, double *out);
void analyse_frame(analysis *lpc);
void filter_residual(const analysis *lpc, double *residual);
int encode_residual(excitation *pitch, const analysis *lpc, uint8_t *bytes);
/* All of it. Returns the number of bytes. */
int speech_encode(speech_encoder *e, const int16_t *in, uint8_t *bytes);

#endif
