/* What the sampler leaves for `kasuri profile`: one file, which all processes of a command map.
 *
 *     struct sampler_head | record | record | ...
 *
 * A record is one word and the words that it announces:
 *
 *     sample     its weight, and for each frame, innermost first, a module and an address in it
 *     module     its number, and the bytes of the file's name with zeros behind
 *
 * Room is claimed by adding to `used`. `kasuri profile` makes the file longer while the command
 * runs, so that no process ever touches memory that the disk has no room for: `ready` says how far
 * it is. A process that is ended in the middle of a record leaves zeros, or a record without its
 * first word, which is written last. So a reader passes over words that are no first ones. */
#ifndef KASURI_SAMPLER_SAMPLES_H
#define KASURI_SAMPLER_SAMPLES_H

#include <stdint.h>

#define SAMPLER_FORMAT 1u
#define SAMPLER_FILE "KASURI_SAMPLES"   /* names the file in the environment */
#define SAMPLER_EVERY_NS 3999971u       /* of a thread's processor time; prime */
#define SAMPLER_MOST_BYTES (1ull << 30) /* of the file */
#define SAMPLER_FRAMES 192u             /* of a sample, at most */
#define SAMPLER_MODULES 4096u           /* of all processes, at most */

enum { SAMPLER_SAMPLE = 1, SAMPLER_MODULE = 2 };

/* Changed by atomic operations only. */
struct sampler_head {
  uint64_t format;    /* SAMPLER_FORMAT */
  uint64_t used;      /* bytes from the beginning that are claimed; more than `ready`: lost */
  uint64_t ready;     /* bytes that the file has */
  uint64_t lost;      /* samples without room */
  uint64_t modules;   /* numbers that are given away; the first is 1 */
  uint64_t processes; /* that have been sampled */
};

/* The first word: 16 bits that neither a name nor a frame begins with, the kind, the number of
 * words that follow, and the weight or the module's number. */
#define SAMPLER_MARK 0xfffeull
#define SAMPLER_LARGEST 0xffffffu /* weight */

static inline uint64_t sampler_first_word(unsigned kind, unsigned words, uint32_t number) {
  return SAMPLER_MARK << 48 | (uint64_t)kind << 40 | (uint64_t)words << 24 | number;
}

static inline int sampler_is_first(uint64_t word) { return word >> 48 == SAMPLER_MARK; }
static inline unsigned sampler_kind(uint64_t word) { return (unsigned)(word >> 40) & 0xff; }
static inline unsigned sampler_words(uint64_t word) { return (unsigned)(word >> 24) & 0xffff; }
static inline uint32_t sampler_number(uint64_t word) { return (uint32_t)word & SAMPLER_LARGEST; }

/* A frame: the module's number, 0 for code in none, and the address as the module's file has it. */
static inline uint64_t sampler_frame(unsigned module, uint64_t address) {
  return (uint64_t)module << 48 | (address & 0xffffffffffffull);
}

static inline unsigned sampler_module(uint64_t frame) { return (unsigned)(frame >> 48); }
static inline uint64_t sampler_address(uint64_t frame) { return frame & 0xffffffffffffull; }

#endif
