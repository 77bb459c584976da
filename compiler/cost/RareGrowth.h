// Code that runs rarely because it makes room for more, each time for a multiple of what there was.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kasuri {

class RareGrowth {
public:
  RareGrowth(const Program &program, const Parallelism &facts);

  /// How often such code runs, of the times that its test is made.
  static constexpr double likelihood = 1.0 / 1024;

  /// An arm of a branch.
  bool isIn(RegionId arm);
  /// A call in the second half of a condition, as `grow` in `count > size && !grow(t)`.
  bool isBy(ValueId call) const { return calls.contains(call); }

private:
  /// A variable, or a member of that name of anything.
  struct Place {
    ObjectId variable;
    std::string member;
    auto operator<=>(const Place &) const = default;
    bool isKnown() const { return variable.valid() || !member.empty(); }
  };

  /// What a region evaluates whenever it runs, but for how often its loops iterate: what has a test
  /// of its own is as rare as that.
  struct Code {
    std::vector<ValueId> stores; ///< to places that are known
    std::vector<ValueId> calls;  ///< of functions of the program
    bool allocates = false;
  };

  const Program &program;
  const Parallelism &facts;
  std::map<RegionId, Code> codes;                  ///< as far as somebody has asked
  std::map<ObjectId, std::vector<ValueId>> stores; ///< to local variables
  std::set<ValueId> calls;

  /// Does some code allocate, and store a multiple of what is in one of these places in one of
  /// them?
  struct Question {
    const std::set<Place> &places;
    bool grows = false, allocates = false;
    std::set<FunctionId> seen = {};
    /// Answers that were given, by value and depth: one value is a part of many others.
    std::map<std::pair<ValueId, unsigned>, bool> multiples = {};
    std::map<std::tuple<ValueId, unsigned, Place>, bool> mentions = {};
    /// The same of what is stored in a local variable: it is a part of each of its loads.
    std::map<std::pair<ObjectId, unsigned>, bool> storedMultiples = {};
    std::map<std::tuple<ObjectId, unsigned, Place>, bool> storedMentions = {};
  };

  Place placeOf(ValueId access) const;
  void findCalls(const Instruction &condition);

  const Code &codeOf(RegionId region);
  void add(RegionId region, Code &code) const;
  bool isFull(ValueId condition, const Code &code, unsigned depth);
  std::set<Place> comparedIn(ValueId value) const;
  void look(const Code &code, Question &asked);
  bool isMultiple(ValueId value, unsigned depth, Question &asked) const;
  bool isMultipleAnew(ValueId value, unsigned depth, Question &asked) const;
  bool mentions(ValueId value, const Place &place, unsigned depth, Question &asked) const;
  bool mentionsAny(ValueId value, Question &asked) const;
  bool storesMultiple(ObjectId variable, unsigned depth, Question &asked) const;
  bool storesMentioning(ObjectId variable, const Place &place, unsigned depth,
                        Question &asked) const;
  const std::vector<ValueId> &operandsOf(ValueId value) const;
  ObjectId variableRead(ValueId value) const;
};

} // namespace kasuri
