// The copies of scalars that a layer's tasks write, as C text. Nothing is decided here.
//
//     struct ks_f_120_copies { double e; };                          in front of the function
//     struct ks_f_120_copies ks_copies = {.e = e};                   in front of the run
//     e = ks_copies.e;                                               behind it
#include "emit/Outline.h"

#include <algorithm>

namespace kasuri {

std::string copiesOf(const OutlinedLayer &layer) { return "struct " + layer.symbol + "_copies"; }

bool haveValues(const std::vector<OutlinedCopy> &copies) {
  return std::any_of(copies.begin(), copies.end(), [](const OutlinedCopy &each) {
    return each.start != OutlinedCopy::Start::Unset;
  });
}

std::string printCopiesType(const OutlinedLayer &layer) {
  if (layer.copies.empty())
    return "";
  std::string out = copiesOf(layer) + " {\n";
  for (const OutlinedCopy &each : layer.copies)
    out += "  " + each.declaration + ";\n";
  return out + "};\n\n";
}

/// A value that may not be there yet is no mistake of the program.
static const char *const noWarnings =
    "#pragma GCC diagnostic push\n"
    "#pragma GCC diagnostic ignored \"-Wpragmas\"\n"
    "#pragma GCC diagnostic ignored \"-Wunknown-warning-option\"\n"
    "#pragma GCC diagnostic ignored \"-Wuninitialized\"\n"
    "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n";

std::string withoutWarnings(const std::string &statements) {
  return noWarnings + statements + "#pragma GCC diagnostic pop\n";
}

static bool mayLackValue(const OutlinedLayer &layer) {
  return std::any_of(layer.copies.begin(), layer.copies.end(), [](const OutlinedCopy &each) {
    return each.start == OutlinedCopy::Start::Perhaps || each.start == OutlinedCopy::Start::Bytes;
  });
}

std::string printCopies(const OutlinedLayer &layer) {
  using Start = OutlinedCopy::Start;
  if (layer.copies.empty())
    return "";
  std::string values;
  for (const OutlinedCopy &each : layer.copies)
    if (each.start == Start::Value || each.start == Start::Perhaps)
      values += (values.empty() ? "." : ", .") + each.name + " = " + each.name;
  return (mayLackValue(layer) ? noWarnings : "") + ("    " + copiesOf(layer)) + " ks_copies" +
         (values.empty() ? "" : " = {" + values + "}") + ";\n";
}

std::string printLateCopies(const OutlinedLayer &layer) {
  std::string out;
  for (const OutlinedCopy &each : layer.copies)
    if (each.start == OutlinedCopy::Start::Bytes)
      out += "    __builtin_memcpy(&ks_copies." + each.name + ", &" + each.name + ", sizeof " +
             each.name + ");\n";
  return out;
}

std::string printCopiesBack(const OutlinedLayer &layer) {
  std::string out = mayLackValue(layer) ? "#pragma GCC diagnostic pop\n" : "";
  for (const OutlinedCopy &each : layer.copies)
    if (each.isStoredBack)
      out += std::string("    ") + (each.needsTrips ? "if (ks_trip_0 > 0)\n      " : "") +
             each.name + " = ks_copies." + each.name + ";\n";
  return out;
}

} // namespace kasuri
