// What a stretch of code surely writes before it reads it.
#pragma once

#include "analysis/support/Budget.h"
#include "analysis/symbolic/Accesses.h"
#include "analysis/symbolic/FirstIteration.h"
#include "analysis/symbolic/Prefixes.h"
#include "analysis/symbolic/Texts.h"

#include <functional>

namespace kasuri {

/// What arrays and strings hold as a whole at one point of the program.
struct Contents {
  Prefixes prefixes;
  Texts texts;

  void leave() {
    prefixes.leave();
    texts.leave();
  }
  void join(const Contents &other) {
    prefixes.join(other.prefixes);
    texts.join(other.texts);
  }
  /// In front of a loop's iterations: an iteration has ended so. True if that takes something away.
  bool loopBack(const Contents &behind) {
    const bool isLess = prefixes.loopBack(behind.prefixes);
    return texts.loopBack(behind.texts) || isLess;
  }
  void forgetAll() { *this = {}; }
};

/// Follows the regions of one function in order, from a point where nothing is written yet.
class CoverageWalk {
public:
  /// Of each read that the stretch makes: whether earlier writes of the stretch cover it.
  using OnRead = std::function<void(const Access &access, bool isCovered)>;

  CoverageWalk(const Program &program, const PointsTo &pointsTo, const Effects &effects,
               Budget &budget, FunctionId function, OnRead onRead)
      : program(program), pointsTo(pointsTo), effects(effects), budget(budget),
        known(effects.functions[function.index()]), onRead(std::move(onRead)) {}

  /// Asked where a read is covered if none of these is negative, and that is not known. True: the
  /// caller sees to it.
  using Assume = std::function<bool(const std::vector<Linear> &)>;
  void assumeBy(Assume mayAssume) { this->mayAssume = std::move(mayAssume); }

  /// For the callback: all bytes of the access, which the function makes anywhere, are among what
  /// has been written up to the read, and which those are is the same in all iterations of the
  /// loop.
  bool isAmongWritten(const Access &access, RegionId loop);

  /// For the callback: the callee that makes the read has written it before.
  bool isCoveredByCallee(const Access &access);
  /// For the callback: what is surely written of the read's base up to it, as far as that is for
  /// the caller.
  CompactList<WrittenBytes>
  writtenBefore(const Access &access,
                const std::function<bool(const WrittenBytes &)> &isForCaller) const;

  /// What the function's parameters hold when it begins, where that has a name.
  void nameParameters(const std::map<ObjectId, SymbolicValue> &values) { parameters = &values; }

  /// The bytes surely written when the region has been run to its end.
  std::vector<WrittenBytes> run(RegionId region);
  /// The same, and those that are under conditions.
  std::vector<WrittenBytes> runWithConditions(RegionId region);
  /// What the returns in it say.
  std::set<FilledPrefix> filledUpToResult() const {
    return upToResult.value_or(std::set<FilledPrefix>());
  }
  const std::vector<ReturnedWrites> &writtenAtReturns() const { return returns; }
  /// Strings that are there wherever the region, which is a function's body, is left.
  std::vector<Access> textsAtEnd() const { return atEnd.all(); }

private:
  struct State {
    std::vector<WrittenBytes> written;
    /// Written before the first place where control may leave the current body early.
    std::optional<std::vector<WrittenBytes>> beforeJump;
    std::set<ValueId> called; ///< calls that have surely been made
    bool isLeft = false;      ///< by a jump: control does not get here
    Contents contents;
  };

  const Program &program;
  const PointsTo &pointsTo;
  const Effects &effects;
  Budget &budget;
  const FunctionAccesses &known;
  OnRead onRead;
  Assume mayAssume;
  std::set<ObjectId> steady; ///< see Prefixes
  const std::map<ObjectId, SymbolicValue> *parameters = nullptr;
  std::optional<std::set<FilledPrefix>> upToResult; ///< none: no return has said anything
  std::vector<ReturnedWrites> returns;
  Texts atEnd;                               ///< where the function returns
  std::map<ObjectId, ValueId> resultOf;      ///< of variables that hold what a call has returned
  const State *atRead = nullptr;             ///< while the callback runs
  std::map<RegionId, FirstIteration> firsts; ///< of loops that have been walked
  std::map<RegionId, bool> left;             ///< by region, where asked: it has a leavingJump
  const FirstIteration *first = nullptr;     ///< while a pass follows the first iteration of a loop
  unsigned irregular = 0; ///< open regions whose parts may be entered from anywhere
  unsigned silent = 0;    ///< open passes that only look for writes
  size_t steps = 0;       ///< facts that the values passed had to look at, as often as they were
  unsigned queries = 0, proofs = 0;
  bool followsPrefixes = false, followsTexts = false;
  /// What is known where jumps end loops, their iterations, switches and stretches.
  std::map<RegionId, Contents> broken, continued, gone;

  TextContext textContext() const { return {program, pointsTo, effects}; }
  void walk(RegionId region, State &state);
  void walkBlock(RegionId block, State &state);
  void followTexts(ValueId value, const std::vector<Access> &accesses, State &state) const;
  void walkLoop(RegionId loop, State &state);
  void walkArms(RegionId region, State &state);
  void addFilled(const Prefixes &prefixes, std::vector<WrittenBytes> &written) const;
  void noteReturn(const Region &jump, const State &state);
  void assume(ValueId condition, bool holds, State &state);
  void assumeResults(ValueId condition, bool holds, State &state);
  void assumeResult(ValueId value, Relation relation, int64_t limit, State &state);
  ValueId callOf(ValueId value, const State &state) const;
  void findResults(FunctionId function);
  void noteWritten(const Region &jump, const State &state);
  static void join(State &state, State &other);
  void walkJump(RegionId jump, State &state);
  void walkBody(RegionId loop, State &state);
  std::vector<WrittenBytes> writtenInOne(RegionId loop, const State &state);
  void findLoopContents(RegionId loop, State &state);
  bool isCovered(const Access &access, const State &state);
  bool isCoveredBy(const Access &access, const auto &written);
  bool isCoveredByTest(ValueId value, const Access &access, const State &state);
  bool contains(const WrittenBytes &bytes, Linear start, const Linear &size, const Access &access);
  bool areMet(const WrittenBytes &bytes, const Access &access);
  bool isNonNegative(const Linear &value, const Access &access);
  bool isNeverNegativeProduct(const Linear &value, const Access &access);
  bool isLeft(RegionId region);
  std::optional<Linear> tripCount(RegionId loop);
};

/// How many values a counter of the function takes, where one test of its loop says that; or zero
/// or less.
std::optional<Linear> domainLength(const Effects &effects, const FunctionAccesses &known,
                                   SymbolId counter);

/// The access touches only bytes that every iteration of the loop surely writes, which are the same
/// in all of them.
bool isAlwaysWritten(const Program &program, const Effects &effects, Budget &budget, RegionId loop,
                     const Access &access, const std::vector<WrittenBytes> &written);

/// The bytes that the access surely writes whenever it is executed.
std::optional<WrittenBytes> surelyWritten(const Access &access);

/// Adds bytes, joined with those that end where these begin or begin where these end.
void addWritten(std::vector<WrittenBytes> &written, const WrittenBytes &bytes);

} // namespace kasuri
