/* The instructions of an unwind table, up to an address, and the rules that they leave.
 *
 * A register's rule says where its value in the caller is: unchanged (also if nothing is said), at
 * an offset from the CFA, at the address that an expression computes, or lost. Expressions are few:
 * linkers write one for procedure linkage tables, and compilers where a function has aligned its
 * stack. */
#include "unwind_rules.h"

#include "tables.h"

#include <string.h>

enum { STATES = 2, VALUES = 16, STEPS = 100000 };

enum kind { SAME, AT_OFFSET, IS_OFFSET, IN_REGISTER, AT_EXPRESSION, IS_EXPRESSION, LOST };

struct rule {
  union {
    int64_t offset; /* from the CFA; or the register */
    const uint8_t *expression;
  };
  uint32_t length; /* of the expression */
  enum kind kind;
};

struct rules {
  struct rule of[REGISTERS];
  struct rule cfa; /* IN_REGISTER with `addend`, or IS_EXPRESSION */
  int64_t addend;
};

struct machine {
  const struct table *table;
  struct rules rules;
  struct rules initial; /* behind the common instructions */
  struct rules remembered[STATES];
  unsigned count;  /* of them */
  uint64_t offset; /* from the function's begin that the rules hold from */
  int has_failed;
};

static struct rule expression(enum kind kind, struct bytes block) {
  return (struct rule){
      .expression = block.at, .length = (uint32_t)(block.end - block.at), .kind = kind};
}

static void set_rule(struct machine *its, uint64_t column, struct rule rule) {
  if (column < REGISTERS)
    its->rules.of[column] = rule;
}

static void set_offset(struct machine *its, enum kind kind, uint64_t column, int64_t units) {
  set_rule(its, column, (struct rule){.kind = kind, .offset = units * its->table->data_unit});
}

static void restore(struct machine *its, uint64_t column) {
  if (column < REGISTERS)
    its->rules.of[column] = its->initial.of[column];
}

static void set_cfa(struct machine *its, uint64_t column, int64_t addend) {
  its->rules.cfa = (struct rule){.kind = IN_REGISTER, .offset = (int64_t)column};
  its->rules.addend = addend;
}

/* Instructions 0x00 to 0x3f, by their numbers in DWARF 5, section 6.4.2. */
static void run_extended(struct machine *its, unsigned code, struct bytes *from) {
  uint64_t column;
  switch (code) {
  case 0x00: /* DW_CFA_nop */
    break;
  case 0x02: /* DW_CFA_advance_loc1 */
  case 0x03:
  case 0x04:
    its->offset += sampler_read(from, 1u << (code - 2)) * its->table->code_unit;
    break;
  case 0x05: /* DW_CFA_offset_extended */
    column = sampler_read_uleb(from);
    set_offset(its, AT_OFFSET, column, (int64_t)sampler_read_uleb(from));
    break;
  case 0x06: /* DW_CFA_restore_extended */
    restore(its, sampler_read_uleb(from));
    break;
  case 0x07: /* DW_CFA_undefined */
    set_rule(its, sampler_read_uleb(from), (struct rule){.kind = LOST});
    break;
  case 0x08: /* DW_CFA_same_value */
    set_rule(its, sampler_read_uleb(from), (struct rule){.kind = SAME});
    break;
  case 0x09: /* DW_CFA_register */
    column = sampler_read_uleb(from);
    set_rule(its, column,
             (struct rule){.kind = IN_REGISTER, .offset = (int64_t)sampler_read_uleb(from)});
    break;
  case 0x0a: /* DW_CFA_remember_state */
    its->has_failed |= its->count == STATES;
    if (its->count < STATES)
      its->remembered[its->count++] = its->rules;
    break;
  case 0x0b: /* DW_CFA_restore_state */
    its->has_failed |= its->count == 0;
    if (its->count > 0)
      its->rules = its->remembered[--its->count];
    break;
  case 0x0c: /* DW_CFA_def_cfa */
    column = sampler_read_uleb(from);
    set_cfa(its, column, (int64_t)sampler_read_uleb(from));
    break;
  case 0x0d: /* DW_CFA_def_cfa_register */
    set_cfa(its, sampler_read_uleb(from), its->rules.addend);
    break;
  case 0x0e: /* DW_CFA_def_cfa_offset */
    its->rules.addend = (int64_t)sampler_read_uleb(from);
    break;
  case 0x0f: /* DW_CFA_def_cfa_expression */
    its->rules.cfa = expression(IS_EXPRESSION, sampler_read_block(from));
    break;
  case 0x10: /* DW_CFA_expression */
  case 0x16: /* DW_CFA_val_expression */
    column = sampler_read_uleb(from);
    set_rule(its, column,
             expression(code == 0x10 ? AT_EXPRESSION : IS_EXPRESSION, sampler_read_block(from)));
    break;
  case 0x11: /* DW_CFA_offset_extended_sf */
    column = sampler_read_uleb(from);
    set_offset(its, AT_OFFSET, column, sampler_read_sleb(from));
    break;
  case 0x12: /* DW_CFA_def_cfa_sf */
    column = sampler_read_uleb(from);
    set_cfa(its, column, sampler_read_sleb(from) * its->table->data_unit);
    break;
  case 0x13: /* DW_CFA_def_cfa_offset_sf */
    its->rules.addend = sampler_read_sleb(from) * its->table->data_unit;
    break;
  case 0x14: /* DW_CFA_val_offset */
    column = sampler_read_uleb(from);
    set_offset(its, IS_OFFSET, column, (int64_t)sampler_read_uleb(from));
    break;
  case 0x2d: /* DW_CFA_AARCH64_negate_ra_state; signatures are in bits that we leave out */
    break;
  case 0x2e: /* DW_CFA_GNU_args_size */
    sampler_read_uleb(from);
    break;
  default:
    its->has_failed = 1;
  }
}

