/* The callers of interrupted code, from the tables that debuggers and exceptions use (.eh_frame).
 *
 *     CFA = rsp + 16; return address at CFA - 8; rbp at CFA - 16      from address 0x1139 on
 *
 * A table says for each instruction where the canonical frame address (CFA) is, which is the stack
 * pointer of the caller, and where the caller's registers are in relation to it. We find the table
 * of a function by the index that the linker makes (.eh_frame_hdr), go through its instructions up
 * to the address, and apply the rules.
 *
 * A debugger's library may trust its tables. We are in somebody's program at any instruction, and a
 * wrong table (of assembly by hand, or of epilogues without rows) must not end it. So the stack is
 * read only between the interrupted stack pointer and the end of the thread's stack, and each frame
 * must be above the one before. Of a stack that the program has made itself, the end is not known;
 * then it is the end of the page. What does not fit, or is written in a way that compilers do not
 * use, ends the walk; the frames so far count. */
#define _GNU_SOURCE
#include "sampler.h"

#include "unwind_rules.h"

#include <string.h>
#include <ucontext.h>

enum { PAGE = 4096 };

static void read_registers(const void *context, struct frame *frame) {
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  /* By the numbers of DWARF: rax rdx rcx rbx rsi rdi rbp rsp r8 … r15. */
  static const int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                              REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                              REG_R12, REG_R13, REG_R14, REG_R15};
  for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
    frame->registers[i] = (uint64_t)machine->gregs[order[i]];
  frame->pc = (uint64_t)machine->gregs[REG_RIP];
#else
  for (unsigned i = 0; i < 31; i++)
    frame->registers[i] = machine->regs[i];
  frame->registers[STACK_POINTER] = machine->sp;
  frame->pc = machine->pc;
#endif
}

static struct sampler_stack readable(struct sampler_stack stack, uint64_t pointer) {
  if (stack.low <= pointer && pointer < stack.high)
    return (struct sampler_stack){pointer, stack.high};
  return (struct sampler_stack){pointer, (pointer | (PAGE - 1)) + 1};
}

unsigned sampler_find_callers(const void *context, struct sampler_stack stack, uint64_t *frames,
                              unsigned most) {
  struct frame frame = {.is_exact = 1};
  read_registers(context, &frame);
  frame.memory = readable(stack, frame.registers[STACK_POINTER]);
  unsigned count = 0;
  do
    frames[count++] = sampler_frame_of(frame.pc);
  while (count < most && sampler_go_to_caller(&frame) && frame.pc != 0);
  return count;
}
