// The verdict on one loop, as later phases see it: data only. The folder statement/ adds how a loop
// that stays sequential can be distributed or run with a part in order.
#pragma once

#include "analysis/reduction/Reduction.h"
#include "analysis/support/IgnoredAnnotation.h"
#include "model/Inline.h"
#include "support/Obstacle.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace kasuri {

/// A variable that advances by the same amount in every iteration: value = entry + k * step.
struct Induction {
  ObjectId object;
  int64_t step = 0; ///< units, or elements for pointers; 0: see `amount`
  /// Instead, a number that is computed in front of the loop; bytes for pointers.
  std::optional<GuardValue> amount = {};
};

/// A variable that a distributed loop changes: each component that uses it has a copy of its own.
struct ComponentScalar {
  /// What the copies begin with.
  enum class Start : uint8_t {
    Before,   ///< the value in front of the loop
    Head,     ///< what the loop's head sets
    Iteration ///< nothing that is read: each iteration sets it first
  };
  ObjectId object;             ///< of the loop's function, declared outside the loop
  size_t setter = 0;           ///< a component whose copy has the last value
  bool isLeft = false;         ///< that may be used after the loop
  Start start = Start::Before; ///< of Iteration, what is left may be the value in front of the loop
};

/// The body of a sequential loop as components that do not depend on each other in any iteration:
/// each may run as a loop of its own, with the same head, beside the others.
struct Distribution {
  /// Statements of the body, in the order of the source; what only computes scalars may be in
  /// several. A statement that is in none, such as a declaration, belongs to all.
  std::vector<std::vector<RegionId>> components;
  std::vector<ComponentScalar> scalars;
  /// The components are independent when all of these hold in front of the loop; none unless
  /// isCounted.
  std::vector<Guard> guards;
  bool isCounted = false; ///< the trip count can be computed there from the counted variable alone
  /// One component may write, in each iteration, into cache lines that another uses.
  bool sharesLines = false;
};

/// A variable whose value an iteration's other statements hand on to those that run in order.
struct ForwardedValue {
  ObjectId object; ///< of the loop's function
  /// The loop's function has none with this value: it is declared in the body, or advances with the
  /// loop.
  bool isOfIteration = false;
  bool hasValue = true; ///< false: only the statements in order use it
};

/// Statements of a parallel loop's body that run in the loop's order, when all iterations of a
/// round have done what the others do: they print, append, or carry values.
struct OrderedPart {
  std::vector<RegionId> statements;      ///< children of the body, in the order of the source
  std::vector<ForwardedValue> forwarded; ///< of each iteration
  bool freesMemory = false;              ///< which may be what the others have allocated
  bool keepsErrno = false;               ///< what the others set it to is handed on, too

  /// So many iterations run before their statements in order do; fewer if that frees memory.
  unsigned roundFor(unsigned cores) const {
    return freesMemory ? 4 * cores : std::max(256u, 16 * cores);
  }
};

/// Bytes of a block, from its start; as it stands, all of them.
struct ByteRange {
  int64_t low = 0, high = INT64_MAX;
  bool isAll() const { return *this == ByteRange(); }
  uint64_t size() const { return static_cast<uint64_t>(high - low); }
  auto operator<=>(const ByteRange &) const = default;
};

/// A block behind pointers of which each worker of a pipeline has a copy (Versions.h).
struct BlockVersion {
  std::string name;  ///< of the pointer to it: `f->current`
  ObjectId pointer;  ///< that leads to it: a variable of the function; invalid: a member of a block
  size_t holder = 0; ///< number of that block among the versions, less than its own
  int64_t member = 0;          ///< bytes from the holder's start to the pointer
  uint64_t bytes = 0;          ///< 0: as many as were allocated
  std::vector<ByteRange> read; ///< that the loop reads and never writes
  bool isOfHead = false;       ///< the loop's head uses the pointer; else the body surely does,
  size_t firstPiece = 0;       ///< from this one of Pipeline::pieces on, and not in front of it
};

/// Bytes of a version that iterations hand on.
struct HandedBytes {
  size_t version = 0; ///< its number
  ByteRange bytes;
  bool isLive = false; ///< they may be read behind the loop
  int64_t added = 0;   ///< as in LeftVariable
};

/// A variable whose value an iteration leaves at the end of a segment.
struct LeftVariable {
  ObjectId object;
  /// What the iteration adds to its own copy behind the segment, the next one has already: modulo 2
  /// to the number of its bits, of pointers in bytes.
  int64_t added = 0;
};

