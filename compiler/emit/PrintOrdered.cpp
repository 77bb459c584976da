// The statements of a split loop that run in order, as C text. Nothing is decided here.
//
//     ks_run(&layer, &ks_f);
//     for (ks_k = 0; ks_k < ks_trip_0; ks_k++) {      in the order of the source
//       int i = (int)(ks_start_0 + ks_k);
//       double e = ks_f.ks_kept_0_0[ks_k];
//       { printf("%d %g\n", i, e); }
//     }
#include "emit/Outline.h"

#include <algorithm>

namespace kasuri {

std::string printKeptMembers(const SplitLoop &loop) {
  std::string out;
  for (const SplitLoop::Kept &each : loop.kept)
    if (!each.member.empty())
      out += "  " + each.memberType + ";\n";
  return out + (loop.keepsErrno    ? "  int *ks_errno;\n"
                : loop.leavesErrno ? "  int ks_errno;\n"
                                   : "");
}

bool keepsValues(const SplitLoop &loop) {
  return loop.keepsErrno ||
         std::any_of(loop.kept.begin(), loop.kept.end(),
                     [](const SplitLoop::Kept &each) { return !each.member.empty(); });
}

std::string printKeptBefore(const SplitLoop &loop, const std::string &trip) {
  std::string out;
  for (const SplitLoop::Kept &each : loop.kept)
    if (!each.member.empty())
      out += "    ks_f." + each.member + " = ks_scratch(ks_bytes_of(" + trip + ", sizeof *ks_f." +
             each.member + "));\n";
  if (loop.keepsErrno)
    out += "    ks_f.ks_errno = ks_scratch(ks_bytes_of(" + trip +
           ", sizeof *ks_f.ks_errno));\n    const int ks_errno_before = *__errno_location();\n";
  return out;
}

std::string printOrdered(const SplitLoop &loop, const std::string &trip, const std::string &value) {
  std::string out = loop.keepsErrno ? "    *__errno_location() = ks_errno_before;\n" : "";
  out += "    for (ks_k = 0; ks_k < " + trip + "; ks_k++) { /* in the order of the source */\n";
  if (!loop.orderedVariable.empty())
    out += "      __attribute__((__unused__)) " + loop.orderedVariable + " = " + value + ";\n";
  for (const SplitLoop::Kept &each : loop.kept)
    if (!each.declaration.empty())
      out += "      __attribute__((__unused__)) " + each.declaration + ";\n";
  for (const SplitLoop::Kept &each : loop.kept) {
    const std::string kept = "ks_f." + each.member + "[ks_k]";
    if (each.isArray && !each.member.empty())
      out += "      __builtin_memcpy(" + each.name + ", " + kept + ", sizeof " + each.name + ");\n";
    else if (!each.member.empty())
      out += "      " + each.name + " = " + kept + ";\n";
  }
  if (loop.keepsErrno)
    out +=
        "      if (ks_f.ks_errno[ks_k] != 0)\n        *__errno_location() = ks_f.ks_errno[ks_k];\n";
  out += loop.orderedLine + "      " + loop.orderedText + "\n    }\n";
  for (const SplitLoop::Kept &each : loop.kept)
    if (!each.member.empty())
      out += "    ks_scratch_free(ks_f." + each.member + ");\n";
  if (loop.keepsErrno)
    out += "    ks_scratch_free(ks_f.ks_errno);\n";
  return out;
}

} // namespace kasuri
