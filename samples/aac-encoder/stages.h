#ifndef AAC_STAGES_H
#define AAC_STAGES_H

#include "encoder.h"

/* The stages of encode_frame, in order. Those that take one channel touch no other. */

void detect_attack(const Encoder *enc, Channel *ch);
void choose_windows(Encoder *enc);
void analyse_spectrum(const Encoder *enc, Channel *ch);
float analyse_masking(const Encoder *enc, Channel *ch);
void shape_noise(const Encoder *enc, Channel *ch);
void join_pairs(Encoder *enc);
void allocate_bits(Encoder *enc, float entropy);
int quantise_channel(const Encoder *enc, Channel *ch);
int write_frame(Encoder *enc, int used_bits);

/* Rate control: the state at the start, and the bits of one frame when it is written. */
void rate_control_init(RateControl *control, const RateTables *rate, int channels, long bit_rate,
                       double quality);
/* Bits by which the reservoir would run over after a frame of `bits`. */
int rate_control_surplus(const RateControl *control, int bits);
void rate_control_update(RateControl *control, int bits);
/* The buffer_fullness field of the ADTS header. */
int rate_control_fullness(const RateControl *control, int channels);

#endif