/* Up to the first that holds from behind `until` on. */
static void run(struct machine *its, struct bytes from, uint64_t until) {
  for (unsigned i = 0; i < STEPS && from.at < from.end && its->offset <= until; i++) {
    const unsigned code = (unsigned)sampler_read(&from, 1), low = code & 0x3f;
    if (its->has_failed)
      return;
    switch (code >> 6) {
    case 1: /* DW_CFA_advance_loc */
      its->offset += low * its->table->code_unit;
      break;
    case 2: /* DW_CFA_offset */
      set_offset(its, AT_OFFSET, low, (int64_t)sampler_read_uleb(&from));
      break;
    case 3: /* DW_CFA_restore */
      restore(its, low);
      break;
    default:
      run_extended(its, low, &from);
    }
  }
}

/* The word of the stack at the address; 0: it may not be read. */
static int read_word(const struct frame *frame, uint64_t address, uint64_t *value) {
  const struct sampler_stack memory = frame->memory;
  if (address == 0 || address < memory.low || memory.high - memory.low < sizeof *value ||
      address > memory.high - sizeof *value)
    return 0;
  memcpy(value, (const void *)(uintptr_t)address, sizeof *value);
  return 1;
}

/* What an operation that takes two values makes of them; 0: none that such tables have. */
static int combine(unsigned code, uint64_t *value, uint64_t other) {
  switch (code) {
  case 0x1a: /* DW_OP_and */
    *value &= other;
    return 1;
  case 0x1c: /* DW_OP_minus */
    *value -= other;
    return 1;
  case 0x22: /* DW_OP_plus */
    *value += other;
    return 1;
  case 0x24: /* DW_OP_shl */
    *value = other < 64 ? *value << other : 0;
    return 1;
  case 0x2a: /* DW_OP_ge */
    *value = (int64_t)*value >= (int64_t)other;
    return 1;
  }
  return 0;
}

/* The value that an operation without operands on the stack gives; 0: it is another operation. */
static int is_source(const struct frame *frame, unsigned code, struct bytes *from,
                     uint64_t *value) {
  const unsigned column = code - 0x70;
  if (code >= 0x30 && code <= 0x4f) /* DW_OP_lit0 … 31 */
    *value = code - 0x30;
  else if (code == 0x08) /* DW_OP_const1u */
    *value = sampler_read(from, 1);
  else if (code == 0x09) /* DW_OP_const1s */
    *value = (uint64_t)sampler_read_signed(from, 1);
  else if (code < 0x70 || column >= REGISTERS) /* DW_OP_breg0 … 31 */
    return 0;
  else
    *value = (column == PC_COLUMN ? frame->pc : frame->registers[column]) +
             (uint64_t)sampler_read_sleb(from);
  return 1;
}

