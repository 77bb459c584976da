// In which forms GCC computes the sums of each line, read from its dump (DumpText.h): what is to be
// the same in a source and in what Kasuri makes of it.
//
//     s += a[k] * b[k];      two products at a time, then the rest: {Plain, Fused}, as the vector
//                            loop adds parts of a vector
//     t = a * b - c * d;     {FusedBefore}: c * d is fused, and a * b is rounded, whose operator
//                            stands before that of the sum
//
// If the other product is on another line, or comes from a macro or a variable, both may stand in
// front of the sum or behind it. The variables that are multiplied tell them apart then:
//
//     t = a * b;
//     u = c * d;
//     s = t + u;             {FusedBeside, "a*b and c*d"}
//
// Where the products stand only tells if they are in the sum's own expression. The dump does not
// say so, as an inlined function may be on the same line: see onLine().
//
// A vector may fuse one product in some lanes and the other one in the rest. Which, the place of
// its first lane does not tell, and so it is a form of its own.
//
// Columns do not count, as names have another length in tasks, and neither does how often a form
// occurs: copies differ in number. If copies of a sum differ in form, however, it counts how many
// of each function are fused: a function that stays in its place has to keep them all. If they are
// fused with different products, their order counts, too:
//
//     t = a * b - c * d;     {FusedBehind}, {FusedBefore}: one copy is the loop's, and one the
//                            iteration in front of it, or behind it
//
// Sums of which no copy has a product as a term are left out.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

enum class SumKind : uint8_t {
  Plain,       ///< no term is a product, as far as the dump tells
  Rounded,     ///< a term is a product, which is rounded
  Fused,       ///< with a product; the other term is none
  FusedBefore, ///< the other term is a product in front of the sum's operator
  FusedBehind, ///< or behind it
  FusedBeside  ///< or elsewhere
};

struct SumForm {
  SumKind kind;
  /// Of two products: the fused one and the other one by their variables, "a*? and c*d"; "" if
  /// these do not tell them apart, or need not.
  std::string products;
  /// How the lanes of a vector mix these (DumpedLanes.h); "" if all fuse the same one. And where
  /// the other one seems to stand, on lines where that does not tell them apart.
  std::string lanes;

  SumForm(SumKind kind, std::string products = "", std::string lanes = "")
      : kind(kind), products(std::move(products)), lanes(std::move(lanes)) {}
  /// Two sums of this form may have fused different products.
  bool isUncertain() const { return kind == SumKind::FusedBeside && products.empty(); }
  /// On a line where the products' places tell them apart, or where only their variables do.
  SumForm onLine(bool doPlacesTell) const;
  auto operator<=>(const SumForm &) const = default;
};

/// A line; the file as the compiler names it. Without a file: of sums whose place is not known.
struct DumpedLine {
  std::string file;
  unsigned number = 0;

  auto operator<=>(const DumpedLine &) const = default;
};

/// Of each sum, in all copies.
using SumsForms = std::set<std::set<SumForm>>;

struct LineForms {
  SumsForms forms;
  std::map<std::string, SumsForms>
      in; ///< by function that has such a sum, as the compiler names it
  /// The fused copies by function, in the order of the dump, of sums whose copies differ.
  std::map<std::string, std::vector<SumForm>> fusedOfMixed;

  bool isUncertain() const;
};

/// The same forms, and the same fused copies where copies differ, in each function of both. A
/// function of the output alone that fuses different products is like one of the source.
bool areAlike(const LineForms &source, const LineForms &output);

using DumpedForms = std::map<DumpedLine, LineForms>;

DumpedForms sumFormsIn(const std::string &dump);

} // namespace kasuri
