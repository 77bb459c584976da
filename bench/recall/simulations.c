/* Particles, random walks, queues, automata, and integration in time. */
#include <math.h>

#include "suite.h"

enum { BODIES = 60, STEPS = 5, WALKERS = 100, CELLS = 64, EVENTS = 300 };

static double px[BODIES], py[BODIES], vx[BODIES], vy[BODIES], fx[BODIES], fy[BODIES], mass[BODIES];
static unsigned seeds[WALKERS];
static int ends[WALKERS], cells[CELLS], next_cells[CELLS], arrivals[EVENTS], starts[EVENTS], finish[EVENTS];
static double paths[WALKERS], prices[EVENTS], average[EVENTS];

static unsigned draw(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return *seed >> 16 & 0x7fff;
}

static void forces(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    double sx = 0, sy = 0;
    /* parallel: reduction(sx sy) */
    for (int j = 0; j < n; j++) {
      if (i == j)
        continue;
      double dx = px[j] - px[i], dy = py[j] - py[i], d = dx * dx + dy * dy + 0.01;
      double s = mass[j] / (d * sqrt(d));
      sx += dx * s;
      sy += dy * s;
    }
    fx[i] = sx;
    fy[i] = sy;
  }
}

static void forces_by_pairs(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    fx[i] = fy[i] = 0;
  /* parallel: reduction(fx fy), in order */
  for (int i = 0; i < n; i++)
    /* parallel: reduction(fx fy), in order */
    for (int j = i + 1; j < n; j++) {
      double dx = px[j] - px[i], dy = py[j] - py[i], d = dx * dx + dy * dy + 0.01;
      double s = 1 / (d * sqrt(d));
      fx[i] += dx * s * mass[j];
      fy[i] += dy * s * mass[j];
      fx[j] -= dx * s * mass[i];
      fy[j] -= dy * s * mass[i];
    }
}

static void move(int n, double dt) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    vx[i] += fx[i] * dt;
    vy[i] += fy[i] * dt;
    px[i] += vx[i] * dt;
    py[i] += vy[i] * dt;
    if (px[i] < -50 || px[i] > 50)
      vx[i] = -vx[i];
  }
}

static void simulate(int n, int steps) {
  /* sequential: each step works on the one before */
  for (int s = 0; s < steps; s++) {
    forces(n);
    move(n, 0.01);
  }
}

static double kinetic_energy(int n) {
  double e = 0;
  /* parallel: reduction(e) */
  for (int i = 0; i < n; i++)
    e += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i]);
  return e;
}

static int closest_pair(int n, double *distance) {
  double best = 1e30;
  int pair = -1;
  /* parallel: reduction(best pair) */
  for (int i = 0; i < n; i++)
    /* parallel: reduction(best pair) */
    for (int j = i + 1; j < n; j++) {
      double dx = px[i] - px[j], dy = py[i] - py[j], d = dx * dx + dy * dy;
      if (d < best) {
        best = d;
        pair = i * BODIES + j;
      }
    }
  *distance = sqrt(best);
  return pair;
}

static void walk_randomly(int n) {
  /* parallel */
  for (int w = 0; w < n; w++) {
    unsigned seed = (unsigned)w * 7919u + 1u;
    int at = 0;
    /* sequential: random numbers of a walker */
    for (int s = 0; s < 50; s++)
      at += draw(&seed) & 1 ? 1 : -1;
    ends[w] = at;
  }
}

static void kept_seeds(int n) {
  /* parallel */
  for (int w = 0; w < n; w++) {
    double sum = 0;
    /* sequential: random numbers of a walker */
    for (int s = 0; s < 20; s++)
      sum += (double)draw(&seeds[w]) / 32768.0;
    paths[w] = sum;
  }
}

static int inside_circle(int trials) {
  int inside = 0;
  /* parallel: reduction(inside) */
  for (int t = 0; t < trials; t++) {
    unsigned seed = (unsigned)t * 2654435761u;
    double u = draw(&seed) / 32768.0, v = draw(&seed) / 32768.0;
    if (u * u + v * v < 1)
      inside++;
  }
  return inside;
}

static void automaton(int n, unsigned rule) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    int left = cells[(i + n - 1) % n], right = cells[(i + 1) % n];
    next_cells[i] = (int)(rule >> (left * 4 + cells[i] * 2 + right) & 1);
  }
}

static double expected_value(int paths_count) {
  double sum = 0, squares = 0;
  /* parallel: reduction(sum squares) */
  for (int p = 0; p < paths_count; p++) {
    unsigned seed = (unsigned)p + 99u;
    double price = 100;
    /* sequential: a path in time */
    for (int s = 0; s < 12; s++)
      price *= 1 + (draw(&seed) / 32768.0 - 0.49) * 0.05;
    double gain = price > 100 ? price - 100 : 0;
    sum += gain;
    squares += gain * gain;
  }
  return sum / paths_count + squares / 1e6;
}