static int evaluate(const struct frame *frame, const struct rule *rule, uint64_t first,
                    uint64_t *result) {
  struct bytes from = {rule->expression, rule->expression + rule->length};
  uint64_t values[VALUES] = {first}, value;
  unsigned top = 0;
  while (from.at < from.end) {
    const unsigned code = (unsigned)sampler_read(&from, 1);
    if (is_source(frame, code, &from, &value)) {
      if (top + 1 == VALUES)
        return 0;
      values[++top] = value;
    } else if (code == 0x23) { /* DW_OP_plus_uconst */
      values[top] += sampler_read_uleb(&from);
    } else if (code == 0x06) { /* DW_OP_deref */
      if (!read_word(frame, values[top], &values[top]))
        return 0;
    } else if (top == 0 || !combine(code, &values[top - 1], values[top])) {
      return 0;
    } else {
      top--;
    }
  }
  *result = values[top];
  return 1;
}

static int find_cfa(const struct frame *frame, const struct rules *rules, uint64_t *cfa) {
  if (rules->cfa.kind == IS_EXPRESSION)
    return evaluate(frame, &rules->cfa, 0, cfa);
  if (rules->cfa.kind != IN_REGISTER || (uint64_t)rules->cfa.offset >= REGISTERS)
    return 0;
  *cfa = frame->registers[rules->cfa.offset] + (uint64_t)rules->addend;
  return 1;
}

/* The caller's value; 0: it cannot be found. */
static int apply(const struct frame *frame, const struct rule *rule, uint64_t cfa,
                 uint64_t *value) {
  switch (rule->kind) {
  case SAME:
    return 1;
  case AT_OFFSET:
    return read_word(frame, cfa + (uint64_t)rule->offset, value);
  case IS_OFFSET:
    *value = cfa + (uint64_t)rule->offset;
    return 1;
  case IN_REGISTER:
    if ((uint64_t)rule->offset >= REGISTERS)
      return 0;
    *value = frame->registers[rule->offset];
    return 1;
  case AT_EXPRESSION:
    return evaluate(frame, rule, cfa, value) && read_word(frame, *value, value);
  case IS_EXPRESSION:
    return evaluate(frame, rule, cfa, value);
  case LOST:
    return 0;
  }
  return 0;
}

/* On its way to the caller, whose stack is above. */
static int apply_all(struct frame *frame, const struct rules *rules, const struct table *table) {
  uint64_t cfa;
  if (table->return_column >= REGISTERS || rules->of[table->return_column].kind == LOST ||
      !find_cfa(frame, rules, &cfa) || cfa < frame->memory.low)
    return 0;
  struct frame caller = *frame;
  for (unsigned i = 0; i < REGISTERS; i++)
    if (!apply(frame, &rules->of[i], cfa, &caller.registers[i]) && i == table->return_column)
      return 0;
  if (rules->of[STACK_POINTER].kind == SAME)
    caller.registers[STACK_POINTER] = cfa;
  caller.pc = caller.registers[table->return_column] & 0xffffffffffffull;
  caller.is_exact = table->is_signal_frame;
  const int is_higher = caller.registers[STACK_POINTER] > frame->registers[STACK_POINTER];
  if (!is_higher && caller.pc == frame->pc)
    return 0; /* a function without a frame calls nothing, so this is one for ever */
  caller.memory.low = caller.registers[STACK_POINTER] > frame->memory.low &&
                              caller.registers[STACK_POINTER] < frame->memory.high
                          ? caller.registers[STACK_POINTER]
                          : frame->memory.low;
  *frame = caller;
  return 1;
}

int sampler_go_to_caller(struct frame *frame) {
  struct table table;
  const uintptr_t pc = (uintptr_t)frame->pc - (frame->is_exact ? 0 : 1);
  if (!sampler_find_table(pc, &table))
    return 0;
  struct machine its = {.table = &table};
  run(&its, table.initial, ~(uint64_t)0);
  its.initial = its.rules;
  its.offset = 0;
  run(&its, table.program, pc - table.begin);
  return !its.has_failed && apply_all(frame, &its.rules, &table);
}
