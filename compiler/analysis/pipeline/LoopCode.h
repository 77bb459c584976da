// What a loop does, with all that it calls, one value at a time and in no order: for facts that
// every one of its stores must keep. Internal to Versions.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

#include <initializer_list>
#include <optional>

namespace kasuri {

class LoopCode {
public:
  explicit LoopCode(const PipelineDraft &draft);

  const PipelineDraft &draft;
  const Program &program;
  const AnalysedProgram &analysed;
  std::vector<ValueId> values; ///< of the loop and of what it calls, but for what runs behind it

  /// The value itself does so, and not a defined function that it calls.
  bool touches(ValueId value, const std::set<ObjectId> &objects, const ByteRange &bytes,
               bool isWrite) const;

  /// Exactly these bytes of one of the objects.
  bool isAt(ValueId value, const std::set<ObjectId> &objects, const ByteRange &bytes) const;
  /// The same, as a number.
  bool isNumberAt(ValueId value, const std::set<ObjectId> &objects, const ByteRange &bytes) const;

  /// A Load or Store of all bits of a number.
  static bool isWhole(const Instruction &access);

  /// The pointer leads to the start of one of the objects.
  bool isStart(ValueId pointer, const std::set<ObjectId> &objects) const;

  /// The subscript, if it is a whole element of one of the objects as an array of them.
  std::optional<ValueId> subscriptOf(ValueId access, const std::set<ObjectId> &objects) const;

  /// A number of the function's own, of which an iteration finds none that an earlier one left.
  bool isFresh(ObjectId variable) const;

  /// In its function.
  std::vector<ValueId> storesTo(ObjectId variable) const;

  /// All that runs from one to the other, without the two, if nothing can lead in or out between
  /// them.
  std::optional<std::vector<ValueId>> between(ValueId first, ValueId last) const;

  bool areInEachRun(std::initializer_list<ValueId> all) const;

  /// What a variable of the function holds that is set in one place only; or the value itself.
  ValueId behindVariable(ValueId value) const;
  /// If the value is that of such a variable, it is set among these, and loaded behind that.
  bool isLoadedIn(ValueId value, const std::vector<ValueId> &all) const;

  /// Conversions after which a number that is not negative is the same.
  ValueId withoutWidening(ValueId value) const;

private:
  ValueId onlyStoreTo(ValueId load) const;
  bool isFollowed(ValueId value) const;
  bool meets(const Access &access, const std::set<ObjectId> &objects, const ByteRange &bytes) const;
  bool isBeside(const Access &access, const std::set<ObjectId> &objects,
                const ByteRange &bytes) const;
  ValueId pointerOf(const Access &access) const;
};

} // namespace kasuri
