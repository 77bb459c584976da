// Private blocks of scratch memory, as C text. Nothing is decided here.
//
//     char *const ks_copy_0_0 = ks_block(...);       as aligned as the old one
//     work = (float *)(ks_copy_0_0 + ((ks_address)work - (ks_address)ks_f->ks_home_0_0));
//
// A pointer into the old block keeps its distance from the first byte. It may lie outside what
// the loop touches, so the distance is one of numbers.
#include "emit/GuardText.h"
#include "emit/Outline.h"

namespace kasuri {
namespace {

std::string moved(const OutlinedBlock &block, const std::string &pointer) {
  return block.copy + " + ((ks_address)" + pointer + " - (ks_address)ks_f->" + block.home + ")";
}

std::string printHolder(const OutlinedHolder &holder) {
  std::string out = "  " + holder.declaration + ";\n";
  out += "  __builtin_memcpy(&" + holder.name + ", " + holder.from + ", sizeof " + holder.name +
         ");\n";
  return holder.pointer.empty() ? out : out + "  " + holder.pointer + " = &" + holder.name + ";\n";
}

std::string printMember(const OutlinedBlock &block) {
  const std::string place = "(char *)&" + block.holder + " + " + std::to_string(block.member);
  return "  {\n    char *ks_pointer;\n    __builtin_memcpy(&ks_pointer, " + place +
         ", sizeof ks_pointer);\n    ks_pointer = " + moved(block, "ks_pointer") +
         ";\n    __builtin_memcpy(" + place + ", &ks_pointer, sizeof ks_pointer);\n  }\n";
}

} // namespace

std::vector<FrameMember> blockMembers(const Program &program, const SplitLoop &loop) {
  std::vector<FrameMember> members;
  const auto addPlace = [&](const std::string &name, const std::string &address) {
    members.push_back({name, "char *" + name, "(char *)(ks_address)" + address});
  };
  const auto addBytes = [&](const std::string &name, const std::string &value) {
    members.push_back({name, "ks_int64 " + name, value});
  };
  const auto bytesOf = [&](const GuardRange &range) {
    return valueText(program, sum(range.end, product(range.low, constantOf(-1))));
  };
  for (const OutlinedBlock &each : loop.blocks) {
    addPlace(each.home, valueText(program, each.span.low));
    addBytes(each.size, bytesOf(each.span));
    for (const OutlinedBlock::Kept &kept : each.kept) {
      addPlace(kept.low, valueText(program, kept.span.low));
      addBytes(kept.bytes, bytesOf(kept.span));
    }
    for (const OutlinedBlock::Pointer &pointer : each.pointers)
      if (!pointer.before.empty())
        members.push_back(
            {pointer.before, "void *" + pointer.before, "(void *)(" + pointer.text + ")"});
  }
  return members;
}

std::string printBlockStart(const SplitLoop &loop) {
  std::string out;
  for (const OutlinedHolder &each : loop.holders)
    out += printHolder(each);
  for (const OutlinedBlock &each : loop.blocks) {
    const std::string raw = each.copy + "_raw", home = "ks_f->" + each.home;
    out += "  char *const " + raw + " = ks_scratch((ks_size)ks_f->" + each.size + " + 64);\n";
    out += "  char *const " + each.copy + " = " + raw + " + (((ks_address)" + home +
           " - (ks_address)" + raw + ") & 63); /* as aligned */\n";
    for (const OutlinedBlock::Pointer &pointer : each.pointers) {
      const bool isCaptured = pointer.declaration.empty();
      const std::string before = isCaptured ? pointer.name : "ks_f->" + pointer.before;
      out += "  " + (isCaptured ? pointer.name : pointer.declaration) + " = (" + pointer.type +
             ")(" + moved(each, before) + ");\n";
    }
    if (!each.holder.empty())
      out += printMember(each);
  }
  return out;
}

std::string printBlockEnd(const SplitLoop &loop, const std::string &isLast) {
  std::string out;
  for (const OutlinedBlock &each : loop.blocks) {
    for (const OutlinedBlock::Kept &kept : each.kept) {
      const std::string low = "ks_f->" + kept.low, bytes = "ks_f->" + kept.bytes;
      out += isLast + "if (" + bytes + " > 0)\n      __builtin_memcpy(" + low + ", " + each.copy +
             " + (" + low + " - ks_f->" + each.home + "), (ks_size)" + bytes + ");\n";
    }
    out += "  ks_scratch_free(" + each.copy + "_raw);\n";
  }
  return out;
}

} // namespace kasuri
