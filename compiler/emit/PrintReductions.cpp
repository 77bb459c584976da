// Sums, extremes and choices of a split loop, as C text. Nothing is decided here.
//
//     for (ks_k = 0; ks_k < trips; ks_k++) sum += ks_f.ks_terms_0_0[ks_k];      terms, in order
//     while ((ks_term = ks_terms_take(&ks_f.ks_lists_0_0[ks_k], &ks_end)))      lists of terms
//     for (ks_k = 0; ks_k < 8; ks_k++)                                          results of parts
//       if (ks_f.ks_parts_0_0[ks_k] > most) most = ks_f.ks_parts_0_0[ks_k];
#include "emit/Outline.h"

namespace kasuri {
namespace {

std::string number(int64_t value) { return std::to_string(value); }

std::string printTermFold(const OutlinedReduction &each, const std::string &trip) {
  const std::string member = "ks_f." + each.member;
  std::string out =
      "    for (ks_k = 0; ks_k < " + trip + "; ks_k++) /* in the order of the source */\n      ";
  if (!each.mark.empty())
    out += "if (ks_f." + each.mark + "[ks_k])\n        ";
  out += each.name + " " + symbol(each.fold) + "= " + member + "[ks_k];\n    ks_scratch_free(" +
         member + ");\n";
  if (!each.mark.empty())
    out += "    ks_scratch_free(ks_f." + each.mark + ");\n";
  return out;
}

/// One after the other: that is the order of the source.
std::string printListFold(const OutlinedReduction &each, unsigned parts,
                          const std::string &symbol) {
  const OutlinedReduction::List &list = *each.list;
  const std::string type = "const " + termType(each, symbol) + " *";
  const std::string to = list.addressType.empty() ? each.name : "*ks_term->ks_at";
  const std::string value = list.term.empty() ? "*ks_term" : "ks_term->ks_value";
  std::string out = "    for (ks_k = 0; ks_k < " + number(parts) +
                    "; ks_k++) { /* in the order of the source */\n      " + type +
                    "ks_term;\n      void *ks_end;\n";
  out += "      while ((ks_term = ks_terms_take(&ks_f." + list.member + "[ks_k], &ks_end)) != 0)\n";
  out += "        for (; ks_term < (" + type + ")ks_end; ks_term++)\n          ";
  if (list.isMixed)
    out += "if (ks_term->ks_minus)\n            " + to + " -= " + value +
           ";\n          else\n            ";
  return out + to + " " + kasuri::symbol(each.fold) + "= " + value + ";\n    }\n";
}

std::string printArrayFold(const OutlinedReduction &each, unsigned parts) {
  const std::string type = each.castType, own = each.ownType;
  std::string out = "    for (ks_k = 0; ks_k < " + number(parts) + "; ks_k++)\n";
  out += "      if (ks_f." + each.ran + "[ks_k]) {\n";
  out += "        const " + type + " *ks_own = (const " + type + " *)(ks_f." + each.member +
         " + ks_k);\n        ks_size ks_j;\n";
  out += "        for (ks_j = 0; ks_j < " + std::to_string(each.elements) + "; ks_j++)\n";
  out += "          if (ks_own[ks_j] != (" + type + ")" + each.identity + ") {\n";
  out += "            " + own + " *ks_at = (" + own + " *)" + each.name + " + ks_j;\n";
  out += "            *ks_at = (" + own + ")((" + type + ")*ks_at " + symbol(each.fold) +
         " ks_own[ks_j]);\n          }\n      }\n";
  return out + "    ks_scratch_free(ks_f." + each.member + ");\n";
}

std::string partOf(const OutlinedReduction &each) { return "ks_f." + each.member + "[ks_k]"; }

/// By fmax or the like. A place is left alone if no part has anything for it.
std::string printFunctionFold(const OutlinedReduction &each) {
  const std::string part = partOf(each);
  return (each.isPlace ? "if (" + part + " == " + part + ")\n        " : "") + each.name + " = " +
         each.function.name + "(" +
         (each.function.isTermFirst ? part + ", " + each.name : each.name + ", " + part) + ");\n";
}

/// Is this better than what is there? Of equal ones the last is where a part has set it.
std::string isBetter(const OutlinedReduction &each, const std::string &part,
                     const std::string &whole) {
  const std::string set = each.sets.empty() ? "" : "ks_f." + each.sets + "[ks_k] && ";
  return set + part + " " + symbol(each.fold) + (set.empty() ? " " : "= ") + whole;
}

std::string printExtremeFold(const OutlinedReduction &each) {
  const std::string part = partOf(each);
  std::string out =
      "if (" + isBetter(each, part, each.name) + ") {\n        " + each.name + " = " + part + ";\n";
  for (const OutlinedCompanion &companion : each.companions)
    out += "        " + companion.target + " = ks_f." + companion.member + "[ks_k];\n";
  return out + "      }\n";
}

/// Parts end with 0 or 1, or with the value before where they have changed nothing.
std::string printLogicalFold(const OutlinedReduction &each) {
  const std::string part = partOf(each);
  return "if ((" + part + " == 0 || " + part + " == 1) && " + part + " != " + each.name +
         ")\n        " + each.name + " = " + each.name + " " + symbol(each.fold) + " " + part +
         ";\n";
}

/// A part that has not chosen anything may have computed no key.
std::string printChoiceFold(const OutlinedReduction &each) {
  const std::string part = partOf(each);
  const bool isOther = each.isScalar && each.sets.empty();
  return "if (" + (isOther ? part + " != " + each.name + " && " : "") +
         isBetter(each, each.partKey, each.key) + ")\n        " + each.name + " = " + part + ";\n";
}

std::string printPartialFold(const OutlinedReduction &each, const std::string &trip,
                             unsigned parts) {
  const bool mayBeMissing = each.startsFromBefore() && each.isPlace;
  const std::string loop = "    for (ks_k = 0; ks_k < " + number(parts) +
                           (mayBeMissing ? " && " + trip + " > 0" : "") + "; ks_k++)\n      ";
  if (!each.function.name.empty())
    return loop + printFunctionFold(each);
  if (!each.key.empty())
    return loop + printChoiceFold(each);
  if (each.isExtreme())
    return loop + printExtremeFold(each);
  if (isLogical(each.fold))
    return loop + printLogicalFold(each);
  const std::string part = partOf(each), type = "(" + each.castType + ")";
  return loop +
         (each.isPlace ? "if (" + part + " != " + type + each.identity + ")\n        " : "") +
         each.name + " = (" + each.ownType + ")(" + type + each.name + " " + symbol(each.fold) +
         " " + part + ");\n";
}

} // namespace

/// An array that changes nothing when it is folded.
std::string printOwnArray(const OutlinedReduction &array) {
  std::string out = "  " + array.ownCopy + " = ks_f->" + array.member + " + ks_part;\n";
  out += "  ks_f->" + array.ran + "[ks_part] = 1;\n";
  if (array.identity == "0")
    return out + "  __builtin_memset(" + array.own + ", 0, sizeof *" + array.own + ");\n";
  return out + "  {\n    ks_size ks_j;\n    for (ks_j = 0; ks_j < " +
         std::to_string(array.elements) + "; ks_j++)\n      ((" + array.castType + " *)" +
         array.own + ")[ks_j] = (" + array.castType + ")" + array.identity + ";\n  }\n";
}

std::string extremeStart(const OutlinedReduction &extreme, const std::string &before) {
  return extreme.function.name.empty() ? before
                                       : before + " == " + before + " ? (" + extreme.ownType +
                                             ")__builtin_nan(\"\") : " + before;
}

std::string termType(const OutlinedReduction &each, const std::string &symbol) {
  // "ks_term_0_1" without its first letters.
  return each.list->term.empty() ? each.castType : "struct " + symbol + each.list->term.substr(2);
}

std::string printTermTypes(const OutlinedLayer &layer) {
  std::string out;
  for (const OutlinedTask &task : layer.tasks) {
    if (!task.split)
      continue;
    for (const OutlinedReduction &each : task.split->reductions) {
      if (!each.list || each.list->term.empty())
        continue;
      out += termType(each, layer.symbol) + " {\n";
      if (!each.list->addressType.empty())
        out += "  " + each.list->addressType + ";\n";
      out += "  " + each.list->valueType + ";\n";
      out += each.list->isMixed ? "  unsigned char ks_minus;\n};\n\n" : "};\n\n";
    }
  }
  return out;
}

std::string printReductionFold(const OutlinedReduction &each, const std::string &trip,
                               unsigned parts, const std::string &symbol) {
  return each.list           ? printListFold(each, parts, symbol)
         : each.isOrdered    ? printTermFold(each, trip)
         : each.elements > 0 ? printArrayFold(each, parts)
                             : printPartialFold(each, trip, parts);
}

} // namespace kasuri