/// A stretch of a loop's body that is in a segment as a whole: a statement, or the condition of a
/// branch or all of its arms.
struct PipelinePiece {
  /// Of a statement with a call into which the pipeline is cut: what it does before, and behind.
  enum class Part : uint8_t { Whole, Condition, Arms, Arguments, Result } part = Part::Whole;
  RegionId statement; ///< child of the body, or of a block in it
  CallPath path = {}; ///< through these, the first one in the loop's body, control comes there
  ValueId call = {};  ///< Arguments, Result: that one
  bool isInCallee() const { return !path.empty(); }
};

/// Pieces of a loop's body that its iterations run one after another: an iteration enters them when
/// the one before has left them.
struct OrderedSegment {
  size_t begin = 0, end = 0; ///< of Pipeline::pieces; none if it only hands values on
  /// Variables of the loop's function of which each iteration has a copy: it takes the value that
  /// the iteration before has left, and leaves its own at the end. Of a pointer among
  /// Pipeline::buffers that is the memory.
  std::vector<ObjectId> taken;
  std::vector<LeftVariable> left;
  std::vector<HandedBytes> bytes = {}; ///< taken and left in the same way
};

/// Variables of getline, of which each worker has its own, with memory of its own.
struct LineBuffer {
  ObjectId text, size;
  ValueId input; ///< the call, which creates the heap site of the memory
};

/// How many parts of an iteration may run at the same time as the same part, or another one, of
/// other iterations; only those that take long count.
struct Overlap {
  size_t free = 0;     ///< pieces that no segment orders
  size_t segments = 0; ///< ordered ones: an iteration may be in each
  auto operator<=>(const Overlap &) const = default;
};

/// A sequential loop as a pipeline: each iteration runs on one core, and several at a time. What
/// iterations hand on is in ordered segments.
struct Pipeline {
  /// All of the body, in the order of the source. The arms of a branch follow its condition. The
  /// pieces of a function called stand between those of the call.
  std::vector<PipelinePiece> pieces;
  /// In the order of the source. The first one begins with the loop's head.
  std::vector<OrderedSegment> segments;
  std::vector<PrivateObject> privates; ///< declared outside the loop, and dead behind it
  std::vector<PrivateObject> buffers;  ///< allocated in front of it: iterations have copies
  std::vector<BlockVersion> versions;  ///< holders before what they hold
  std::vector<LineBuffer> lines;       ///< null in front of the loop, and only freed behind it
  std::vector<ObjectId> automatics;    ///< as LoopFacts::automatics
  std::vector<RegionId> exits;         ///< statements that may end the loop
  std::vector<Guard> guards;           ///< all must hold in front of the loop
  /// Input is read ahead of output: right if no file is both read and written.
  bool readsAhead = false;
  /// Iterations run ahead of an exit that data decide: right if all input is handled
  /// (--assume=input).
  bool assumesInput = false;
  /// And use what earlier ones have handed on: right if it is fit for them (--assume=exits).
  bool assumesExits = false;
  Overlap overlap;
};

/// The calls in which it is cut, each behind those that lead to it, in the order of the source.
std::vector<CallPath> cutCallsOf(const Pipeline &pipeline);

/// An iteration that ends the loop saves what it has of these, if later ones may have handed on
/// theirs already.
bool isSavedAtExits(const Program &program, const Pipeline &pipeline, ObjectId left);
bool isSavedAtExits(const HandedBytes &left);

/// One reason why a sequential loop, of which calls or inner loops might overlap, is no pipeline.
struct PipelineBar {
  enum class Kind : uint8_t {
    Flow,       ///< `source` writes the subject, and `sink` of the next iteration reads it
    Reuse,      ///< one of them only overwrites it
    Files,      ///< both perform input or output
    Opaque,     ///< one of them is code of which nothing is known: see `reason`
    Volatile,   ///< the subject is, and output must keep its place beside it
    Memory,     ///< memory may run out at `source`, which ends the program
    Exit,       ///< the loop may end at `source`
    ExitUses,   ///< the same, and what runs then uses what the statements change
    ExitInside, ///< it may end there, in the middle of a statement of the body
    LeftBehind, ///< what runs when the loop has ended there uses the subject, an iteration's own
    End,        ///< the call of the subject there may end the program
    Errno,      ///< `source` uses errno
    Thread,     ///< `source` uses what belongs to the thread that runs it
    Irregular,  ///< the subject, a construct, makes the control flow irregular
    Recursion,  ///< the subject, a function called, calls itself
    Depth,      ///< the subject, a function called, is called too many calls below the loop
    Budget      ///< the analysis was ended
  } kind = Kind::Flow;
  std::string subject = {};               ///< the user's name; may be empty
  std::vector<PipelinePiece> pieces = {}; ///< that it orders, in the order of the source
  bool hasHead = false;                   ///< and the loop's head before them
  SourceLocation source = {}, sink = {};  ///< in an iteration, and in the next; maybe in callees
  /// The lines of these in the loop's function; 0: none.
  unsigned sourceLine = 0, sinkLine = 0;
  ObstacleKind reason = ObstacleKind::UnknownCall;
  bool areWrites = false;  ///< Reuse: both of them
  std::string callee = {}; ///< one statement has both ends, in a call of that function
};

