// Variables that some iterations set and others leave alone, as C text. Nothing is decided here.
//
//     int last = 0; unsigned char ks_set_0_0 = 0;                    in each part
//     if (x[i] > 0) (*(ks_set_0_0 = 1, &last)) = i;                  where the source sets it
//     for (ks_k = 0; ks_k < 8; ks_k++) if (marks[ks_k]) ...          behind the run
//
// Parts are in the order of the iterations, so the last part that has set the variable did so last.
#include "emit/Outline.h"

namespace kasuri {

std::string printLastSetMembers(const SplitLoop &loop, unsigned parts) {
  std::string out;
  for (const SplitLoop::LastSet &each : loop.lastSets)
    out += "  " + each.valuesType + ";\n  unsigned char " + each.marks + "[" +
           std::to_string(parts) + "];\n";
  return out;
}

std::string printLastSetStart(const SplitLoop &loop) {
  std::string out;
  for (const SplitLoop::LastSet &each : loop.lastSets)
    out += "  " + each.declaration + ";\n  unsigned char " + each.mark + " = 0;\n";
  return out;
}

std::string printLastSetEnd(const SplitLoop &loop) {
  std::string out;
  for (const SplitLoop::LastSet &each : loop.lastSets)
    out += "  if (" + each.mark + ") {\n    ks_f->" + each.values + "[ks_part] = " + each.name +
           ";\n    ks_f->" + each.marks + "[ks_part] = 1;\n  }\n";
  return out;
}

std::string printLastSetFold(const SplitLoop &loop, unsigned parts) {
  std::string out;
  for (const SplitLoop::LastSet &each : loop.lastSets)
    out += "    for (ks_k = 0; ks_k < " + std::to_string(parts) + "; ks_k++)\n      if (ks_f." +
           each.marks + "[ks_k])\n        " + each.name + " = ks_f." + each.values + "[ks_k];\n";
  return out;
}

} // namespace kasuri
