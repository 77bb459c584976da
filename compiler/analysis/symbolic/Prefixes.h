// Arrays that are filled up to where a counter of the program stands.
#pragma once

#include "analysis/symbolic/Accesses.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace kasuri {

/// Whether the region fills an array in such a way: otherwise nothing is gained from following it.
bool mayFillPrefixes(const Program &program, RegionId region);

/// Parameters that the function never sets.
std::set<ObjectId> steadyParameters(const Program &program, FunctionId function);

/// What is known at one point of the program. It is about one activation of a function, and about
/// what a stretch of its code has done so far.
class Prefixes {
public:
  /// What the instruction does to counters and arrays. `steady`: pointers that lead to an array.
  void execute(const Program &program, const Effects &effects, ValueId id,
               const std::vector<Access> &accesses, const std::set<ObjectId> &steady);

  /// So many elements of what steady pointers lead to are filled as the value says; nothing if it
  /// is never positive.
  std::optional<std::set<FilledPrefix>> filledUpTo(ValueId value) const;

  /// The same for all that is filled as far as a number says that is one of these: with the number.
  std::set<std::pair<FilledPrefix, ObjectId>>
  filledUpToParameters(const Program &program, const std::set<ObjectId> &steady) const;

  /// Values of the block before are not used any more.
  void enterBlock() { values.clear(); }

  /// The condition, of the block that has just been left, has been tested.
  void assume(const Program &program, ValueId condition, bool holds);

  /// All that the load reads has been written.
  bool covers(const Program &program, const Effects &effects, ValueId load, const Access &access,
              const std::set<ObjectId> &steady) const;

  /// What begins with the first element and ends with this store of a 0: all of it is filled. It is
  /// an array of bytes, and its elements lie where `access` does. None: not so.
  std::optional<Access> textEndedBy(const Program &program, const Effects &effects, ValueId store,
                                    const Access &access, const std::set<ObjectId> &steady) const;

  /// Control does not get here.
  void leave();
  /// Control gets here on another way, too.
  void join(const Prefixes &other);
  /// In front of a loop's iterations: an iteration has ended so. True if that takes something away.
  bool loopBack(const Prefixes &behind);
  void forgetAll() { *this = {}; }
  /// What an instruction may have to look at.
  size_t factCount() const { return filled.size() + most.size() + values.size(); }

private:
  /// A number in memory; without an object: the constant 0.
  struct Counter {
    ObjectId object;
    int64_t offset = 0;
    uint64_t size = 0;
    auto operator<=>(const Counter &) const = default;
  };

  /// `size` bytes at `field` of each element of a declared array, or of what a steady pointer leads
  /// to.
  struct Part {
    ObjectId object;
    int64_t start = 0, stride = 0, field = 0;
    uint64_t size = 0;
    bool isOfPointer = false; ///< `object` is the pointer
    SymbolId symbol = {};     ///< or the array is in what this leads to, and there is no object
    auto operator<=>(const Part &) const = default;
  };

  struct Value {
    std::optional<std::pair<Counter, int64_t>> equal = {}; ///< counter + number
    std::map<Counter, int64_t> most = {};                  ///< no more than counter + number
    bool isNotNegative = false;
  };

  struct Place {
    Part part;
    ValueId index;
  };

  bool isReached = true;
  std::map<ValueId, Value> values;
  std::map<Counter, std::map<Counter, int64_t>> most; ///< the first is no more than second + number
  /// Elements from 0 to counter + number, that one excluded, are filled.
  std::map<std::pair<Part, Counter>, int64_t> filled;

  static std::optional<Place> placeOf(const Program &program, const Effects &effects, ValueId id,
                                      const Access &access, const std::set<ObjectId> &steady);
  static std::optional<int64_t> startOf(const Program &program, ValueId array, const Access &access,
                                        int64_t extent);
  static std::optional<Counter> counterOf(const Program &program, ValueId id,
                                          const std::vector<Access> &accesses);
  Value valueOf(ValueId id) const;
  std::optional<int64_t> endOf(const Part &part, const Counter &counter) const;
  static bool isWholeOfPointer(const Part &part);
  std::optional<int64_t> boundOf(const Counter &one, const Counter &other) const;
  bool isAtMost(const Counter &one, const Counter &other, int64_t number) const;
  bool isNotNegative(const Program &program, ValueId index) const;
  bool isNotNegativeAt(const Program &program, ValueId load, ValueId index) const;
  Value difference(const Value &a, const Value &b, bool isSigned) const;
  Value evaluate(const Program &program, ValueId id) const;
  void store(const Program &program, const Effects &effects, ValueId id,
             const std::vector<Access> &accesses, const std::set<ObjectId> &steady);
  void fill(const Place &place);
  void advance(const Counter &counter, int64_t by, bool mayWrap);
  void set(const Counter &counter, const Value &value, bool mayWrap);
  void forget(const Counter &counter);
  void forgetWritten(const Program &program, const Effects &effects, const Access &access,
                     const std::optional<Counter> &known);
  void learnAtMost(const Value &a, const Value &b, int64_t more, bool mayWrap);
};

} // namespace kasuri
