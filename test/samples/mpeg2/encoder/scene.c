/*
 * A scene that moves: a landscape of noise that pans by halves of samples, two discs with
 * landscapes of their own that bounce across it at other speeds, some grain that no prediction
 * can foresee, and a cut every 50 frames. All in integers, so that it is the same everywhere.
 */
#include "scene.h"

enum { SIDE = 512, CUT = 100 };

static uint8_t landscape[SIDE][SIDE]; /* repeats in both directions */

uint32_t scene_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu ^ (c + 0x165667b1u) * 0xc2b2ae35u;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return h ^ h >> 15;
}

static int lattice(int level, int x, int y)
{
    return (int)(scene_hash((uint32_t)level, (uint32_t)x, (uint32_t)y) & 255);
}

/* Noise of one coarseness: random values `step` apart, and straight lines between them. */
static int noise(int level, int step, int x, int y)
{
    int count = SIDE / step;
    int i = x / step, j = y / step, u = x % step, v = y % step;
    int top = lattice(level, i, j) * (step - u) + lattice(level, (i + 1) % count, j) * u;
    int bottom = lattice(level, i, (j + 1) % count) * (step - u) +
                 lattice(level, (i + 1) % count, (j + 1) % count) * u;
    return (top * (step - v) + bottom * v) / (step * step);
}

void scene_init(void)
{
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int value = noise(0, 64, x, y) * 8 + noise(1, 16, x, y) * 5 + noise(2, 4, x, y) * 2;
            landscape[y][x] = (uint8_t)(value / 16 + 8);
        }
    }
}

/* The landscape at a place in quarters of samples. */
static int sample(int x, int y)
{
    int i = x >> 2 & (SIDE - 1), j = y >> 2 & (SIDE - 1), u = x & 3, v = y & 3;
    int k = (i + 1) & (SIDE - 1), l = (j + 1) & (SIDE - 1);
    return ((landscape[j][i] * (4 - u) + landscape[j][k] * u) * (4 - v) +
            (landscape[l][i] * (4 - u) + landscape[l][k] * u) * v + 8) >> 4;
}

/* To and fro between 0 and `range`. */
static int bounce(int way, int range)
{
    way %= 2 * range;
    return way < range ? way : 2 * range - way;
}

/* Whether a place lies in disc `d`; then its way goes into *x, *y instead of the camera's. */
static int in_disc(const Sequence *s, int d, int px, int py, int time, int *x, int *y)
{
    int radius = s->height * 4 / (d == 0 ? 5 : 8);
    int cx = bounce(time * (d == 0 ? 11 : 7) + 300 * d, s->width * 4);
    int cy = bounce(time * (d == 0 ? 5 : 9) + 500 * d, s->height * 4);
    int dx = px - cx, dy = py - cy;
    *x = dx + 700;
    *y = dy + 900 * (d + 1);
    return dx * dx + dy * dy < radius * radius;
}

/* Component k at a place in quarters of luma samples. */
static int value_at(const Sequence *s, int k, int px, int py, int time)
{
    int shot = time / CUT;
    int x, y, bias = 0;
    if (in_disc(s, 0, px, py, time, &x, &y))
        bias = 40;
    else if (in_disc(s, 1, px, py, time, &x, &y))
        bias = -40;
    else {
        x = px + time * (5 - 3 * (shot % 3)) + shot * 777;
        y = py + time * (shot % 2 == 0 ? 1 : -2) + shot * 555;
    }
    if (k == 0)
        return sample(x, y) + bias / 2;
    return 128 + (sample(x + 800 * k, y) - 128) / 2 + (k == 1 ? bias : -bias);
}

void scene_draw(Frame *frame, const Sequence *s, int time)
{
    for (int k = 0; k < 3; k++) {
        int scale = k == 0 ? 4 : 8, size = k == 0 ? 16 : 8;
        for (int y = 0; y < s->rows * size; y++) {
            int when = time + (s->is_progressive ? 0 : y % 2);
            FrameRow *row = &frame->row[y / size];
            uint8_t *line = k == 0 ? row->luma[y % 16] : row->chroma[k - 1][y % 8];
            for (int x = 0; x < s->columns * size; x++) {
                int grain = (int)(scene_hash((uint32_t)x, (uint32_t)(y * 3 + k), (uint32_t)when) % 5);
                int value = value_at(s, k, x * scale, y * scale, when) + grain - 2;
                line[x] = (uint8_t)(value < 1 ? 1 : value > 254 ? 254 : value);
            }
        }
    }
}
