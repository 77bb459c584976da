// An outlined layer as C text. Nothing is decided here.
#include "emit/GuardText.h"
#include "emit/Outline.h"
#include "movability/text/SourceText.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace kasuri {
namespace {

std::string number(int64_t value) { return std::to_string(value); }

std::string frameOf(const OutlinedLayer &layer) { return "struct " + layer.symbol + "_frame"; }

std::vector<FrameMember> membersOf(const OutlinedLayer &layer) {
  std::vector<FrameMember> members;
  for (const Capture &capture : layer.captures) {
    const std::string place = (capture.isCopied ? "ks_copies." : "") + capture.name;
    const std::string value = (capture.isShared ? "&" : "") + place;
    for (const auto &[length, text] : capture.lengths)
      members.push_back({length, "ks_size " + length, text});
    members.push_back(!capture.lengths.empty()
                          ? FrameMember{capture.name, "void *" + capture.name, "(void *)" + value}
                      : capture.isShared ? FrameMember{capture.name, capture.sharedType, value, "",
                                                       capture.isCopied}
                                         : FrameMember{capture.name, capture.valueType, value});
  }
  for (size_t i = 0; i < layer.tasks.size(); ++i) {
    for (const OutlinedTask::Result &each : layer.tasks[i].results)
      members.push_back({each.home, each.homeType, "&ks_copies." + each.name, "", true});
    if (!layer.tasks[i].hasEarlyHead())
      continue;
    const SplitLoop &loop = *layer.tasks[i].split;
    const std::string trip = "ks_trip_" + number(i), start = "ks_start_" + number(i);
    members.push_back(
        {trip, "ks_int64 " + trip, trip, " /* iterations of " + layer.tasks[i].name + " */"});
    members.push_back({start, loop.startType, start});
    if (loop.wave)
      members.push_back({loop.wave->state, "ks_wave " + loop.wave->state,
                         "{.ks_rows = " + trip + ", .ks_reach = " + number(loop.wave->reach) +
                             ", .ks_least = " + number(loop.wave->least) +
                             ", .ks_slots = " + number(layer.maxParts + 1) + "}",
                         "", true});
    for (const SplitLoop::Advance &each : loop.computed())
      members.push_back({each.amountName(), "ks_int64 " + each.amountName(), each.amountName()});
    for (const SplitLoop::Private &each : loop.privates)
      if (!each.placeText.empty())
        members.push_back({each.home, "void *" + each.home,
                           trip + " > 0 ? (void *)&(" + each.placeText + ") : 0"});
    const std::vector<FrameMember> ofBlocks = blockMembers(*layer.program, loop);
    members.insert(members.end(), ofBlocks.begin(), ofBlocks.end());
    for (const AccumulatorCopy &each : loop.accumulators)
      members.push_back({each.home, each.homeType, trip + " > 0 ? &" + each.place + " : 0"});
    for (const OutlinedReduction &each : loop.reductions)
      if (!each.beforeType.empty())
        members.push_back({each.before, each.beforeType, trip + " > 0 ? " + each.name + " : 0"});
  }
  return members;
}

bool readsErrno(const OutlinedLayer &layer) {
  return !layer.tasks.empty() && (layer.tasks.front().readsErrno || layer.keepsErrno(0));
}

/// Of the frame, for what the parts of a task leave in errno: 0 if it has not been set.
std::string errnoOf(size_t task) { return "ks_errno_" + number(task); }

unsigned errnoParts(const OutlinedLayer &layer, size_t task) {
  return layer.tasks[task].split ? layer.maxParts : 1;
}

/// In a task that reads errno: what was set last before it, in program order. The tasks in front
/// that may set it are over.
std::string printErrnoBefore(const OutlinedLayer &layer, size_t index) {
  std::string out = "  *__errno_location() = ks_f->ks_errno_begin;\n";
  for (size_t i = 0; i < index; ++i)
    out += "  ks_take_errno(ks_f->" + errnoOf(i) + ", " + number(errnoParts(layer, i)) +
           ", __errno_location());\n";
  return out;
}

/// What the tasks leave there.
std::string printTaskMembers(const OutlinedTask &task, const std::string &index, unsigned parts) {
  std::string out;
  if (task.decides())
    out += "  int ks_taken_" + index + "; /* outcome of " + task.name + "; -1: not evaluated */\n";
  if (!task.returnedType.empty())
    out += "  " + task.returnedType + ";\n";
  if (task.piped)
    out += printPipedMembers(*task.piped);
  if (!task.hasEarlyHead())
    return out;
  if (const auto &wave = task.split->wave)
    out += "  ks_wave_slot " + wave->slots + "[" + number(parts + 1) + "];\n";
  for (const OutlinedReduction &reduction : task.split->reductions) {
    if (reduction.list)
      out += "  ks_terms " + reduction.list->member + "[" + number(parts) + "];\n";
    else
      out += "  " + reduction.arrayType + ";\n";
    if (reduction.elements > 0)
      out += "  unsigned char " + reduction.ran + "[" + number(parts) + "];\n";
    if (!reduction.mark.empty())
      out += "  unsigned char *" + reduction.mark + ";\n";
    if (!reduction.sets.empty())
      out += "  unsigned char " + reduction.sets + "[" + number(parts) + "];\n";
    for (const OutlinedCompanion &companion : reduction.companions)
      out += "  " + companion.arrayType + ";\n";
  }
  return out + printLastSetMembers(*task.split, parts) +
         printAccumulatorMembers(*task.split, parts) + printSumMembers(*task.split, parts) +
         printKeptMembers(*task.split);
}

std::string printFrame(const OutlinedLayer &layer) {
  std::string out;
  for (const FrameMember &each : membersOf(layer))
    out += "  " + each.declaration + ";" + each.comment + "\n";
  if (readsErrno(layer))
    out += "  int ks_errno_begin;\n";
  for (size_t i = 0; i < layer.tasks.size(); ++i) {
    out += printTaskMembers(layer.tasks[i], number(i), layer.maxParts);
    if (layer.keepsErrno(i))
      out += "  int " + errnoOf(i) + "[" + number(errnoParts(layer, i)) + "];\n";
  }
  return frameOf(layer) + " {\n" + (out.empty() ? "  char ks_nothing;\n" : out) + "};\n\n";
}

/// "name + k * step" as the source would have it after k iterations.
std::string advanced(const std::string &name, const std::string &count, const std::string &step) {
  return name + " + " + count + (step == "1" ? "" : " * " + step);
}

/// What the loop's variable advances by; `frame` leads to what is computed before the loop.
std::string stepOf(const SplitLoop &loop, const std::string &frame) {
  return loop.moving ? frame + loop.moving->amountName() : number(loop.step);
}

/// The induction variable `name` after so many iterations. Addresses and integers are computed as
/// numbers that wrap: what the source has there is the same modulo their size.
std::string advanced(const SplitLoop::Advance &each, const std::string &name,
                     const std::string &count, const std::string &amount) {
  if (!each.amount)
    return advanced(name, count, number(each.step));
  const std::string moved = "(ks_uint64)" + count + " * (ks_uint64)" + amount;
  return each.isPointer ? "(void *)((char *)" + name + " + (ks_int64)(" + moved + "))"
                        : "(ks_uint64)" + name + " + " + moved;
}

/// The variable's value in the body of an iteration, or after the loop.
std::string valueAt(const SplitLoop &loop, const std::string &start, const std::string &iteration,
                    const std::string &frame) {
  const std::string steps = loop.lead() == 0 ? iteration : "(" + iteration + " + 1)";
  const std::string value = advanced(start, steps, stepOf(loop, frame));
  return loop.isPointer ? value : "(" + loop.plainType + ")(" + value + ")";
}

/// factor * variable + addend, as the source computes it.
std::string sumText(const SplitLoop::Test &test, const SplitLoop &loop, const std::string &start) {
  if (!test.sumText.empty())
    return "(" + test.sumText + ")";
  if (test.factor == 1 && test.addend == 0)
    return start;
  const std::string from = loop.isPointer ? start : "(" + test.testedType + ")" + start;
  const std::string product = from + (test.factor == 1 ? "" : " * " + number(test.factor));
  const std::string sign = test.addend < 0 ? " - " : " + ";
  return "(" + product + (test.addend == 0 ? "" : sign + number(std::abs(test.addend))) + ")";
}

bool countsUp(const SplitLoop &loop) { return loop.step > 0 || loop.moving; }

bool isClosed(const SplitLoop::Test &test) {
  return test.relation == Relation::LessEqual || test.relation == Relation::GreaterEqual;
}

/// Does the test hold for this value? Where it asks for a difference: has the bound not been met?
std::string testText(const SplitLoop &loop, const SplitLoop::Test &test, const std::string &start) {
  return "(" + test.comparedType + ")" + sumText(test, loop, start) +
         (countsUp(loop) ? " <" : " >") + (isClosed(test) ? "= " : " ") + test.bound;
}

/// How often the test holds: start and bound as they compare in the source. A variable that goes on
/// until it meets its bound started before it, be it in arithmetic that wraps.
std::string testsText(const SplitLoop &loop, const SplitLoop::Test &test,
                      const std::string &start) {
  const int64_t stride = loop.step * test.factor - test.boundStep;
  const bool isUp = countsUp(loop);
  const std::string sum = sumText(test, loop, start);
  const std::string first = "(" + test.comparedType + ")" + sum;
  const std::string from = loop.isPointer || test.comparedType == loop.plainType ? sum : first;
  const std::string high = isUp ? test.bound : from, low = isUp ? from : test.bound;
  const std::string step = loop.moving ? stepOf(loop, "") : number(std::abs(stride));
  bool isMet = test.relation == Relation::NotEqual && !loop.isPointer;
  const std::string distance =
      isMet            ? "(ks_int64)(" + test.comparedType + ")(" + high + " - " + low + ")"
      : loop.isPointer ? "(ks_int64)(" + high + " - " + low + ")"
                       : "(ks_int64)((ks_uint64)" + high + " - (ks_uint64)" + low + ")";
  if (isMet)
    return step == "1" ? distance : distance + " / " + step;
  const std::string count =
      !isClosed(test) && step == "1" ? distance
      : isClosed(test)               ? distance + " / " + step + " + 1"
      : loop.moving                  ? "(" + distance + " - 1) / " + step + " + 1"
                    : "(" + distance + " + " + number(std::abs(stride) - 1) + ") / " + step;
  return testText(loop, test, start) + " ? " + count + " : 0";
}

/// The variable's value at the first test.
std::string firstTested(const SplitLoop &loop, const std::string &index) {
  std::string start = "ks_start_" + index;
  if (!loop.isSteppedFirst())
    return start;
  return "(" + std::string(loop.isPointer ? "" : "(" + loop.plainType + ")") + "(" +
         advanced(start, stepOf(loop, ""), "1") + "))";
}

/// Iterations of the loop.
std::string tripText(const SplitLoop &loop, const std::string &index) {
  const std::string start = firstTested(loop, index);
  std::string tests = testsText(loop, loop.tests[0], start);
  for (size_t i = 1; i < loop.tests.size(); ++i)
    tests = "ks_least(" + tests + ", " + testsText(loop, loop.tests[i], start) + ")";
  if (!loop.testsFirst)
    tests = "1 + (" + tests + ")";
  return loop.moving ? stepOf(loop, "") + " > 0 ? " + tests + " : 0" : tests;
}

/// The variable's amount, where the loop runs at all.
std::string movingText(const Program &program, const SplitLoop &loop, const std::string &start) {
  std::string runs;
  for (const SplitLoop::Test &test : loop.tests)
    runs += (runs.empty() ? "" : " && ") + testText(loop, test, start);
  const std::string amount = valueText(program, *loop.moving->amount);
  return "  const ks_int64 " + loop.moving->amountName() + " = " +
         (loop.testsFirst ? runs + " ? " + amount + " : 0" : amount) + ";\n";
}

/// Start, bounds and trip count as the source has them. Where no test is reached, its bound is the
/// value that it would be compared with.
std::string headText(const Program &program, const SplitLoop &loop, const std::string &index) {
  std::string out = "  " + loop.startType + " = " + loop.startText + ";\n";
  std::string before; // the tests in front
  for (const SplitLoop::Test &test : loop.tests) {
    const std::string first = firstTested(loop, index);
    out +=
        "  " + test.boundType + " = " + (test.isAfterOthers ? before + " ? " : "") +
        test.boundText +
        (test.isAfterOthers ? " : (" + test.comparedType + ")" + sumText(test, loop, first) : "") +
        ";\n";
    before += (before.empty() ? "" : " && ") + testText(loop, test, first);
  }
  if (loop.moving)
    out += movingText(program, loop, "ks_start_" + index);
  return out + "  const ks_int64 ks_trip_" + index + " = " + tripText(loop, index) + ";\n";
}

/// What inductions advance by; where the loop hardly runs, nothing is read to find it.
std::string amountsText(const Program &program, const SplitLoop &loop, const std::string &index) {
  std::string out;
  for (const SplitLoop::Advance &each : loop.inductions)
    if (each.amount)
      out += "  const ks_int64 " + each.amountName() + " = ks_trip_" + index + " > 1 ? " +
             valueText(program, *each.amount) + " : KS_LOST;\n";
  return out;
}

/// The source's own loop from one iteration to another: compilers vectorise it as they would there.
std::string printHead(const SplitLoop &loop, const std::string &start, bool countsTerms) {
  // An unsigned variable may wrap past the end when it takes larger steps, or one below zero.
  bool mayWrap =
      loop.isUnsigned && (std::abs(loop.step) > 1 || loop.lead() > 0 || !loop.testsFirst);
  const char *test = mayWrap ? " != " : countsUp(loop) ? " < " : " > ";
  std::string out = (loop.isPointer ? "  " : "  const ") + loop.endType + " = " +
                    valueAt(loop, start, "ks_last", "ks_f->") + ";\n";
  std::string steps = loop.stepText;
  if (const std::string taken = accumulatorStep(loop); !taken.empty())
    steps += (steps.empty() ? "" : ", ") + taken;
  for (const SplitLoop::Advance &each : loop.inductions) // maybe only their advance names them
    out += "  __attribute__((__unused__)) " + each.declaration + " = " +
           advanced(each, "ks_f->" + each.name, "ks_first", "ks_f->" + each.amountName()) + ";\n";
  std::string first = loop.variable + " = " + valueAt(loop, start, "ks_first", "ks_f->");
  if (countsTerms) {
    first += ", ks_k = ks_first";
    steps += steps.empty() ? "ks_k++" : ", ks_k++";
  }
  return out + "  " + loop.variableType + ";\n  for (" + first + "; " + loop.variable + test +
         "ks_end;" + (steps.empty() ? "" : " " + steps) + ")\n";
}

/// What an array's copy leaves goes back to the original.
std::string leaveText(const SplitLoop::Private &array) {
  const bool isBuffer = !array.bytesText.empty();
  std::string out;
  for (const auto &[low, end] : array.left)
    out += (out.empty() ? "" : ", ") + std::string("__builtin_memcpy((char *)") +
           (isBuffer ? array.home : "ks_f->" + array.name) + " + " + number(low) + ", (char *)" +
           (isBuffer ? "" : "&") + array.name + " + " + number(low) + ", " + number(end - low) +
           ")";
  return out;
}

/// A place's copy from the original, or back to it.
std::string copyText(const SplitLoop::Private &array, bool isBack) {
  const bool isBuffer = !array.bytesText.empty();
  const std::string original =
      (isBuffer ? "" : "ks_f->") + (array.home.empty() ? array.name : array.home);
  const std::string copy = (isBuffer ? "" : "&") + array.name;
  const std::string bytes = isBuffer ? array.bytesText : "sizeof " + array.name;
  return "__builtin_memcpy(" + (isBack ? original + ", " + copy : copy + ", " + original) + ", " +
         bytes + ")";
}

std::string printListStart(const OutlinedReduction &listed, const std::string &symbol) {
  const OutlinedReduction::List &list = *listed.list;
  return "  ks_terms " + list.own + " = {0};\n" +
         (list.term.empty() ? "" : "  " + termType(listed, symbol) + " *" + list.term + ";\n");
}

/// The next iteration is one that the part takes, as long as there are any.
std::string printRow(const OutlinedWave &wave) {
  return "  ks_wave_place " + wave.place + " = ks_wave_at(&ks_f->" + wave.state + ", ks_f->" +
         wave.slots + ", ks_part, ks_parts);\n  while (ks_wave_next(&" + wave.place +
         ")) {\n  const ks_int64 ks_first = " + wave.place +
         ".ks_row;\n  const ks_int64 ks_last = ks_first + 1;\n";
}

/// The body of a row, a loop with one iteration.
std::string printBody(const OutlinedTask &task) {
  const bool enters = task.split->wave && !task.split->wave->enterText.empty();
  return (enters ? "    {\n    " + task.split->wave->enterText + "\n" : "") + task.bodyLine +
         "    " + task.text + "\n" + (enters ? "    }\n" : "");
}

std::string printSplit(const OutlinedLayer &layer, size_t index) {
  const OutlinedTask &task = layer.tasks[index];
  const SplitLoop &loop = *task.split;
  const std::string frame = loop.isLate ? "" : "ks_f->";
  const std::string trip = frame + "ks_trip_" + number(index);
  std::string out = loop.isLate ? headText(*layer.program, loop, number(index)) : "";
  bool countsTerms = hasAccumulatorTerms(loop) || keepsValues(loop);
  for (const SplitLoop::Private &each : loop.privates)
    if (each.bytesText.empty() || each.isCopiedOut)
      out += "  " + each.declaration + (each.bytesText.empty() ? "" : " = " + each.name) + ";\n";
  out += printLastSetStart(loop);
  for (const OutlinedReduction &reduction : loop.reductions) {
    countsTerms |= reduction.isOrdered && !reduction.list;
    if (reduction.list)
      out += printListStart(reduction, layer.symbol);
    else if (reduction.elements > 0)
      out += printOwnArray(reduction);
    else if (!reduction.isOrdered)
      out += "  " + reduction.ownCopy + " = " +
             (reduction.startsFromBefore() ? extremeStart(reduction, "ks_f->" + reduction.before)
                                           : reduction.identity) +
             ";\n";
    if (!reduction.set.empty())
      out += "  unsigned char " + reduction.set + " = 0;\n";
    for (const OutlinedCompanion &companion : reduction.companions)
      out += "  " + companion.ownCopy + ";\n";
  }
  for (const SplitLoop::Private &each : loop.privates)
    if (!each.bytesText.empty())
      out += "  " + each.name + " = ks_scratch(" + each.bytesText + ");\n";
  out += loop.wave ? printRow(*loop.wave)
                   : "  const ks_int64 ks_first = ks_chunk_begin(" + trip +
                         ", ks_part, ks_parts);\n  const ks_int64 ks_last = ks_chunk_begin(" +
                         trip + ", ks_part + 1, ks_parts);\n";
  if (countsTerms)
    out += "  ks_int64 ks_k;\n";
  for (const OutlinedReduction &reduction : loop.reductions)
    if (!reduction.mark.empty())
      out += "  for (ks_k = ks_first; ks_k < ks_last; ks_k++)\n    ks_f->" + reduction.mark +
             "[ks_k] = 0;\n";
  const std::string isLast = "  if (ks_last == " + trip + " && ks_first < ks_last)\n    ";
  for (const SplitLoop::Private &each : loop.privates)
    if (each.isCopiedOut && !each.isWhole && each.left.empty())
      out += isLast + copyText(each, false) + ";\n";
  out += printBlockStart(loop) + printAccumulatorStart(loop) + printSumStart(loop);
  out += printHead(loop, frame + "ks_start_" + number(index), countsTerms);
  out += printBody(task);
  if (loop.leavesErrno)
    out += isLast + "ks_f->ks_errno = *__errno_location();\n";
  for (const SplitLoop::Private &each : loop.privates) {
    if (each.isCopiedOut && !each.isWhole && !each.left.empty())
      out += withoutWarnings(isLast + leaveText(each) + ";\n");
    else if (each.isCopiedOut)
      out += isLast +
             (each.isWhole ? "*ks_f->" + each.name + " = " + each.name : copyText(each, true)) +
             ";\n";
  }
  out += loop.wave ? "  }\n" : "";
  for (const SplitLoop::Private &each : loop.privates)
    if (!each.bytesText.empty())
      out += "  ks_scratch_free(" + each.name + ");\n";
  out += printBlockEnd(loop, isLast) + printLastSetEnd(loop) + printAccumulatorEnd(loop) +
         printSumEnd(loop);
  for (const OutlinedReduction &reduction : loop.reductions) {
    if (reduction.list)
      out += "  ks_f->" + reduction.list->member + "[ks_part] = " + reduction.list->own + ";\n";
    if (!reduction.isOrdered && reduction.elements == 0)
      out += "  ks_f->" + reduction.member + "[ks_part] = " + reduction.own + ";\n";
    if (!reduction.sets.empty())
      out += "  ks_f->" + reduction.sets + "[ks_part] = " + reduction.set + ";\n";
    for (const OutlinedCompanion &companion : reduction.companions)
      out += "  ks_f->" + companion.member + "[ks_part] = " + companion.name + ";\n";
  }
  return out;
}

/// Evaluates a branch's condition, or what a switch selects: a number behind all arms if none.
std::string printOutcome(const OutlinedTask &task, const std::string &taken,
                         const std::string &place) {
  if (task.labels.empty())
    return "  ks_decide(&" + taken + ", (\n" + place + "  " + task.text + ") ? 1 : 0);\n";
  std::string out = "  switch (\n" + place + task.text + "\n  ) {\n";
  auto decide = [&](unsigned arm) {
    return "    ks_decide(&" + taken + ", " + number(arm) + ");\n    break;\n";
  };
  bool hasDefault = false;
  for (size_t i = 0; i < task.labels.size(); ++i) {
    const SwitchLabel &label = task.labels[i];
    const bool isLast = i + 1 == task.labels.size() || task.labels[i + 1].arm != label.arm;
    out += "  " + label.text + ":\n" + (isLast ? decide(label.arm) : "");
    hasDefault |= label.text == "default";
  }
  const unsigned none = task.labels.empty() ? 0 : task.labels.back().arm + 1;
  return out + (hasDefault ? "" : "  default:\n" + decide(none)) + "  }\n";
}

std::string printTask(const OutlinedLayer &layer, size_t index) {
  const OutlinedTask &task = layer.tasks[index];
  std::string out = "/* " + task.name + (task.split ? ", a part of its iterations" : "") + " */\n";
  out += "static void " + task.function +
         "(void *ks_frame, ks_uint32 ks_part, ks_uint32 ks_parts) {\n";
  out += "  " + frameOf(layer) + " *ks_f = ks_frame;\n";
  for (size_t captured : task.captures) {
    const Capture &capture = layer.captures[captured];
    for (const auto &length : capture.lengths)
      out += "  const ks_size " + length.first + " = ks_f->" + length.first + ";\n";
    out += "  " + (capture.isShared ? capture.sharedType : capture.valueType) + " = ks_f->" +
           capture.name + ";\n";
  }
  for (const std::string &declaration : task.privates)
    out += "  " + declaration + ";\n";
  if (task.condition)
    out += "  if (ks_f->ks_taken_" + number(*task.condition) + " != " + number(task.outcome) +
           ")\n    return;\n";
  const bool usesFrame = !task.captures.empty() || task.condition || task.decides() ||
                         !task.results.empty() || layer.keepsErrno(index);
  std::string unused = "  (void)ks_part, (void)ks_parts";
  for (const std::string &name : task.privateNames) // perhaps only set
    unused += ", (void)" + name;
  unused += usesFrame ? ";\n" : ", (void)ks_f;\n";
  const std::string place = task.bodyLine + "  ";
  if (task.split)
    out += printSplit(layer, index);
  else if (task.piped)
    out += printPiped(task, number(index));
  else if (task.isCondition)
    out += unused + (task.readsErrno ? printErrnoBefore(layer, index) : "") +
           printOutcome(task, "ks_f->ks_taken_" + number(index), place);
  else
    out += unused + place + task.text + "\n";
  if (task.decides() && !task.isCondition)
    out += "  ks_decide(&ks_f->ks_taken_" + number(index) + ", 0);\n";
  if (layer.keepsErrno(index))
    out += "  ks_keep_errno(&ks_f->" + errnoOf(index) + "[ks_part], *__errno_location());\n";
  for (const OutlinedTask::Result &each : task.results)
    out += "  *ks_f->" + each.home + " = " + each.name + ";\n";
  return out + "}\n\n";
}

/// Of the runtime's functions for a layer, which are others for a graph, for groups, for kinds of
/// cores, where waiting workers help, and for a pipeline.
std::string entryOf(const OutlinedLayer &layer, const std::string &name) {
  const std::string workers = name + (name == "ks_workers" ? "_of" : "");
  const std::string helped = layer.plan->isHelped ? "_helped" : "";
  const std::string entry = layer.plan->graph            ? workers + "_graph" + helped
                            : !layer.plan->kinds.empty() ? workers + "_placed"
                            : layer.plan->hasGroups()    ? workers + "_groups"
                            : layer.tasks.front().piped  ? name + "_piped"
                                                         : name + helped;
  std::string size; // of the tables, by the number of iterations
  for (const PlannedSize &each : layer.plan->larger)
    size +=
        (size.empty() ? "[(ks_trip_0 >= " : " + (ks_trip_0 >= ") + number(each.leastTrips) + ")";
  return entry + "(&" + layer.symbol + size + (size.empty() ? "" : "]");
}

/// The layer itself, whatever it is entered by.
std::string describedBy(const OutlinedLayer &layer) {
  const bool isPlaced = !layer.plan->graph && !layer.plan->kinds.empty();
  const bool isWithin = layer.plan->graph.has_value() || layer.plan->hasGroups() || isPlaced;
  return "&" + layer.symbol + (layer.plan->larger.empty() ? "" : "[0]") +
         (isPlaced ? ".ks_grouped" : "") + (isWithin ? ".ks_described" : "");
}

/// Tests that all must hold; profiles count where they do not. "" without any.
std::string testsText(const OutlinedLayer &layer, const std::vector<std::string> &tests) {
  if (tests.empty())
    return "";
  std::string all;
  for (const std::string &each : tests)
    all += (all.empty() ? "" : " &&\n      ") + each;
  return (tests.size() > 1 ? "((" + all + ") ||" : "(" + all + " ||") + " ks_refuse(" +
         describedBy(layer) + ")) &&\n      ";
}

std::string runOf(const OutlinedLayer &layer) { return entryOf(layer, "ks_run") + ", &ks_f);\n"; }

/// There is something to be done behind the run.
bool countsBehind(const OutlinedLayer &layer) {
  return std::any_of(layer.tasks.begin(), layer.tasks.end(), [](const OutlinedTask &task) {
    return task.split && (!task.split->reductions.empty() || !task.split->lastSets.empty() ||
                          !task.split->accumulators.empty() || task.split->sums ||
                          !task.split->orderedText.empty());
  });
}

bool hasRest(const OutlinedLayer &layer) {
  return countsBehind(layer) ||
         std::any_of(layer.tasks.begin(), layer.tasks.end(), [](const OutlinedTask &task) {
           return (task.split && task.split->leavesErrno) || !task.exits.empty() || task.piped;
         });
}

/// The first task that leaves the layer: no later one has been decided.
std::string printExits(const OutlinedLayer &layer) {
  std::string out = printPipeExits(layer.tasks.front());
  for (size_t i = 0; i < layer.tasks.size(); ++i)
    for (const OutlinedTask::Exit &exit : layer.tasks[i].exits)
      out += "    if (ks_f.ks_taken_" + number(i) + " == " + number(exit.outcome) + ")\n" +
             exit.line + "    " + exit.text + "\n";
  return out;
}

/// Memory for terms; in the parts that may not run, what changes nothing.
std::string printReductionsBefore(const OutlinedLayer &layer) {
  std::string out;
  for (size_t i = 0; i < layer.tasks.size(); ++i)
    if (layer.tasks[i].split) {
      out += printAccumulatorBefore(*layer.tasks[i].split, "ks_trip_" + number(i), layer.maxParts) +
             printKeptBefore(*layer.tasks[i].split, "ks_trip_" + number(i));
      for (const OutlinedReduction &each : layer.tasks[i].split->reductions) {
        const std::string trip = "ks_trip_" + number(i);
        if (each.list)
          continue;
        if (each.isOrdered || each.elements > 0)
          out += "    ks_f." + each.member + " = ks_scratch(ks_bytes_of(" +
                 (each.isOrdered ? trip : number(layer.maxParts)) + ", sizeof *ks_f." +
                 each.member + "));\n";
        else if (each.identity != "0")
          out += "    for (ks_k = 0; ks_k < " + number(layer.maxParts) + "; ks_k++)\n      ks_f." +
                 each.member + "[ks_k] = " +
                 (!each.startsFromBefore()
                      ? each.identity
                      : extremeStart(each,
                                     each.beforeType.empty() ? each.name : "ks_f." + each.before)) +
                 ";\n";
        if (!each.sets.empty())
          out +=
              "    __builtin_memset(ks_f." + each.sets + ", 0, sizeof ks_f." + each.sets + ");\n";
        if (!each.mark.empty())
          out += "    ks_f." + each.mark + " = ks_scratch(ks_bytes_of(" + trip + ", 1));\n";
      }
    }
  return out;
}

std::string printAfter(const OutlinedLayer &layer) {
  std::string out;
  for (size_t i = 0; i < layer.tasks.size(); ++i) {
    if (!layer.tasks[i].hasEarlyHead())
      continue;
    const SplitLoop &loop = *layer.tasks[i].split;
    const std::string trip = "ks_trip_" + number(i);
    if (!loop.orderedText.empty())
      out += printOrdered(loop, trip, valueAt(loop, "ks_start_" + number(i), "ks_k", ""));
    for (const OutlinedReduction &each : loop.reductions)
      out += printReductionFold(each, trip, layer.maxParts, layer.symbol);
    out += printAccumulatorFold(loop, trip, layer.maxParts) + printSumFold(loop, layer.maxParts) +
           printLastSetFold(loop, layer.maxParts);
    for (const SplitLoop::Advance &each : loop.inductions)
      out +=
          "    " + each.name + " = " + advanced(each, each.name, trip, each.amountName()) + ";\n";
    if (loop.setsVariable)
      out +=
          "    " + loop.variable + " = " + valueAt(loop, "ks_start_" + number(i), trip, "") + ";\n";
    if (loop.leavesErrno)
      out += "    if (" + trip + " > 0)\n      *__errno_location() = ks_f.ks_errno;\n";
  }
  return out;
}

/// How many iterations run before what is done in order; 0: all.
int64_t roundOf(const OutlinedLayer &layer) {
  const std::optional<SplitLoop> &loop = layer.tasks.front().split;
  return loop ? loop->round : 0;
}

/// The layer runs for some iterations at a time, as if these were the loop.
std::string printRounds(const OutlinedLayer &layer) {
  if (roundOf(layer) == 0)
    return "";
  const SplitLoop &loop = *layer.tasks.front().split;
  const std::string begun = advanced("ks_begin", "ks_done", stepOf(loop, ""));
  return "    const ks_int64 ks_all = ks_trip_0;\n"
         "    __typeof__(ks_start_0) ks_begin = ks_start_0;\n"
         "    ks_int64 ks_done = 0;\n"
         "    do {\n"
         "    const ks_int64 ks_trip_0 = ks_least(ks_all - ks_done, " +
         number(roundOf(layer)) + ");\n    " + loop.startType + " = " +
         (loop.isPointer ? begun : "(" + loop.plainType + ")(" + begun + ")") + ";\n";
}

std::string printRoundsEnd(const OutlinedLayer &layer) {
  return roundOf(layer) == 0
             ? ""
             : "    ks_done += " + number(roundOf(layer)) + ";\n    } while (ks_done < ks_all);\n";
}

/// What the function that enters the layer is called with.
std::string listed(const OutlinedLayer &layer, std::string FrameMember::*part,
                   const std::string &copies) {
  std::string out;
  for (const FrameMember &each : membersOf(layer))
    if (!each.isOfCopy)
      out += (out.empty() ? "" : ", ") + each.*part;
  return !haveValues(layer.copies) ? out : out + (out.empty() ? "" : ", ") + copies;
}

/// The frame's definition, from the members' values in the enclosing function or from its copies.
std::string printFrameSet(const OutlinedLayer &layer, std::string FrameMember::*value) {
  std::string set;
  for (const FrameMember &each : membersOf(layer))
    set += (set.empty() ? "." : ", .") + each.name + " = " +
           (each.isOfCopy ? each.value : each.*value);
  for (size_t i = 0; i < layer.tasks.size(); ++i)
    if (layer.tasks[i].decides())
      set += (set.empty() ? "." : ", .") + ("ks_taken_" + number(i)) + " = -1";
  if (readsErrno(layer))
    set += (set.empty() ? "." : ", .") + std::string("ks_errno_begin = *__errno_location()");
  if (layer.tasks.front().piped)
    set += (set.empty() ? "." : ", .") + std::string("ks_ended = 0");
  return frameOf(layer) + " ks_f = {" + (set.empty() ? ".ks_nothing = 0" : set) + "};\n";
}

/// Nothing of the frame is read behind the run.
bool isEnteredByCall(const OutlinedLayer &layer) { return !hasRest(layer); }

std::string enterOf(const OutlinedLayer &layer) { return layer.symbol + "_enter"; }

/// The layer's run, where the frame is not in the function itself.
std::string printEntering(const OutlinedLayer &layer) {
  return printCopies(layer) + printLateCopies(layer) + "    " +
         (layer.copies.empty() ? "" : "ks_copies = ") + enterOf(layer) + "(" +
         listed(layer, &FrameMember::value, "ks_copies") + ");\n";
}

/// A frame in the function itself disturbs how compilers treat the original loop beside it, where
/// the layer hardly ever runs.
std::string printEnter(const OutlinedLayer &layer) {
  if (!isEnteredByCall(layer))
    return "";
  const std::string copies = copiesOf(layer);
  const std::string parameters = listed(layer, &FrameMember::declaration, copies + " ks_copies");
  return "static __attribute__((__noinline__, __cold__)) " +
         (layer.copies.empty() ? "void" : copies) + " " + enterOf(layer) + "(" +
         (parameters.empty() ? "void" : parameters) + ") {\n" +
         (layer.copies.empty() || haveValues(layer.copies) ? "" : "  " + copies + " ks_copies;\n") +
         "  " + printFrameSet(layer, &FrameMember::name) + "  " + runOf(layer) +
         (layer.copies.empty() ? "" : "  return ks_copies;\n") + "}\n";
}

/// When the layer runs, and not the original code. With fixed parts that is no question of cores:
/// both have other results.
std::string conditionOf(const OutlinedLayer &layer, const std::string &guards) {
  if (!layer.plan->hasFixedParts())
    return "ks_has_others() && " + guards + entryOf(layer, "ks_workers") + ") > 1";
  return guards.substr(0, guards.rfind(" &&"));
}

} // namespace

