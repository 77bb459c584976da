// How often loops iterate, as far as the source tells.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

struct Trips {
  double count = 1;
  enum class Basis : uint8_t {
    Known,    ///< follows from constants
    Likely,   ///< from constants that one way to the loop has, the mean of an outer loop's, or
              ///< an annotation
    Array,    ///< of the declared array that the loop walks
    Defaulted ///< a mere default: nothing bounds it
  } basis = Basis::Known;
  bool isOpen = false; ///< on some way to the loop nothing bounds it
};

/// "height" of "picture->size.height"; "": it is no member.
std::string memberOf(const std::string &text);

class TripCounts {
public:
  struct Number {
    double value = 0;
    bool isSure = true;  ///< false: it is so on average, or on one of several ways
    bool isOpen = false; ///< on some way it can be anything
    auto operator<=>(const Number &) const = default;
  };

  TripCounts(const Program &program, const Parallelism &facts);
  Trips of(RegionId loop);

  /// Values of parameters, as far as they are known.
  using Arguments = std::map<ObjectId, Number>;
  /// One call of a function.
  struct Call {
    FunctionId function;
    Arguments arguments;
    std::map<RegionId, Trips> known = {};                     ///< found for it
    std::map<ObjectId, std::optional<Number>> variables = {}; ///< none also while being found
  };
  /// In that call; the loop is the function's own.
  Trips of(RegionId loop, Call &call);
  /// Of a call that is in the function of another one, or in any; null: in the mean.
  Arguments argumentsOf(ValueId call, FunctionId callee, Call *around);

  /// How much more often `inner` iterates when `outer`, a loop around it, ends than when it begins:
  /// the difference of both by their sum, -1 to 1; 0 also if it cannot be told.
  double growth(RegionId inner, RegionId outer);

private:
  const Program &program;
  bool hasMain = false;
  std::map<ObjectId, std::vector<ValueId>> stores;          ///< by the variable that they name
  std::map<std::string, std::vector<ValueId>> memberStores; ///< by the member's name
  std::map<ObjectId, std::vector<ValueId>> elements; ///< of declared arrays, by their subscript
  std::map<FunctionId, std::vector<ValueId>> callsOf;
  std::map<RegionId, Trips> known;
  std::map<ObjectId, std::optional<Number>> variables;  ///< none also while it is being found
  std::map<std::string, std::optional<Number>> members; ///< likewise
  /// While it is asked how counts change: a counter's value, and all that is not known is alike.
  struct Assumption {
    ObjectId counter;
    double value = 0;
  };
  std::optional<Assumption> assumed;
  Call *inCall = nullptr; ///< that is asked about; null: the mean of all calls

  Trips count(RegionId loop);
  std::optional<Trips> counted(RegionId loop);
  std::optional<Trips> annotated(RegionId loop);
  uint64_t walkedExtent(RegionId loop) const;
  void noteElement(ValueId value);

  std::optional<Number> number(ValueId value);
  std::optional<Number> arithmetic(const Instruction &value);
  std::optional<Number> choice(const std::vector<ValueId> &values);
  std::optional<Number> loaded(ValueId load);
  std::optional<Number> loadedFrom(ObjectId variable, ValueId load);
  double assumedCount(RegionId loop, const Assumption &assumption);
  std::optional<Number> meanOf(RegionId loop);
  std::optional<Number> ofVariable(ObjectId variable);
  std::optional<Number> inThisCall(ObjectId variable);
  std::optional<Number> findVariable(ObjectId variable);
  std::optional<Number> ofMember(const std::string &name);
  std::vector<ValueId> argumentsFor(ObjectId parameter) const;
  bool reads(ValueId value, ObjectId variable) const;
  bool readsMember(ValueId value, const std::string &name) const;
};

} // namespace kasuri
