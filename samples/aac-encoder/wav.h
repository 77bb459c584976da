#ifndef AAC_WAV_H
#define AAC_WAV_H

#include <stdio.h>

/* Turns the bytes of one sample into a number; full scale is 32768. */
typedef float (*SampleReader)(const unsigned char *bytes);

typedef struct WavFile {
    FILE *file;
    int channels;
    long sample_rate;         /* Hz */
    int sample_bytes;
    unsigned long channel_mask; /* speakers, 0 when the file does not say */
    SampleReader read_sample;
    unsigned long frames;     /* sample frames in the data chunk */
    unsigned long frames_read;
} WavFile;

/* Opens `path` and reads up to the samples. Returns NULL, or what is wrong with it. */
const char *wav_open(WavFile *wav, const char *path);

/* Reads up to `count` frames of interleaved samples; returns how many, -1 on an error. */
int wav_read(WavFile *wav, float *samples, int count);

void wav_close(WavFile *wav);

#endif
