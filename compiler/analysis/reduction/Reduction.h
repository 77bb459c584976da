// What a loop only ever combines with terms: sums, products, extremes, histograms.
#pragma once

#include "analysis/memory/Privates.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace kasuri {

/// All and Any are `&&` and `||`.
enum class ReductionKind : uint8_t { Sum, Product, Minimum, Maximum, And, Or, Xor, All, Any };
/// "+", "*", "min", "max", "&", "|", "^", "&&", "||".
std::string_view symbol(ReductionKind kind);

/// Each part of a loop begins with the value in front of the loop, not with a neutral one.
bool startsFromBefore(ReductionKind kind);

/// What functions combine with terms that are given its address, or its value.
struct PassedAccumulator {
  /// Calls, each with the number of the operand that is the address; all are one address. None for
  /// a variable whose value they get.
  std::vector<std::pair<ValueId, unsigned>> arguments = {};
  struct Part {
    int64_t offset = 0; ///< bytes from the address
    uint64_t count = 1; ///< elements of an array; 0: of the array that the caller has there
    ValueType type = {};
    bool operator==(const Part &) const = default;
  };
  Part part = {};
  std::vector<Part> companions = {}; ///< set with a minimum or maximum, and only then
  /// A sum's copies start with this, so that no partial result overflows in the functions' signed
  /// arithmetic.
  int64_t start = 0;
  bool startsAnew = false; ///< each iteration: what it has come to is its term
};

/// Memory that only functions called in a loop combine with terms. Copies of these functions
/// combine a number of their own part of the loop with the terms instead.
struct CalledUpdates {
  std::set<ValueId> accesses = {};   ///< the Loads and Stores of the updates, in functions
  std::set<ValueId> calls = {};      ///< that lead to them: in the loop, and in these functions
  std::set<FunctionId> callees = {}; ///< that these call: those that copies are made of
};

/// What combines two values instead of an operator or a comparison: fmax(object, term).
struct CombiningFunction {
  std::string name = {}; ///< "": nothing
  bool isTermFirst = false;
  bool operator==(const CombiningFunction &) const = default;
};

/// `object` is only ever combined with a term, once per iteration or several times, and never read
/// otherwise inside the loop.
struct Reduction {
  ObjectId object;  ///< a scalar local or parameter of the loop's function; invalid: see `place`
  std::string name; ///< the user's
  ReductionKind kind = ReductionKind::Sum;
  bool isFloating = false;
  /// A Store that updates it. If it is all that updates a floating sum or product, at most once in
  /// each iteration, the terms are kept by iteration and folded in order afterwards.
  ValueId update;
  /// All Stores that update a floating sum or product, otherwise: each part of the loop lists the
  /// terms of its iterations, and the lists are folded in the order of the parts.
  std::vector<ValueId> listed = {};
  bool hasAddresses = false;  ///< listed: each term goes with the address of what it is added to
  bool isConditional = false; ///< floating sum or product: some iterations may have no term
  AnnotationId promise = {};  ///< of the user, that the order does not matter
  FloatingOrder order = FloatingOrder::Source; ///< of a floating sum or product without a promise
  unsigned bits = 0; ///< integer sum and the like: of the widest arithmetic that updates it
  /// Minimum, maximum: set with it and only then, as the place where it was found.
  std::vector<ObjectId> companions = {};
  std::vector<Place> companionPlaces = {}; ///< the same, each with its one Store
  /// What is compared, computed from the object, which is set to something that has a smaller or
  /// larger one; invalid: the object itself is compared.
  ValueId key = {};
  CombiningFunction function = {}; ///< of a minimum or maximum
  bool isLast = false; ///< extreme of a variable: of equal ones the last is kept, not the first
  /// All, Any: values that the source computes only while those before have not decided it. Parts
  /// do so on their own.
  std::vector<ValueId> speculated = {};
  std::optional<Place> place = {}; ///< what is combined, if it is no variable of the function
  /// Of the loop: what else may touch the place; a guard tests that nothing does.
  std::set<ValueId> tested = {};
  std::optional<PassedAccumulator> accumulator =
      {}; ///< beside `place` or `object`: the functions that combine it
  std::optional<CalledUpdates> called = {}; ///< beside `place`, which the loop does not name

  bool isListed() const { return !listed.empty(); }
  bool isHistogram() const { return place && place->subscripts > 0; }
  /// Terms are folded in the order of the source.
  bool isOrdered() const {
    return isFloating && !promise.valid() && order == FloatingOrder::Source &&
           (kind == ReductionKind::Sum || kind == ReductionKind::Product);
  }
};

} // namespace kasuri
