// Nests of loops whose control and accesses are affine, as data: what changing the order of their
// iterations starts from.
//
//     for (i = 0; i < n; i++)              loop 0: counter c0, 0 <= c0 < n
//       for (j = 0; j <= i; j++) {         loop 1: counter c1, 0 <= c1 < c0 + 1
//         c[i][j] = 0;                     statement in loops 0, 1; writes array 0 at [c0, c1]
//         for (k = 0; k < m; k++)          loop 2: counter c2, 0 <= c2 < m
//           c[i][j] += a[i][k] * a[j][k];  statement in loops 0, 1, 2
//       }
//
// A statement is all that stands in a row between two loops, however it is computed: only what it
// accesses counts. What it may access anywhere in an array is an access without subscripts.
//
// Source: the polyhedral model as in P. Feautrier, "Dataflow analysis of array and scalar
// references" (1991).
#pragma once

#include "analysis/guard/Guards.h"
#include "analysis/support/Linear.h"
#include "model/Program.h"
#include "support/Ids.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

/// constant + sum of coefficient * counter + sum of coefficient * parameter.
struct AffineForm {
  int64_t constant = 0;
  std::map<size_t, int64_t> loops;      ///< by number of the loop whose iterations are counted
  std::map<size_t, int64_t> parameters; ///< by number of the parameter

  bool operator==(const AffineForm &) const = default;
  void add(const AffineForm &other, int64_t factor);
  bool isConstant() const { return loops.empty() && parameters.empty(); }
};

/// A number that no iteration of the nest changes.
struct AffineParameter {
  GuardValue value; ///< as the program computes it in front of the nest
  Range range;
  std::string field = {}; ///< that it is loaded from, by name
  /// It can be computed if the nest has an iteration and this guard holds.
  Guard guard = {};
};

/// Its counter begins with `first` and grows by 1 as long as (counter - first) * stride < distance.
/// The variable is start + step * counter. Where it grows by 1 it is the counter.
struct AffineLoop {
  RegionId loop;
  ObjectId variable;
  AffineForm start;
  int64_t step = 1;
  AffineForm first, distance;
  int64_t stride = 1;           ///< positive
  std::optional<size_t> parent; ///< number of the loop around it; none: it is the whole nest

  /// Its iterations, where they are always as many.
  std::optional<int64_t> fixedTrips() const;
};

/// Memory that no other array of the nest overlaps; where that is for the program to test, a guard
/// does so.
struct AffineArray {
  std::string name; ///< of what is accessed first, as the source has it
  uint64_t elementBytes = 0;
  size_t dimensions = 0;
  bool isVariable = true; ///< else it is found by a pointer
  /// Of each dimension but the first: its subscripts are from 0 on and below this number, which is
  /// for the program to test. Empty: the language sees to that.
  std::vector<AffineForm> extents = {};
  /// Of all with one first subscript, or two of rows, where `extents` is empty.
  int64_t rowBytes = 0;
  /// It consists of rows, found by pointers from a table that begins at `address`. The first
  /// subscript is the number of the pointer, which each execution surely reads.
  bool isOfRows = false;
  /// Where the element with subscripts of 0 is, and what must hold for that to be known; of those
  /// in AffineNest::apart.
  GuardValue address = {};
  Guard guard = {};
  /// Of a variable that each iteration of these loops sets before it reads it: there is one for
  /// each iteration. Empty: it is memory as the source has it.
  std::vector<size_t> expandedIn = {};
  ObjectId variable = {}; ///< with expandedIn
  /// With expandedIn: its values are in these elements of another array, by which they are
  /// accessed. None: they have memory of their own.
  std::optional<size_t> heldIn = {};
  std::vector<AffineForm> heldAt = {};
};

struct AffineAccess {
  size_t array = 0;
  bool isWrite = false;
  bool isWhole = false; ///< it may be to any element
  bool isFixed = false; ///< it is to the same bytes in all iterations
  std::vector<AffineForm> subscripts;
  ValueId at; ///< the Load, Store or Call
};

/// Of n iterations of a loop, the first n / step * step, or the others.
struct LoopPart {
  int64_t step = 1;
  bool isRest = false;
};

/// How often a step goes into a loop's distance, rounded down.
struct WholeSteps {
  AffineForm distance;
  int64_t step = 1;

  bool operator==(const WholeSteps &) const = default;
};

struct AffineStatement {
  RegionId first, last;      ///< children of one sequence
  std::vector<size_t> loops; ///< around it, from the nest's own inwards
  /// Before and in each of these loops, the number of the statement or loop that it is, or is in,
  /// in the order of the source: one more than `loops` has.
  std::vector<size_t> order;
  std::vector<AffineAccess> accesses;
  /// Variables declared outside the statement that each execution sets before it reads them, and
  /// that only this statement uses.
  std::vector<ObjectId> locals = {};
  /// It is executed only in iterations of the innermost loop from and below these numbers; another
  /// statement has the others.
  std::optional<int64_t> from = std::nullopt, below = std::nullopt;
  std::optional<LoopPart> part = std::nullopt; ///< the same
};

/// Subscripts that count these loops.
std::vector<AffineForm> subscriptsIn(const std::vector<size_t> &loops);

/// All instructions of the statement.
std::vector<ValueId> valuesOf(const Program &program, const AffineStatement &statement);

struct AffineNest {
  RegionId loop;
  std::vector<AffineParameter> parameters;
  std::vector<AffineLoop> loops; ///< outer ones before those inside
  std::vector<AffineArray> arrays;
  std::vector<AffineStatement> statements; ///< in the order of the source
  /// Variables declared in it that have the value of their initializer wherever that is computed
  /// again in their scope, by names that mean the same there.
  std::vector<ObjectId> repeated;
  // These hold in front of the nest, or it stays as it is.
  std::set<std::pair<size_t, size_t>> apart; ///< arrays whose elements in reach do not overlap
  std::set<size_t> rowsApart; ///< of these arrays no two rows overlap where elements are in reach
  std::vector<Guard> guards;

  /// By any of its statements.
  bool isWritten(size_t array) const;
  /// Of parts of loops, where they do not change in the nest; in the order of their first uses.
  std::vector<WholeSteps> wholeSteps() const;
  /// Some of its memory, buffers of expanded variables included, is found by pointers: compilers do
  /// not know that it is apart from the rest.
  bool hasPointers() const;
  /// The number of loops around the statement in the most of them.
  size_t depth() const;
};

} // namespace kasuri
