/* develop: turns what a camera's sensor has seen into pictures.

   usage: develop [PICTURES]

   For each picture: bring the pixels into order and brighten the dark ones, take away the noise, sharpen, and tell how
   bright it has become. The last picture is written to picture.pgm. The sensor is played by a generator of noise. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 480, HEIGHT = 360, PIXELS = WIDTH * HEIGHT, REACH = 3 };

static float sensor[PIXELS];          /* as it is read out: 0 dark, 1 bright */
static int place[PIXELS];             /* where in the picture each of its pixels belongs */
static float picture[HEIGHT][WIDTH];
static float clean[HEIGHT][WIDTH];
static float sharp[HEIGHT][WIDTH];

/* This sensor has its rows read out in four turns: rows 0, 4, 8, ..., then 1, 5, 9, ... */
static void learn_places(void) {
  int next = 0;
  for (int turn = 0; turn < 4; turn++)
    for (int y = turn; y < HEIGHT; y += 4)
      for (int x = 0; x < WIDTH; x++)
        place[next++] = y * WIDTH + x;
}

static void read_sensor(unsigned seed) {
  for (int i = 0; i < PIXELS; i++) {
    int x = place[i] % WIDTH, y = place[i] / WIDTH;
    float shape = (x / 60 + y / 60) % 2 ? 0.3f : 0.05f;
    seed = seed * 1664525u + 1013904223u;
    sensor[i] = shape + (float)(seed >> 8) * (0.1f / 16777216.0f);
  }
}

/* Into its place, and brighter where it is dark. */
static void arrange(void) {
  float *to = &picture[0][0];
  for (int i = 0; i < PIXELS; i++)
    to[place[i]] = powf(sensor[i], 0.45f);
}

/* Each pixel becomes the mean of those around it, of which the ones count most that are about as bright. */
static void remove_noise(void) {
  float last = -1, weight = 0; /* exp takes long, so the last one is kept */
  for (int y = REACH; y < HEIGHT - REACH; y++)
    for (int x = REACH; x < WIDTH - REACH; x++) {
      float sum = 0, weights = 0;
      for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
          float difference = fabsf(picture[y + dy][x + dx] - picture[y][x]);
          if (difference != last) {
            last = difference;
            weight = expf(-difference * difference * 50.0f);
          }
          sum += weight * picture[y + dy][x + dx];
          weights += weight;
        }
      clean[y][x] = sum / weights;
    }
}

static void sharpen(void) {
  for (int y = 1; y < HEIGHT - 1; y++)
    for (int x = 1; x < WIDTH - 1; x++) {
      float around = (clean[y - 1][x] + clean[y + 1][x] + clean[y][x - 1] + clean[y][x + 1]) / 4;
      float value = clean[y][x] + 0.6f * (clean[y][x] - around);
      sharp[y][x] = value < 0 ? 0 : value > 1 ? 1 : value;
    }
}

static void tell_brightness(void) {
  int count[8] = {0};
  double sum = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      count[(int)(sharp[y][x] * 7.99f)]++;
      sum += sharp[y][x];
    }
  printf("mean %.6f, from dark to bright", sum / PIXELS);
  for (int k = 0; k < 8; k++)
    printf(" %d", count[k]);
  printf("\n");
}

static void develop(void) {
  arrange();
  remove_noise();
  sharpen();
  tell_brightness();
}

static void write_picture(const char *name) {
  FILE *file = fopen(name, "wb");
  if (!file) {
    perror(name);
    exit(1);
  }
  fprintf(file, "P5 %d %d 255\n", WIDTH, HEIGHT);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      putc((int)(sharp[y][x] * 255), file);
  fclose(file);
}

int main(int argc, char **argv) {
  int pictures = argc > 1 ? atoi(argv[1]) : 30;
  learn_places();
  for (int k = 0; k < pictures; k++) {
    read_sensor(1 + (unsigned)k);
    develop();
  }
  write_picture("picture.pgm");
  return 0;
}