/// How a sequential loop's iterations, its rows, can run at the same time: a row does an iteration
/// of the loop of its columns when the row before is so many columns ahead.
struct Wavefront {
  RegionId columns;   ///< a loop that each row runs; its variable counts the columns
  int64_t reach = 0;  ///< in units of that variable, 0 or more
  bool isUp = true;   ///< the variable grows
  int64_t stride = 1; ///< by so much, or shrinks
  /// What stands before the columns waits for the row before as the first of them does.
  bool entersInTurn = false;
  bool hasBehind = false; ///< there is more behind the columns: it runs when the row before is over
  ValueId call = {}; ///< in the body: the columns are a loop of the function called; invalid: they
                     ///< stand in the body
};

struct LoopFacts {
  RegionId loop;
  bool isParallel = false;
  std::vector<PrivateObject> privates; ///< declared outside the loop
  std::vector<Reduction> reductions;
  std::vector<Induction> inductions; ///< besides the counted variable
  std::vector<Obstacle> obstacles;   ///< not empty when !isParallel
  /// It is parallel when all of these hold in front of it, and else must run as it stands.
  std::vector<Guard> guards = {};
  std::vector<PrivateBlock> blocks = {}; ///< each with a guard
  /// Static variables of called functions, which must become automatic (CallStatics.h).
  std::vector<ObjectId> automatics = {};
  /// What the counted variable advances by, if that is no constant; guarded to be positive.
  std::optional<GuardValue> amount = {};
  bool assumesAssertions = false;       ///< holds or calls such that are assumed to hold
  std::set<AnnotationId> promises = {}; ///< of the user, which the verdict relies on
  bool hasOwnErrno = false;             ///< each iteration sets errno before it looks at it
  /// Evaluating its start and bound again, while iterations run, gives the same.
  bool hasRepeatableHead = false;
  std::optional<OrderedPart> ordered = {};       ///< of a parallel loop: what its parts leave out
  std::optional<Distribution> distribution = {}; ///< of a sequential loop: at least two components
  std::optional<Pipeline> pipeline = {};         ///< of a sequential loop
  /// Where a guard of that one does not hold, or it is not taken; less overlaps.
  std::optional<Pipeline> otherPipeline = {};
  std::vector<PipelineBar> pipelineBars = {}; ///< why it is none, the decisive one first
  /// Of a sequential loop. What has been found besides obstacles is then of the wavefront.
  std::optional<Wavefront> wavefront = {};

  /// It may be cut into parts that run at the same time.
  bool hasParts() const { return isParallel || wavefront; }
};

/// LoopFacts::pipeline, or the other one, which must be there.
inline const Pipeline &pipelineOf(const LoopFacts &loop, bool isOther) {
  return isOther ? *loop.otherPipeline : *loop.pipeline;
}

/// One of the loop's pipelines does: `what` is Pipeline::assumesInput or assumesExits.
inline bool assumes(const LoopFacts &loop, bool Pipeline::*what) {
  return (loop.pipeline && (*loop.pipeline).*what) ||
         (loop.otherPipeline && (*loop.otherPipeline).*what);
}

/// It has sums of blocks of iterations, which must be the same ones with any number of cores.
bool hasBlocks(const LoopFacts &loop);

/// Functions of which the loop's parts call copies that keep sums of the part's own.
std::set<FunctionId> calleesWithSums(const LoopFacts &loop);

/// The verdicts on all loops.
struct LoopTable {
  std::vector<LoopFacts> loops;         ///< by source order of the loop regions
  std::map<RegionId, size_t> loopIndex; ///< loop region -> index in `loops`

  const LoopFacts *factsOf(RegionId loop) const {
    auto found = loopIndex.find(loop);
    return found == loopIndex.end() ? nullptr : &loops[found->second];
  }
};

/// Where the statements of the loop's ordered part begin.
std::vector<unsigned> linesInOrder(const Program &program, const LoopFacts &facts);

} // namespace kasuri