std::string printTaskFunctions(const OutlinedLayer &layer) {
  std::string out = printCopiesType(layer) + printTermTypes(layer) + printFrame(layer);
  for (size_t i = 0; i < layer.tasks.size(); ++i)
    out += printTask(layer, i);
  if (layer.tasks.front().piped)
    out += printSegments(layer, layer.tasks.front());
  return out;
}

std::string printDefinitions(const OutlinedLayer &layer) {
  std::string out = "/* kasuri: layer " + layer.name + ", " + number(layer.tasks.size()) +
                    " macro-task" + (layer.tasks.size() == 1 ? "" : "s") + " */\n";
  out += lineDirective(1, "kasuri/" + layer.name) + layer.prototype;
  const auto &loop = layer.tasks.front().split;
  if ((loop && (loop->keepsErrno || loop->leavesErrno)) || readsErrno(layer))
    out += "extern int *__errno_location(void);\n";
  out += pushed(layer.macros);
  for (const OutlinedTask &task : layer.tasks)
    if (task.split && task.split->wave)
      out += task.split->wave->prototype;
  for (const OutlinedTask &task : layer.tasks)
    if (task.split && task.split->sums)
      out += task.split->sums->prototypes;
  for (const OutlinedTask &task : layer.tasks)
    if (task.piped)
      out += task.piped->prototypes;
  out += printTaskFunctions(layer) + printDispatch(layer) + printEnter(layer);
  return out + popped(layer.macros) + "\n";
}

