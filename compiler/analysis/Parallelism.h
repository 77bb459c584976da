// What may run in parallel: the verdict on each loop and the dependences between sibling
// statements.
//
// This is the only product of the analyses that later phases see. It says what is *legal*; whether
// it pays is the plan's business.
#pragma once

#include "analysis/Assumptions.h"
#include "analysis/Guards.h"
#include "model/Program.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace kasuri {

enum class ReductionKind : uint8_t { Sum, Product, Minimum, Maximum, And, Or, Xor };
/// "+", "*", "min", "max", "&", "|", "^".
std::string_view symbol(ReductionKind kind);

/// Memory other than a variable of the function, by the name that a loop has for it: `st->sum`, the
/// elements of `st->seen`. The name means the same in front of the loop and behind it.
struct Place {
  std::string name = {};              ///< as the loop has it
  std::vector<ValueId> accesses = {}; ///< Loads and Stores by that name: all that touch it there
  unsigned subscripts = 0;            ///< that follow the name, which is an array's, in each access
  uint64_t bytes = 0;                 ///< of the whole of it
  std::vector<ValueId> seenBy; ///< outside the loop: what may touch it or change what it names
};

/// What functions combine with terms that are given its address, or its value.
struct Handed {
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

/// `object` is only ever combined with a term, once per iteration or several times, and never read
/// otherwise inside the loop.
struct Reduction {
  ObjectId object;  ///< a scalar local or parameter of the loop's function; invalid: see `place`
  std::string name; ///< the user's
  ReductionKind kind = ReductionKind::Sum;
  bool isFloating = false;
  /// A Store that updates it. A floating sum or product has exactly one, executed at most once in
  /// each iteration: its terms can be kept and folded in order afterwards.
  ValueId update;
  bool isConditional = false; ///< floating sum or product: some iterations may have no term
  AnnotationId promise = {};  ///< of the user, that the order does not matter
  unsigned bits = 0; ///< integer sum and the like: of the widest arithmetic that updates it
  /// Minimum, maximum: set with it and only then, as the place where it was found.
  std::vector<ObjectId> companions = {};
  std::vector<Place> companionPlaces = {}; ///< the same, each with its one Store
  std::optional<Place> place = {};   ///< what is combined, if it is no variable of the function
  std::optional<Handed> handed = {}; ///< beside `place` or `object`: the functions that combine it

  bool isHistogram() const { return place && place->subscripts > 0; }
  /// Terms are folded in the order of the source.
  bool isOrdered() const {
    return isFloating && !promise.valid() &&
           (kind == ReductionKind::Sum || kind == ReductionKind::Product);
  }
};

/// Bytes of a copy that lies on a worker's stack.
constexpr uint64_t largestCopy = 256 * 1024;

/// A variable that gets a copy per task.
struct PrivateObject {
  ObjectId object;      ///< a local or parameter of the function that holds the region
  bool copyOut = false; ///< the last iteration (or task) that writes it stores its value back
  /// The Call that allocated what the pointer `object` points to: the copy is of that memory, and
  /// its size can be evaluated again in front of the loop. Invalid: the copy is of `object`.
  ValueId allocation = {};
  /// What is copied, if it is no variable; `object` is invalid then.
  std::optional<Place> place = {};
  /// Of an array: the bytes from its start that all iterations write and the last one leaves.
  /// Others belong to whoever works on them at the same time.
  std::vector<std::pair<int64_t, int64_t>> left = {};
};

/// Memory behind pointers, of which each part of a loop has a block of its own. Every pointer that
/// the loop gets at it by is one of `pointers`, has the name of `place`, or is a member of
/// `holder`.
struct PrivateBlock {
  std::string name;             ///< the user's, of a pointer to it
  GuardRange span;              ///< the addresses that may be touched
  std::vector<GuardRange> kept; ///< of these, what all iterations write: left by the last one
  std::vector<ObjectId> pointers = {}; ///< variables of the function, which the loop leaves alone
  std::optional<Place> place = {};     ///< a member; its Loads
  /// A structure that the loop only reads, or the pointer to it; invalid: none.
  ObjectId holder = {};
  int64_t member = 0; ///< bytes from its start to the pointer
};

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
struct HandedOn {
  ObjectId object; ///< of the loop's function
  /// The loop's function has none with this value: it is declared in the body, or advances with the
  /// loop.
  bool isOfIteration = false;
  bool hasValue = true; ///< false: only the statements in order use it
};

/// Statements of a parallel loop's body that run in the loop's order, when all iterations of a
/// round have done what the others do: they print, append, or carry values.
struct OrderedPart {
  std::vector<RegionId> statements; ///< children of the body, in the order of the source
  std::vector<HandedOn> handedOn;   ///< of each iteration
  bool freesMemory = false;         ///< which may be what the others have allocated
  bool keepsErrno = false;          ///< what the others set it to is handed on, too

