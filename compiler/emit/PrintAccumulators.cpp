// Copies of memory that a split loop hands to functions, as C text. Nothing is decided here.
//
//     struct stats ks_own_0_0;                       in each part
//     for (...; i++, ks_f->ks_terms_0_1[ks_k] = ks_own_0_0.sum, ks_own_0_0.sum = ks_zero, ks_k++)
//       note(&ks_own_0_0, x[i]);
//     ks_f->ks_copies_0_0[ks_part] = ks_own_0_0;     folded in order of the parts, after the layer
//
// What changes nothing when floating-point numbers are added to it is -0.0, but +0.0 where sums are
// rounded down: it is computed as the negated difference of two equal numbers.
#include "emit/Outline.h"

#include <algorithm>

namespace kasuri {
namespace {

std::string number(uint64_t value) { return std::to_string(value); }

/// In what `name`, an lvalue, has of the part: its element, or the one numbered ks_j.
std::string elementOf(const AccumulatorCopy::Part &part, const std::string &name) {
  const std::string member = name + part.path;
  return part.elements == 1 ? member : "((" + part.type + " *)&" + member + ")[ks_j]";
}

/// The statement for each element.
std::string forEach(const AccumulatorCopy::Part &part, const std::string &statement,
                    const std::string &indent) {
  if (part.elements == 1)
    return indent + statement;
  return indent + "{\n" + indent + "  ks_size ks_j;\n" + indent + "  for (ks_j = 0; ks_j < " +
         number(part.elements) + "; ks_j++)\n" + indent + "    " + statement + indent + "}\n";
}

std::string cast(const std::string &type, const std::string &value) {
  return "(" + type + ")" + value;
}

/// The value that a part ends with, if it has not changed.
const std::string &unchanged(const AccumulatorCopy::Part &part) {
  return part.taken.empty() ? part.start : part.identity;
}

template <typename Predicate> bool hasPart(const SplitLoop &loop, Predicate predicate) {
  return std::any_of(loop.accumulators.begin(), loop.accumulators.end(),
                     [&](const AccumulatorCopy &each) {
                       return std::any_of(each.parts.begin(), each.parts.end(), predicate);
                     });
}

std::string foldText(const AccumulatorCopy::Part &part) {
  const std::string from = elementOf(part, "(*ks_from)"), to = elementOf(part, "(*ks_to)");
  if (part.isExtreme()) {
    std::string out = "if (" + from + " " + symbol(part.fold) + " " + to + ") {\n          " + to +
                      " = " + from + ";\n";
    for (const std::string &path : part.companions)
      out += "          (*ks_to)" + path + " = (*ks_from)" + path + ";\n";
    return out + "        }\n";
  }
  std::string term = cast(part.castType, from);
  if (part.fold == Fold::Sum)
    term = "(" + term + " - " + cast(part.castType, cast(part.type, unchanged(part))) + ")";
  return "if (" + from + " != " + cast(part.type, unchanged(part)) + ")\n          " + to + " = " +
         cast(part.type,
              "(" + cast(part.castType, to) + " " + symbol(part.fold) + " " + term + ");\n");
}

} // namespace

std::string printAccumulatorMembers(const SplitLoop &loop, unsigned parts) {
  std::string out;
  for (const AccumulatorCopy &each : loop.accumulators) {
    out += "  " + each.copyType + ";\n  unsigned char " + each.ran + "[" + number(parts) + "];\n";
    for (const AccumulatorCopy::Part &part : each.parts)
      if (!part.terms.empty())
        out += "  " + part.termsType + ";\n";
  }
  return out;
}

bool hasAccumulatorTerms(const SplitLoop &loop) {
  return hasPart(loop, [](const AccumulatorCopy::Part &part) { return !part.terms.empty(); });
}

std::string printAccumulatorStart(const SplitLoop &loop) {
  std::string out;
  // A part begins with what changes no floating-point sum.
  if (hasPart(loop, [](const AccumulatorCopy::Part &part) { return part.start == "ks_zero"; }))
    out += "  const volatile double ks_nothing = 0;\n"
           "  const double ks_zero = -(ks_nothing - ks_nothing); /* however sums are rounded */\n";
  for (const AccumulatorCopy &each : loop.accumulators) {
    out += "  " + each.ownType + ";\n";
    for (const AccumulatorCopy::Part &part : each.parts)
      if (!part.taken.empty())
        out += "  " + part.castType + " " + part.taken + " = " + part.identity + ";\n";
  }
  for (const AccumulatorCopy &each : loop.accumulators) {
    out += "  __builtin_memset(&" + each.own + ", 0, sizeof " + each.own + ");\n";
    for (const AccumulatorCopy::Part &part : each.parts) {
      const std::string own = elementOf(part, each.own);
      if (part.isExtreme())
        out += "  if (ks_first < ks_last)\n    " + own + " = " +
               elementOf(part, "(*ks_f->" + each.home + ")") + ";\n";
      else if (part.start != "0")
        out += forEach(part, own + " = " + cast(part.type, part.start) + ";\n", "  ");
    }
  }
  return out;
}

std::string accumulatorStep(const SplitLoop &loop) {
  std::string out;
  for (const AccumulatorCopy &each : loop.accumulators)
    for (const AccumulatorCopy::Part &part : each.parts) {
      const std::string own = each.own + part.path;
      const std::string first = cast(part.castType, cast(part.type, part.start));
      if (part.taken.empty() && part.terms.empty())
        continue;
      out += out.empty() ? "" : ", ";
      if (!part.terms.empty())
        out += "ks_f->" + part.terms + "[ks_k] = " + own;
      else if (part.fold == Fold::Sum)
        out += part.taken + " += " + cast(part.castType, own) + " - " + first;
      else
        out += part.taken + " " + symbol(part.fold) + "= " + cast(part.castType, own);
      out += ", " + own + " = " + cast(part.type, part.start);
    }
  return out;
}

std::string printAccumulatorEnd(const SplitLoop &loop) {
  std::string out;
  for (const AccumulatorCopy &each : loop.accumulators) {
    for (const AccumulatorCopy::Part &part : each.parts)
      if (!part.taken.empty())
        out += "  " + each.own + part.path + " = " + cast(part.type, part.taken) + ";\n";
    out += "  if (ks_first < ks_last) {\n    __builtin_memcpy(ks_f->" + each.copies +
           " + ks_part, &" + each.own + ", sizeof " + each.own + ");\n    ks_f->" + each.ran +
           "[ks_part] = 1;\n  }\n";
  }
  return out;
}

std::string printAccumulatorBefore(const SplitLoop &loop, const std::string &trip, unsigned parts) {
  std::string out;
  for (const AccumulatorCopy &each : loop.accumulators) {
    out += "    ks_f." + each.copies + " = ks_scratch(ks_bytes_of(" + number(parts) +
           ", sizeof *ks_f." + each.copies + "));\n";
    for (const AccumulatorCopy::Part &part : each.parts)
      if (!part.terms.empty())
        out += "    ks_f." + part.terms + " = ks_scratch(ks_bytes_of(" + trip + ", sizeof *ks_f." +
               part.terms + "));\n";
  }
  return out;
}

std::string printAccumulatorFold(const SplitLoop &loop, const std::string &trip, unsigned parts) {
  std::string out;
  for (const AccumulatorCopy &each : loop.accumulators) {
    out += "    for (ks_k = 0; ks_k < " + number(parts) + "; ks_k++)\n      if (ks_f." + each.ran +
           "[ks_k]) {\n";
    out += "        __typeof__(ks_f." + each.home + ") const ks_to = ks_f." + each.home + ";\n";
    out += "        __typeof__(ks_f." + each.home + ") const ks_from = ks_f." + each.copies +
           " + ks_k;\n        (void)ks_to, (void)ks_from;\n";
    for (const AccumulatorCopy::Part &part : each.parts)
      if (part.terms.empty())
        out += forEach(part, foldText(part), "        ");
    out += "      }\n    ks_scratch_free(ks_f." + each.copies + ");\n";
    for (const AccumulatorCopy::Part &part : each.parts)
      if (!part.terms.empty())
        out += "    for (ks_k = 0; ks_k < " + trip +
               "; ks_k++) /* in the order of the source */\n" + "      (*ks_f." + each.home + ")" +
               part.path + " " + symbol(part.fold) + "= ks_f." + part.terms +
               "[ks_k];\n    ks_scratch_free(ks_f." + part.terms + ");\n";
  }
  return out;
}

} // namespace kasuri