std::string pushed(const std::vector<MacroDefinition> &macros) {
  std::string out;
  for (const MacroDefinition &macro : macros)
    out += "#pragma push_macro(\"" + macro.name + "\")\n" + macro.text + "\n";
  return out;
}

std::string popped(const std::vector<MacroDefinition> &macros) {
  std::string out;
  for (const MacroDefinition &macro : llvm::reverse(macros))
    out += "#pragma pop_macro(\"" + macro.name + "\")\n";
  return out;
}

/// With what begins and ends a pipeline.
static std::string printRun(const OutlinedLayer &layer) {
  const OutlinedTask &task = layer.tasks.front();
  const std::string run = "    " + runOf(layer);
  return task.piped ? printPipeOpen(layer, task, describedBy(layer)) + run + printPipeClose() : run;
}

std::string printCall(const OutlinedLayer &layer) {
  std::string out =
      "{ /* kasuri: layer " + layer.name + "; its plan stands in front of this function */\n";
  std::string setUp, guard;
  for (const OutlinedTask &task : layer.tasks)
    if (task.split)
      for (const std::string &each : task.split->setUp)
        setUp += "  " + each + "\n";
  out += setUp.empty() ? "" : setUp + "  {\n";
  if (layer.head)
    out += headText(*layer.program, *layer.head, "0");
  for (size_t i = 0; i < layer.tasks.size(); ++i) {
    if (!layer.tasks[i].hasEarlyHead())
      continue;
    const SplitLoop &loop = *layer.tasks[i].split;
    out += headText(*layer.program, loop, number(i)) + amountsText(*layer.program, loop, number(i));
    for (const SplitLoop::Advance &each : loop.inductions)
      guard += !each.amount ? "" : each.amountName() + " != KS_LOST && ";
  }
  if (layer.plan->minimumTrip > 0)
    guard += "ks_trip_0 >= " + number(layer.plan->minimumTrip) + " && ";
  for (size_t i = 0; i < layer.tasks.size(); ++i)
    if (const int64_t fewest = layer.plan->tasks[i].fewestTrips; fewest > 0)
      guard += "ks_trip_" + number(i) + " >= " + number(fewest) + " && ";
  const std::vector<std::string> guards = guardTexts(*layer.program, layer.guards);
  if (!guards.empty() && !layer.tasks.front().piped)
    guard += "ks_trip_0 > 1 && ";
  guard += testsText(layer, guards);
  std::string condition = conditionOf(layer, guard);
  const std::optional<PipedLoop> &piped = layer.tasks.front().piped;
  if (piped && piped->readsAhead) // takes longer than to know that the layer will not run
    condition += " &&\n      (ks_may_read_ahead_of(" +
                 number(static_cast<int64_t>(piped->standardInput)) + ") || ks_refuse(" +
                 describedBy(layer) + "))";
  out += condition.empty() ? "  {\n" : "  if (" + condition + ") {\n";
  if (piped && !piped->setUp.empty())
    out += layer.firstLine + "    " + piped->setUp + "\n    {\n";
  out += printRounds(layer);
  if (isEnteredByCall(layer))
    out += printEntering(layer);
  else
    out += printCopies(layer) + "    " + printFrameSet(layer, &FrameMember::value) +
           (countsBehind(layer) ? "    ks_int64 ks_k;\n" : "") + printLateCopies(layer) +
           printReductionsBefore(layer) + printRun(layer);
  out += printCopiesBack(layer) + printAfter(layer) + printRoundsEnd(layer) + printExits(layer);
  if (piped && !piped->setUp.empty())
    out += "    }\n";
  if (!condition.empty())
    out += "  } else {\n" +
           (layer.otherwise.empty() ? layer.firstLine + "    " + layer.original : layer.otherwise) +
           "\n";
  return out + "  }\n}" + (setUp.empty() ? "" : "\n}");
}

} // namespace kasuri
