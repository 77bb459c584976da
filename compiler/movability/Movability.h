// Whether the code of a layer can be moved into task functions, and what it takes along: a value
// that holds for each statement before anybody plans.
//
//     for (int c = 0; c < n; c++) bits += code(enc, c);
//     ->  captures enc by value, bits is a partial sum; its head can be evaluated in front
//
// Most of it depends on the statement alone. The rest are conditions on the layer that it may
// become a part of: a reference in a macro cannot be changed, which matters if a task of the layer
// writes the variable, so that all of them reach it by its address. Such things are demands, in the
// order in which they are found; `moveLayer` goes through those of a layer's tasks. It decides
// nothing about text, and sees no syntax tree.
#pragma once

#include "analysis/Parallelism.h"
#include "graph/MacroTaskGraph.h"
#include "movability/MovedLoop.h"
#include "movability/PipedLoop.h"
#include "movability/Refusal.h"
#include "movability/openmp/OpenMpCode.h"

#include <map>
#include <set>

namespace kasuri {

/// A local declaration that hides a type which is printed where it is visible: the first of its
/// function.
struct HiddenType {
  size_t declaration = 0; ///< number in the function
  SourceLocation where;
};

/// A variable of the enclosing function that tasks use.
struct Capture {
  ObjectId object; ///< invalid: the model has none
  std::string name;
  std::string valueType;  ///< declaration of `name` with the variable's type, as "int name"
  std::string sharedType; ///< declaration of `name` as a pointer to it
  bool isShared = false;  ///< in the frame as a pointer; by value otherwise
  /// Of arrays of variable length in its type: the name that the types above have for the number of
  /// elements, and what computes it in the enclosing function.
  std::vector<std::pair<std::string, std::string>> lengths;
  bool isCopied = false; ///< shared by the address of a copy, one of OutlinedLayer::copies
};

/// A scalar of the enclosing function that tasks write: they write a copy, which is stored back
/// behind the run. So the variable itself has no address, and stays what it is where the layer does
/// not run.
struct OutlinedCopy {
  enum class Start {
    Unset,   ///< it is written before it is read
    Value,   ///< the variable's value
    Perhaps, ///< the same, but the variable may have none yet
    Bytes    ///< likewise, of a type of which not all bytes are values
  };
  std::string name, declaration;
  Start start = Start::Value;
  bool isStoredBack = true;
  bool needsTrips = false; ///< stored back only where the layer's loop has iterated
};

/// A variable of a function as any layer of it would capture it.
struct MovableVariable {
  Capture capture;
  std::optional<OutlinedCopy> copy;  ///< nothing but its name leads to it
  std::optional<Refusal> refusal;    ///< if it is captured
  std::optional<Refusal> whenShared; ///< if it is captured by its address
  std::optional<HiddenType> hidden;  ///< by its declaration in tasks
  bool handsProducts = false;        ///< see Contraction
  bool sumsProducts = false;
  SourceLocation where;
};

/// One thing that moving a piece of code asks for.
struct Demand {
  enum class Kind : uint8_t {
    Refused,            ///< it cannot be moved
    RefusedIfWritten,   ///< not if a task of the layer that is no split loop writes the variable
    RefusedIfCaptured,  ///< not if the layer has captured it
    RefusedUnlessAlone, ///< not with other tasks in the layer
    Captured,           ///< by the layer: by its address if `isShared`
    Named,              ///< the same, where `range` names it in the text
    Prototype           ///< of the enclosing function
  };
  /// The order of demands of statements that become one task.
  enum class Stage : uint8_t { Names, Own, Construct, Place, Uses };
  Kind kind = Kind::Refused;
  Stage stage = Stage::Uses;
  size_t variable = 0;   ///< number in MovableFunction::variables
  bool isShared = false; ///< Named: in any layer
  bool isOfTask = true;  ///< the task function has it, not the frame alone
  bool isInText = false; ///< Named: in the task's statements, not in a loop's head
  TextRange range = {};  ///< Named: the name
  Refusal refusal = {};  ///< Named: if it is shared; else "": none
  RegionId part = {};    ///< Named, in a loop with components: the statement of them that it is in
};

/// What a task function has beside its statements. Its texts are marked (Marks.h) until the task
/// has its place in a layer.
struct TaskParts {
  std::optional<SplitLoop> split;
  std::optional<PipedLoop> piped;
  std::vector<std::string> privates; ///< declarations of variables of which the task has its own
  std::vector<std::string> privateNames; ///< of the same
  /// Of a distributed loop: variables of which the task's copy has the last value.
  struct Result {
    std::string name;
    std::string home, homeType; ///< the frame's member with the address of the layer's copy
    std::string copyType;       ///< declaration of `name`
  };
  std::vector<Result> results;
  /// Of a statement that may leave the layer: what runs behind that then, by outcome less 1.
  struct WayOut {
    TextRange jump;        ///< that, as it is in the source
    bool hasValue = false; ///< or a return of the value that the task has left in the frame
  };
  std::vector<WayOut> waysOut;
  /// Declaration of the frame's member for such values, of the function's type; "": none.
  std::string returnedType;
  /// The name of that member.
  static std::string returned(const std::string &task) { return "ks_returned_" + task; }

