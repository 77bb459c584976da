// A number that is scanned into a member is written to no other member, and no pointer comes with it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct image {
  int width, height;
  unsigned char *data;
  char name[16];
};

static int header(FILE *f, struct image *im) {
  if (fscanf(f, "P6 %d %d %15s", &im->width, &im->height, im->name) != 3)
    return -1;
  im->data = malloc((size_t)im->width * im->height);
  return im->data ? 0 : -1;
}

// CHECK: loop {{.*}}:[[#@LINE+6]]:3 parallel
void pixels(FILE *f, unsigned char *restrict out) {
  struct image im;
  if (header(f, &im))
    exit(1);
  int n = im.width * im.height;
  for (int i = 0; i < n; i++)
    im.data[i] = (unsigned char)(im.data[i] + im.height + out[i]);
  free(im.data);
}

// CHECK: loop {{.*}}:[[#@LINE+7]]:3 sequential
// CHECK-NEXT: cannot tell what 'im.data' points to
void pointers(FILE *f) {
  struct image im;
  if (fscanf(f, "%d %p", &im.width, (void **)&im.data) != 2)
    exit(1);
  int n = im.width;
  for (int i = 0; i < n; i++)
    im.data[i] = (unsigned char)(im.data[i + 1] + 1);
}

// CHECK: loop {{.*}}:[[#@LINE+6]]:3 sequential
void unbounded(FILE *f, const char *format) {
  struct image im;
  if (fscanf(f, format, &im.width) != 1)
    exit(1);
  int n = im.width;
  for (int i = 0; i < n; i++)
    im.data[i] = (unsigned char)(im.data[i] + 1);
}
