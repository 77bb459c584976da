/* Bodies that attract each other. With pragmas of OpenMP, by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body { double x, y, z, vx, vy, vz, mass; };

static struct body *bodies;
static int count;

static void accelerate(double dt) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < count; i++) {
    struct body *self = &bodies[i];
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < count; j++) {
      double dx = bodies[j].x - self->x, dy = bodies[j].y - self->y, dz = bodies[j].z - self->z;
      double d = sqrt(dx * dx + dy * dy + dz * dz + 1e-9), f = bodies[j].mass / (d * d * d);
      if (j == i)
        continue;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    self->vx += ax * dt;
    self->vy += ay * dt;
    self->vz += az * dt;
  }
}

static void move(double dt) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < count; i++) {
    bodies[i].x += bodies[i].vx * dt;
    bodies[i].y += bodies[i].vy * dt;
    bodies[i].z += bodies[i].vz * dt;
  }
}

int main(int argc, char **argv) {
  double energy = 0;
  count = argc > 1 ? atoi(argv[1]) : 2500;
  bodies = calloc((size_t)count, sizeof *bodies);
  if (!bodies)
    return 1;
  for (int i = 0; i < count; i++) {
    bodies[i].x = sin(i);
    bodies[i].y = cos(i * 2);
    bodies[i].z = sin(i * 3);
    bodies[i].mass = 1.0 / count;
  }
  for (int step = 0; step < 10; step++) {
    accelerate(0.01);
    move(0.01);
  }
  for (int i = 0; i < count; i++)
    energy += bodies[i].mass * bodies[i].vx * bodies[i].vx;
  printf("%.17g\n", energy);
  return 0;
}