  /// The frame has the number of iterations, from the layer's begin on.
  bool hasEarlyHead() const { return split && !split->isLate; }
};

/// A piece of code as all or a part of a task.
struct MovableCode {
  std::vector<Demand> demands;
  std::optional<Refusal> rangeRefusal; ///< about its ends, after all demands
  TextRange range;
  std::vector<TextEdit> edits;         ///< of the task's text, in any layer
  std::vector<TextEdit> originalEdits; ///< of the code that runs where the layer does not
  TaskParts parts;
  std::vector<size_t> own; ///< variables that tasks declare for themselves
  std::optional<HiddenType> hidden;
};

/// What the statement, or a branch's condition, does to variables of its function.
struct MovableUses {
  std::set<size_t> named;
  std::set<size_t> written;   ///< or their address is taken
  std::optional<size_t> sets; ///< it is an assignment to this one, which it does not read
  std::set<size_t> unrounded; ///< may get a product from in front that is not rounded yet
};

/// A loop whose components may run as tasks of their own.
struct MovableComponents {
  MovableCode loop;                              ///< with all statements
  std::vector<std::vector<RegionId>> components; ///< see Distribution
  SourceLocation where;
  struct Part {
    RegionId statement;
    TextRange range;
    std::optional<Refusal> refusal;     ///< whether it stays or not
    std::optional<Refusal> whenLeftOut; ///< before that
    std::string lines;                  ///< that then stand in its place
  };
  std::vector<Part> parts; ///< the statements of all components, by region
  struct Reference {
    size_t variable = 0;
    RegionId part, declaredIn; ///< statements of components; invalid: in none
    SourceLocation where;
  };
  std::vector<Reference> references; ///< in the order of the text
  std::optional<Refusal> pragma;
  struct Declaration {
    unsigned begin = 0;
    std::optional<Refusal> refusal;
  };
  std::vector<Declaration> declarations; ///< that stay with each task
  struct Scalar {
    ComponentScalar its;
    size_t variable = 0;
    bool isDeclaredInside = false;
    std::string name, own; ///< declaration of a task's own
    std::optional<Refusal> ownRefusal, resultRefusal;
    TaskParts::Result result;
    std::optional<HiddenType> hidden;
  };
  std::vector<Scalar> scalars;
  bool hasGuards = false;
  std::optional<SplitLoop> head; ///< that is evaluated in front, if anything is tested there
  std::optional<Refusal> headRefusal;
  std::optional<HiddenType> headHidden;
};

/// A label of a switch as it stands in a task function, and the arm that it leads to.
struct SwitchLabel {
  std::string text; ///< "case 3", "default"
  unsigned arm = 0;
};

/// A statement as the first or last of a layer.
struct MovablePlace {
  TextRange range; ///< with the pragmas in front
  SourceLocation where;
  std::optional<Refusal> firstRefusal, lastRefusal; ///< about the ends of its first and last one
  std::optional<Refusal> refusal;                   ///< as the first of the layer
  bool hasOwnArithmetic = false;                    ///< under a pragma of a block around it
  bool isBehindMacros = false;                      ///< that a copy would not see
  std::vector<MacroDefinition> macros;              ///< that the function defines in front
};

/// A loop as one of its pipelines.
struct MovablePipeline {
  MovableCode code;
  std::optional<Refusal> guards; ///< in front of it
};

struct MovableTask {
  MovablePlace place;
  MovableCode statement;
  MovableUses uses;
  std::optional<MovableCode> condition; ///< of a branch or switch
  std::vector<SwitchLabel> labels;      ///< of a switch
  MovableUses conditionUses;
  std::optional<Refusal> noCondition; ///< instead
  /// Of a branch that may leave the layer: the statements with which it does.
  std::optional<TextRange> leavingArm;
  std::optional<MovableCode> early, late; ///< as a split loop, by where its head is evaluated
  std::optional<Refusal> guards;          ///< in front of the split loop
  std::optional<MovablePipeline> piped, otherPiped; ///< by LoopFacts::pipeline and otherPipeline
  std::optional<MovableComponents> components;
  std::set<ObjectId> changed; ///< see SiblingFacts
};

struct MovableLayer {
  std::vector<MovableTask> tasks;                                ///< as in the graph
  std::vector<std::pair<unsigned, SourceLocation>> declarations; ///< of the block, by offset
};

struct MovableFunction {
  std::optional<Refusal> refusal;
  unsigned begin = 0, bodyBegin = 0; ///< bytes of the file
  std::string prototype;             ///< if a task names the function, that nothing else declares
  std::vector<TextRange> exits;      ///< arms that end the program when memory runs out
  std::vector<MovableVariable> variables;
};

/// A copy of a function that the rows of a wavefront or the iterations of a pipeline call instead,
/// in which they wait for those before: between chunks of its loop of columns, or where a segment
/// begins. Or one that the parts of a loop call, in which sums are their own.
struct MovableClone {
  FunctionId function;
  std::string name;
  std::string parameters; ///< in front of the function's own
  std::string use;        ///< what calls it
  std::string prototypes; ///< of copies that it calls, and of the function if it names itself
  TextRange range;        ///< the definition that is copied
  std::vector<TextEdit> edits;
  std::string start;                   ///< of the columns, if that is a constant; else ""
  std::vector<MacroDefinition> macros; ///< as in OutlinedWave
  std::optional<Refusal> refusal;
};

/// What calls a copy of a function.
struct CloneId {
  RegionId columns = {}; ///< valid: rows of which this loop is the columns
  CallPath path = {};    ///< else iterations of a pipeline, through these calls
  bool isOther = false;  ///< which is its loop's other one
  RegionId parts = {};   ///< valid: parts of this loop, which add up what `function` does
  FunctionId function = {};
  auto operator<=>(const CloneId &) const = default;
};

struct Movability {
  std::vector<FileText> files; ///< by unit
  std::map<FunctionId, size_t> fileOf;
  std::map<FunctionId, MovableFunction> functions;
  /// Behind the brace that opens a function's body, where that is plain text: bytes of the file.
  std::map<FunctionId, unsigned> bodies;
  std::vector<MovableLayer> layers; ///< by LayerId; none: all can be moved
  std::map<CloneId, MovableClone> clones;
  std::optional<OpenMpCode> openMp; ///< instead, for OpenMP
  /// Tasks that cannot be moved since the compiler fuses other products with sums there than in the
  /// source: by their first statements, the places of such sums.
  std::map<RegionId, SourceLocation> fusedOtherwise;
};

/// A planned task, as far as moving its code depends on it.
struct TaskShape {
  std::vector<TaskId> members;    ///< of the layer, ascending
  RegionId splitLoop;             ///< valid: run in parts
  std::vector<size_t> components; ///< of a distributed loop: that it runs
  bool hasLateHead = false;       ///< see PlannedTask
  double costNs = 0;
  double slope = 0;        ///< see PlannedTask
  unsigned maxParts = 1;   ///< likewise
  RegionId pipedLoop = {}; ///< valid: runs as a pipeline
  bool isOther = false;    ///< the loop's other one
};

/// Of a layer of the graph.
struct LayerShape {
  std::vector<TaskShape> tasks;
  int64_t minimumTrip = 0; ///< fewer iterations run in order
};

/// A layer whose code can be moved: what its tasks share, and the changes to their text.
struct MovedLayer {
  std::optional<Refusal> refusal; ///< it cannot, and nothing else holds
  std::vector<Capture> captures;
  std::vector<size_t> variables; ///< of these, by number
  TextRange range;               ///< that its call replaces
  bool needsPrototype = false;
  std::vector<std::string> sharedNames; ///< see MarkValues
  std::vector<TextEdit> originalEdits;
  struct Task {
    TextRange range;
    std::vector<TextEdit> edits;
    std::vector<size_t> captures; ///< indices, ascending
    TaskParts parts;              ///< still marked
  };
  std::vector<Task> tasks;
  std::optional<SplitLoop> head; ///< of a distributed loop
};

/// Around statements that end the program when memory runs out: the text inserted at both ends.
std::vector<TextEdit> editsOfExit(TextRange statements);

MovedLayer moveLayer(const Program &program, const Layer &layer, const Movability &movability,
                     const LayerShape &shape);

/// Why the layer's code cannot be moved, if it cannot.
std::optional<Obstacle> whyNotMovable(const Program &program, const Parallelism &facts,
                                      const Layer &layer, const Movability &movability,
                                      const LayerShape &shape);

} // namespace kasuri