static void runge_kutta(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    double state = 1.0 + i * 0.1, h = 0.05;
    /* sequential: steps in time */
    for (int s = 0; s < 30; s++) {
      double k1 = -state, k2 = -(state + h / 2 * k1), k3 = -(state + h / 2 * k2), k4 = -(state + h * k3);
      state += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    paths[i] += state;
  }
}

static void moving_average(int n, int width) {
  /* parallel */
  for (int i = width; i < n; i++) {
    double sum = 0;
    /* parallel: reduction(sum) */
    for (int k = i - width; k < i; k++)
      sum += prices[k];
    average[i] = sum / width;
  }
}

/* Near misses. */

static void shared_seed(int n) {
  unsigned seed = 42;
  /* sequential: all walkers share one seed */
  for (int w = 0; w < n; w++)
    ends[w] = (int)draw(&seed) % 10;
}

static void make_prices(int n) {
  double price = 50;
  /* sequential: a path in time */
  for (int i = 0; i < n; i++) {
    price += (double)(suite_next() % 100) / 100.0 - 0.5;
    prices[i] = price;
  }
}

static void exponential_average(int n) {
  average[0] = prices[0];
  /* sequential: the average so far */
  for (int i = 1; i < n; i++)
    average[i] = 0.9 * average[i - 1] + 0.1 * prices[i];
}

static void sliding_sum(int n, int width) {
  double sum = 0;
  /* sequential: the sum slides along */
  for (int i = 0; i < n; i++) {
    sum += prices[i];
    if (i >= width)
      sum -= prices[i - width];
    average[i] = sum;
  }
}

static void queue(int n) {
  int free_at = 0;
  /* sequential: one waits for the one before */
  for (int i = 0; i < n; i++) {
    starts[i] = arrivals[i] > free_at ? arrivals[i] : free_at;
    free_at = starts[i] + 3 + i % 4;
    finish[i] = free_at;
  }
}

static void automaton_in_place(int n) {
  /* sequential: the left neighbor is new */
  for (int i = 1; i + 1 < n; i++)
    cells[i] = cells[i - 1] ^ cells[i + 1];
}

static int metropolis(int steps) {
  unsigned seed = 5;
  int state = 0, accepted = 0;
  /* sequential: a chain of states */
  for (int s = 0; s < steps; s++) {
    int proposed = state + (int)(draw(&seed) % 7) - 3;
    if (abs(proposed) <= abs(state) || draw(&seed) % 4 == 0) {
      state = proposed;
      accepted++;
    }
  }
  return state + accepted;
}

static double leapfrog(int steps) {
  double position = 1, velocity = 0;
  /* sequential: steps in time */
  for (int s = 0; s < steps; s++) {
    velocity -= position * 0.01;
    position += velocity * 0.01;
  }
  return position;
}

static void bounce(int n) {
  /* sequential: neighbors exchange speed */
  for (int i = 0; i + 1 < n; i++)
    if (vx[i] > vx[i + 1]) {
      double kept = vx[i];
      vx[i] = vx[i + 1];
      vx[i + 1] = kept;
    }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 40, BODIES);
  double distance;
  suite_doubles(px, BODIES);
  suite_doubles(py, BODIES);
  suite_ints(arrivals, EVENTS, 0, 500);
  suite_ints(cells, CELLS, 0, 1);
  /* parallel */
  for (int i = 0; i < BODIES; i++)
    mass[i] = 1 + i % 3;
  /* parallel */
  for (int w = 0; w < WALKERS; w++)
    seeds[w] = (unsigned)w + 1;
  simulate(n, STEPS);
  forces_by_pairs(n);
  int pair = closest_pair(n, &distance);
  walk_randomly(n);
  kept_seeds(n);
  automaton(n, 110);
  suite_show("ends", ends, sizeof ends);
  printf("%d %d %g %g\n", pair, inside_circle(n * 10), kinetic_energy(n), expected_value(n));
  runge_kutta(n);
  make_prices(EVENTS);
  moving_average(n * 4, 10);
  suite_show("average", average, sizeof average);
  shared_seed(n);
  exponential_average(n * 4);
  suite_show("average", average, sizeof average);
  sliding_sum(n * 4, 12);
  queue(n * 4);
  automaton_in_place(n);
  printf("%d %g %g\n", metropolis(n * 10), leapfrog(n), distance);
  bounce(n);
  suite_show("average", average, sizeof average);
  suite_show("ends", ends, sizeof ends);
  suite_show("cells", cells, sizeof cells);
  suite_show("next", next_cells, sizeof next_cells);
  suite_show("finish", finish, sizeof finish);
  suite_show("px", px, sizeof px);
  suite_show("fx", fx, sizeof fx);
  suite_show("vx", vx, sizeof vx);
  suite_show("paths", paths, sizeof paths);
  return 0;
}