  /// So many iterations run before their statements in order do; fewer if that frees memory.
  unsigned roundFor(unsigned cores) const {
    return freesMemory ? 4 * cores : std::max(256u, 16 * cores);
  }
};

/// An annotation that nothing rests on, because it cannot be true or does not apply.
struct IgnoredAnnotation {
  AnnotationId annotation;
  std::string reason;
  SourceLocation place = {}; ///< where the source says otherwise

  bool operator==(const IgnoredAnnotation &) const = default;
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
  /// What the counted variable advances by, if that is no constant; guarded to be positive.
  std::optional<GuardValue> amount = {};
  bool assumesAssertions = false;       ///< holds or calls such that are assumed to hold
  std::set<AnnotationId> promises = {}; ///< of the user, which the verdict relies on
  /// Evaluating its start and bound again, while iterations run, gives the same.
  bool hasRepeatableHead = false;
  std::optional<OrderedPart> ordered = {};       ///< of a parallel loop: what its parts leave out
  std::optional<Distribution> distribution = {}; ///< of a sequential loop: at least two components
};

/// Of two parallel loops that take equally many iterations: iteration j of the later one depends on
/// iterations j - before to j + after of the earlier one alone.
struct Halo {
  int64_t before = 0, after = 0;
  int64_t leastTrips = 0; ///< each loop takes at least so many iterations
  int64_t width() const { return std::max(before, after); }
  bool operator==(const Halo &) const = default;
};

/// "aligned, halo 1", "aligned, halo 0 before and 1 after"; "aligned" for the same iteration alone.
std::string toString(const Halo &halo);

/// `to` must wait for `from`: both are children of one Sequence, from before to.
struct SiblingDependence {
  RegionId from, to;
  enum class Kind : uint8_t { Flow, Anti, Output } kind = Kind::Flow;
  std::string subject; ///< the user's name of what conflicts
  uint64_t bytes = 0; ///< that `to` reads and `from` wrote, at most, as far as known (FlowVolume.h)
  SourceLocation source, sink;
  bool meetsHead = true;         ///< the head of the loop `to` may read what `from` writes
  std::optional<Halo> halo = {}; ///< none: any of their iterations may depend on any other
};

/// Facts on a child of a sequence as a possible macro-task.
struct SiblingFacts {
  std::vector<PrivateObject> privates; ///< locals it writes before reading, that need a copy per
                                       ///< task for the dependences to hold (anti and output ones
                                       ///< on them are not listed)
  bool mayLeave = false; ///< contains a return, or is a part of one, goto, or a break/continue that
                         ///< leaves it; may end the program, or change what belongs to its thread;
                         ///< or the user wants it to stay where it is
  bool standsAlone = false; ///< a loop that may only leave if its guards fail, which it does not
                            ///< when it runs in parallel, as a layer of its own
  bool declares = false;    ///< declares variables that later siblings use
  /// Variables declared in the function that other code may know of too (their address was taken,
  /// or they are static), and that it may write, by whatever name.
  std::set<ObjectId> changed;
};

struct Parallelism {
  std::vector<LoopFacts> loops; ///< by source order of the loop regions
  std::vector<SiblingDependence> dependences;
  std::map<RegionId, SiblingFacts> siblings; ///< by child region
  std::map<RegionId, size_t> loopIndex;      ///< loop region -> index in `loops`
  /// Functions that a call may reach, by Call value; a direct call to a definition has one entry.
  std::map<ValueId, std::vector<FunctionId>> callees;
  /// Arms that end the program for want of memory: a call of ks_leave stands at their start.
  std::vector<RegionId> memoryExits;
  /// Failures of assertions that are assumed to hold: these call ks_assert_fail.
  std::vector<ValueId> assumedAssertions;
  std::set<AnnotationId> promises; ///< of the user, that dependences between statements rely on
  std::vector<IgnoredAnnotation> ignored;
  std::vector<Obstacle> programObstacles; ///< reasons that keep the whole program sequential

  const LoopFacts *factsOf(RegionId loop) const {
    auto found = loopIndex.find(loop);
    return found == loopIndex.end() ? nullptr : &loops[found->second];
  }
};

/// Where the statements of the loop's ordered part begin.
std::vector<unsigned> linesInOrder(const Program &program, const LoopFacts &facts);

/// The user's name of what is copied.
std::string nameOf(const Program &program, const PrivateObject &copied);

/// Runs points-to, effects, dependences, privatisation and reductions over the whole program.
/// `budget`: steps that questions about one function may take.
Parallelism findParallelism(const Program &program, uint64_t budget,
                            const Assumptions &assumptions = {});

/// Stable text; for --dump=analysis.
std::string print(const Program &program, const Parallelism &facts,
                  const std::string &onlyFunction = "");

} // namespace kasuri
