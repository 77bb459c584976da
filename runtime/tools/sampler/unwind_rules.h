/* One step from a function's frame to its caller's; internal to the walk over callers. */
#ifndef KASURI_SAMPLER_UNWIND_RULES_H
#define KASURI_SAMPLER_UNWIND_RULES_H

#include "sampler.h"

#if defined(__x86_64__)
enum { REGISTERS = 17, STACK_POINTER = 7, PC_COLUMN = 16 };
#elif defined(__aarch64__)
enum { REGISTERS = 32, STACK_POINTER = 31, PC_COLUMN = 32 }; /* has none */
#else
#error "the sampler knows the registers of x86-64 and AArch64"
#endif

struct frame {
  uint64_t pc;
  uint64_t registers[REGISTERS]; /* by DWARF's numbers */
  struct sampler_stack memory;   /* that may be read */
  int is_exact;                  /* pc is the instruction itself, not the one behind a call */
};

/* 0: the frame has no caller, or none that can be found; it may have been changed. */
int sampler_go_to_caller(struct frame *frame);

#endif
