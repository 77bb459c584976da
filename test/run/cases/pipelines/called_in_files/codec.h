#ifndef CODEC_H
#define CODEC_H

enum { N = 64 };

typedef struct codec {
  unsigned work[N], old[N], gain;
  unsigned char out[N];
} codec;

unsigned level(const codec *c, unsigned from);
int encode(codec *c, const unsigned *in);
int spectrum(codec *c, unsigned from);

#endif
