// Sums that called functions keep in memory, as C text. Nothing is decided here.
//
//     ks_part_sum ks_own_sums_0[] = {{0, 0}, {0, 0}};              in each part
//     ks_trace_8_1(ks_own_sums_0, s, r)                            where the source calls trace
//     for (ks_k = 0; ks_k < 8; ks_k++) ks_fold_part_sum(...)       behind the run
#include "emit/Outline.h"

namespace kasuri {

static const char *operationOf(Fold fold) {
  return fold == Fold::And   ? "KS_SUM_AND"
         : fold == Fold::Or  ? "KS_SUM_OR"
         : fold == Fold::Xor ? "KS_SUM_XOR"
                             : "KS_SUM";
}

/// Of the memory with a part's number.
static std::string foldText(const OutlinedSums::Sum &sum, const std::string &number) {
  if (isExtreme(sum.fold))
    return "KS_FOLD_EXTREME(" + sum.type + ", " + number + ", " + symbol(sum.fold) + ");\n";
  return "ks_fold_part_sum(" + number + ", " + std::to_string(sum.bytes) + ", " +
         operationOf(sum.fold) + ");\n";
}

std::string printSumMembers(const SplitLoop &loop, unsigned parts) {
  if (!loop.sums)
    return "";
  return "  ks_part_sum " + loop.sums->member + "[" + std::to_string(parts) + "][" +
         std::to_string(loop.sums->sums.size()) + "];\n";
}

std::string printSumStart(const SplitLoop &loop) {
  if (!loop.sums)
    return "";
  std::string out = "  ks_part_sum " + loop.sums->own + "[] = {";
  for (const OutlinedSums::Sum &each : loop.sums->sums)
    out += std::string(&each == &loop.sums->sums.front() ? "" : ", ") +
           (each.fold == Fold::And ? "{0, ~(ks_uint64)0}" : "{0, 0}");
  return out + "};\n";
}

std::string printSumEnd(const SplitLoop &loop) {
  if (!loop.sums)
    return "";
  return "  __builtin_memcpy(ks_f->" + loop.sums->member + "[ks_part], " + loop.sums->own +
         ", sizeof " + loop.sums->own + ");\n";
}

std::string printSumFold(const SplitLoop &loop, unsigned parts) {
  if (!loop.sums)
    return "";
  std::string out = "    for (ks_k = 0; ks_k < " + std::to_string(parts) + "; ks_k++) {\n";
  for (size_t i = 0; i < loop.sums->sums.size(); ++i)
    out += "      " + foldText(loop.sums->sums[i],
                               "&ks_f." + loop.sums->member + "[ks_k][" + std::to_string(i) + "]");
  return out + "    }\n";
}

} // namespace kasuri
