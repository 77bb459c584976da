// What a program can test in front of a loop to find out that its iterations are independent.
#pragma once

#include "support/Ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

enum class Relation : uint8_t;

/// A number that can be computed where the loop starts, without a trap or another effect. Addresses
/// are numbers of bytes.
struct GuardValue {
  enum class Op : uint8_t {
    Constant,      ///< `number`
    LastIteration, ///< trip count - 1
    Variable,      ///< what the scalar `object` holds
    Address,       ///< where `object` starts
    Loaded,        ///< an integer or pointer of `number` bytes at operands[0]
    Sum,
    Product,
    Quotient, ///< operands[0] / `number`
    Least,
    Most,
    Peeked ///< as Loaded, at a place that may not be readable
  };
  Op op = Op::Constant;
  int64_t number = 0;
  bool isSigned = false;  ///< Loaded, Peeked, Variable
  bool isPointer = false; ///< Loaded, Peeked
  ObjectId object = {};
  std::vector<GuardValue> operands = {};
  bool operator==(const GuardValue &) const = default;
};

// Constants in these must be small enough for their sums and products.
GuardValue constantOf(int64_t number);
GuardValue sum(const GuardValue &a, const GuardValue &b);
GuardValue product(const GuardValue &a, const GuardValue &b);
GuardValue quotient(const GuardValue &a, int64_t divisor);
GuardValue extreme(const GuardValue &a, const GuardValue &b, bool isMost);

/// Its value for two iterations, if no variable is in it.
std::optional<int64_t> forTwoIterations(const GuardValue &value);

/// Bytes [low, end); none if end <= low.
struct GuardRange {
  GuardValue low, end;
  bool operator==(const GuardRange &) const = default;
};

/// What the pointers of a table lead to: `bytes` from each of them on. Without a pitch there is no
/// table, and `bytes` are addresses.
struct GuardRows {
  GuardRange entries;
  int64_t pitch = 0; ///< bytes from one pointer to the next
  GuardRange bytes;
  bool operator==(const GuardRows &) const = default;
};

/// Numbers of a table in the order in which the loop reads them; none is to end the program.
struct GuardElements {
  GuardRange table;
  int64_t pitch = 0;  ///< bytes from one to the next, negative if the loop goes down
  unsigned bytes = 0; ///< of a number
  bool isSigned = false;
  GuardValue least = {}, most = {}; ///< integers are to lie between, these included
  std::optional<double> real = {};  ///< floating-point numbers are not to be in `relation` to it,
                                    ///< or (!isTrueThere) are to be
  Relation relation = {};
  bool isTrueThere = true;
  bool operator==(const GuardElements &) const = default;
};

/// One condition: any of its alternatives is enough, if it has any.
struct Guard {
  struct Test {
    enum class Kind : uint8_t {
      Apart,        ///< the two ranges, of the whole loop, do not overlap
      WithinStride, ///< an iteration's range is no longer than `stride`, by which the next one is
                    ///< moved
      NotNegative,  ///< `stride` is a number from 0 on
      Distinct,     ///< the numbers of `stride` bytes in the range `first` are distinct
      RowsApart,    ///< no two of the rows overlap
      RowsBeside,   ///< none of the rows overlaps one of the others
      Elements      ///< no number of `elements` ends the program
    } kind = Kind::Apart;
    GuardRange first = {}, second = {}; ///< Apart; WithinStride, Distinct: only `first`
    GuardValue stride = {};             ///< WithinStride, NotNegative, Distinct
    GuardRows rows = {}, others = {};   ///< RowsApart: only `rows`; RowsBeside
    GuardElements elements = {};
    bool operator==(const Test &) const = default;
  };
  std::vector<Test> alternatives;
  /// Values that must be from 0 to a limit: they do not wrap around in the source.
  std::vector<std::pair<GuardValue, int64_t>> exact;
  bool isCondition = false; ///< it is about a condition of the loop's body, not about ranges
  std::string text;         ///< for the remark: "'a' and 'b' do not overlap"
};

} // namespace kasuri
