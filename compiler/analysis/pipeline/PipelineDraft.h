// What is known of a loop while its pipeline is made; internal to findPipeline.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/pipeline/Elements.h"

#include <optional>
#include <set>
#include <vector>

namespace kasuri {

/// Elements from the first to the last, which one segment has.
struct ElementRange {
  size_t first = 0, last = 0;
};

inline bool overlap(const ElementRange &a, const ElementRange &b) {
  return a.first <= b.last && b.first <= a.last;
}

/// The element joins the range, which begins with it if there was none.
void extend(std::optional<ElementRange> &range, size_t element);

/// A constant that each iteration adds to something that it hands on.
struct Increment {
  size_t element;
  int64_t by; ///< modulo 2 to the number of its bits; of pointers in bytes
};

/// What iterations hand on, from its first use to its last write.
struct Handed {
  ObjectId object; ///< a variable; invalid: the bytes
  ElementRange range;
  std::optional<HandedBytes> bytes = {};
  std::vector<Increment> increments = {}; ///< all writes, if they are nothing else
  bool isExposed = true;                  ///< an iteration may read what the one before has left
  std::set<PremiseId> premises = {};      ///< bytes: of all that writes them
};

/// How the loop comes to a block: a variable of its function, and then bytes from the start of each
/// block to the pointer that leads to the next.
struct BlockPath {
  ObjectId root;
  std::vector<int64_t> members;
  auto operator<=>(const BlockPath &) const = default;
};

/// To the block that has the pointer to this one, which must not be the variable's own.
BlockPath holderOf(BlockPath path);

struct VersionedBlock {
  BlockPath path;
  std::set<ObjectId> objects;     ///< that the pointer may lead to
  std::vector<ByteRange> exposed; ///< read before the iteration writes it
  bool isOnlyPath = false;        ///< the loop comes to the objects on no other one
};

/// What a group of accesses does to files.
enum class Transfer : uint8_t { Input, Output, Other };

struct PipelineDraft {
  PipelineDraft(const AnalysedProgram &analysed, RegionId loop, PipelineElements elements,
                Budget &budget);

  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  FunctionId function;
  const FunctionAccesses &known;
  PipelineElements elements;
  Budget &budget;

  Pipeline pipeline;
  PrivateMemory own;
  std::vector<AccessGroup> groups;
  std::vector<size_t> elementOf;    ///< by group
  std::vector<ElementRange> ranges; ///< of the ordered segments
  /// Elements of which the later iteration's one must follow the earlier iteration's one.
  struct Carried {
    size_t earlier, later;
    size_t fromGroup, toGroup;
  };
  std::vector<Carried> carried;
  /// Ranges that come from anything but `carried` and `handed`, with the reason.
  std::vector<std::pair<ElementRange, PipelineBar::Kind>> causes;
  std::vector<Handed> handed;
  std::vector<VersionedBlock> versioned; ///< by version
  std::vector<Handed> late; ///< left behind the last write, and read in no other iteration
  /// Exits that data decide, and that later iterations stay behind because of what they get from
  /// earlier ones.
  std::set<size_t> strictExits;

  const std::vector<PipelineElement> &all() const { return elements.all; }
  /// What runs when the loop is over.
  std::vector<RegionId> allLeaving() const;

  bool isNamedIn(const std::vector<ValueId> &values, ObjectId object) const;
  bool isNamedIn(RegionId region, ObjectId object) const;
  bool isNamedIn(const std::vector<RegionId> &regions, ObjectId object) const;
  bool leadsTo(const Locations &targets, ObjectId memory) const;
  /// So many bytes from one of the targets may be among these of one of the objects.
  bool meets(const Locations &targets, uint64_t reach, const std::set<ObjectId> &objects,
             const ByteRange &bytes) const;
  /// None: the group is not about files.
  std::optional<Transfer> transferOf(const AccessGroup &group) const;
  bool mayRunOutIn(size_t element) const;
  /// Later iterations may begin before it is known whether the loop ends there, as far as is known.
  bool mayBeAheadOf(size_t exit) const;

  /// To which the variable leads; null: to none.
  const PrivateObject *bufferOf(ObjectId variable) const;
  bool isNeededBehind(ObjectId object) const;
  /// In the loop's body.
  bool isDeclaredInside(ObjectId variable) const;
  /// Each iteration sets it before it reads it, and nothing behind the loop reads it.
  bool isSetInside(ObjectId variable) const;
};

} // namespace kasuri
