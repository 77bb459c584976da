/* Something like a voice. usage: generate SAMPLES > FILE */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long samples = argc > 1 ? atol(argv[1]) : 16000;
  uint32_t noise = 12345;
  double phase = 0, a = 0, b = 0;
  for (long i = 0; i < samples; i++) {
    noise = noise * 1664525u + 1013904223u;
    double pitch = 110 + 40 * sin(i * 0.0002) + 15 * sin(i * 0.0031);
    phase += pitch / 8000;
    double source = phase >= 1 ? 4000 : (double)((int32_t)noise >> 24);
    if (phase >= 1)
      phase -= 1;
    double formant = 500 + 350 * sin(i * 0.0005);
    double next = source + 1.86 * cos(2 * 3.14159265 * formant / 8000) * a - 0.87 * b;
    b = a;
    a = next;
    int value = (int)(next * (0.6 + 0.4 * sin(i * 0.0009)));
    value = value < -32000 ? -32000 : value > 32000 ? 32000 : value;
    putchar(value & 255);
    putchar(value >> 8 & 255);
  }
  return 0;
}
