/*
 * Transient detection, and the grouping of short windows.
 *
 * Quantisation noise spreads over the whole window. When a loud attack follows silence
 * inside one long window, the noise before the attack is not masked and is heard as a
 * pre-echo. Attacks show in the high frequencies first, so the block is high-passed and
 * cut into eight parts, one for each short window; a part with far more energy than the
 * running mean of the parts before it is an attack, and calls for short windows.
 *
 * Short windows cost side information eight times over. Neighbouring windows therefore
 * share their scalefactors in groups; a new group begins where the energy jumps, so that
 * the windows before an attack keep scalefactors of their own.
 *
 * The detector is in the manner of 3GPP TS 26.403, 5.2 (block switching).
 */
#include "transient.h"

static const float attack_ratio = 10.0f;    /* of an attack's energy to the mean */
static const float least_energy = 1.3e5f;   /* per part: 32 units of amplitude */
static const float grouping_ratio = 4.0f;

static float part_energy(TransientState *state, const float *samples, const float *end)
{
    float previous = state->last_sample;
    float output = state->last_output;
    float sum = 0.0f;
    while (samples < end) {
        float sample = *samples++;
        output = 0.7548f * (sample - previous) + 0.5095f * output;
        previous = sample;
        sum += output * output;
    }
    state->last_sample = previous;
    state->last_output = output;
    return sum;
}

int transient_detect(TransientState *state, const float *samples)
{
    int attack = 0;
    float average = state->average;
    for (int part = 0; part < SHORT_WINDOWS; part++) {
        const float *start = samples + part * SHORT_LENGTH;
        float energy = part_energy(state, start, start + SHORT_LENGTH);
        if (energy > attack_ratio * average && energy > least_energy)
            attack = 1;
        average = 0.7f * average + 0.3f * energy;
        state->energy[part] = energy;
    }
    state->average = average;
    return attack;
}

int group_windows(const float *energy, int *group_length)
{
    int groups = 1;
    float mean = energy[0] + 1.0f;
    group_length[0] = 1;
    for (int w = 1; w < SHORT_WINDOWS; w++) {
        float current = energy[w] + 1.0f;
        if (current > grouping_ratio * mean || mean > 4.0f * grouping_ratio * current) {
            group_length[groups++] = 1;
            mean = current;
            continue;
        }
        mean += (current - mean) / (float)++group_length[groups - 1];
    }
    return groups;
}
