// A parallel layer as data: what is captured, how loops are cut, the text of each task. Internal to
// emission; `outlineLayer` decides, `printLayer` prints without deciding anything.
#pragma once

#include "emit/Emit.h"
#include "emit/SourceText.h"
#include "support/ClangHeaders.h"

#include <set>

namespace kasuri {

/// A variable of the enclosing function that tasks use.
struct Capture {
  const clang::VarDecl *variable = nullptr;
  std::string name;
  std::string valueType;  ///< declaration of `name` with the variable's type, as "int name"
  std::string sharedType; ///< declaration of `name` as a pointer to it
  bool isShared = false;  ///< in the frame as a pointer; by value otherwise
  /// Of arrays of variable length in its type: the name that the types above have for the number of
  /// elements, and what computes it in the enclosing function.
  std::vector<std::pair<std::string, std::string>> lengths;
  bool isCopied = false; ///< shared by the address of a copy, one of OutlinedLayer::copies
};

/// A variable that is set along with a minimum or maximum.
struct OutlinedCompanion {
  std::string name, ownCopy; ///< name; declaration of the part's own
  std::string arrayType, member;
  std::string target; ///< as the enclosing function writes it
};

/// A reduction over the iterations of a split loop: by a partial result of each part, or by the
/// terms of all iterations.
struct OutlinedReduction {
  std::string name;       ///< what is reduced, as the enclosing function writes it
  std::string own;        ///< partial: a part's own variable; replaces the name of a place
  std::string before;     ///< extreme: the frame's member with the value before
  std::string beforeType; ///< its declaration, if it is no captured variable
  std::string ownCopy;    ///< partial: declaration of the part's own variable, without initialiser
  std::string arrayType;  ///< declaration of the frame's array member
  std::string member;     ///< name of that member
  std::string castType;   ///< partial: the type that it is folded in; ordered: type of a term
  std::string ownType;    ///< type of the variable
  std::string op;         ///< of the fold: "+", "*", "&", "|", "^", "-", or "<", ">" for an extreme
  std::string identity;   ///< partial: with what a part begins; "" for an extreme: the value before
  bool isOrdered = false;
  std::string mark; ///< ordered: member that tells which iterations have a term; "": all have
  std::vector<OutlinedCompanion> companions;
  bool isPlace = false;  ///< no variable of the function: may not be there if no part changes it
  uint64_t elements = 0; ///< not 0: of an array; `own` points to the part's, `ran` tells of its use
  std::string ran;
  bool isExtreme() const { return op == "<" || op == ">"; }
};

/// Memory whose address a split loop gives to functions that combine it with terms: each part of
/// the loop gives them that of a copy.
struct HandedCopy {
  struct Part {
    std::string path;     ///< behind the name of the memory: ".sum"; "" for all of it
    std::string type;     ///< of an element
    std::string castType; ///< that it is folded in
    std::string op;       ///< of the fold, as of OutlinedReduction
    std::string start;    ///< with what a copy, or an iteration, begins; "": the value before
    std::string identity; ///< what changes nothing when it is folded
    uint64_t elements = 1;
    std::string taken; ///< the part's variable that collects what iterations come to; "": none
    std::string terms, termsType; ///< ordered: the frame's member for it, and its declaration
    std::vector<std::string> companions; ///< paths
    bool isExtreme() const { return op == "<" || op == ">"; }
  };
  std::string place;            ///< as the enclosing function names the memory
  std::string own, ownType;     ///< the copy
  std::string home, homeType;   ///< the frame's member with its address
  std::string copies, copyType; ///< the frame's member for the copies that parts leave behind
  std::string ran;              ///< the frame's member that tells which parts have
  std::vector<Part> parts;
  ValueId call; ///< the first that gets it
  unsigned operand = 0;
  const clang::Type *type = nullptr;
};

/// A block of memory that each part has for itself, and where else the old one is known.
struct OutlinedBlock {
  std::string home, copy; ///< first byte of the old one, a member of the frame; of the new one
  std::string low, bytes; ///< what the frame's members `home` and `size` are set to
  std::string size;
  struct Kept {
    std::string low, bytes;         ///< members of the frame
    std::string lowText, bytesText; ///< what they are set to
  };
  std::vector<Kept> kept; ///< what the last iteration leaves behind
  struct Pointer {
    std::string name, type;
    std::string declaration; ///< of a part's own, `name`; "": it is captured
    std::string before;      ///< member of the frame with the value before, for such
    std::string text;        ///< what that is set to
  };
  std::vector<Pointer> pointers;
  std::string holder; ///< the part's own structure that has a pointer to the block; "": none
  int64_t member = 0; ///< bytes from its start
};

/// A structure of which each part has a copy with other pointers in it.
struct OutlinedHolder {
  std::string name, declaration; ///< the copy
  std::string from;              ///< address of the original
  std::string pointer;           ///< variable that then points to the copy; "": `name` replaces it
};

/// A DOALL loop that is run in parts.
struct SplitLoop {
  std::string variable, variableType; ///< name; its declaration
  std::string startText, startType;   ///< the type as a declaration
  struct Test {
    std::string boundText, bound, boundType; ///< `bound` is declared with the type
    std::string comparedType;                ///< in which the source compares both sides
    /// The other side is the variable times a factor plus an addend, in this type.
    std::string testedType;
    int64_t factor = 1, addend = 0;
    int64_t boundStep = 0; ///< by which the bound moves towards the variable
    Relation relation = Relation::Less;
  };
  std::vector<Test> tests; ///< all hold for the loop to go on
  int64_t step = 1;
  CountedForm::Advance advance = CountedForm::Advance::AfterBody;
  bool testsFirst = true;         ///< false for do-while
  std::string stepText;           ///< what the source's `for` does after the body; "" for nothing
  std::vector<std::string> setUp; ///< statements that the source's `for` begins with besides
  std::string endType;            ///< declaration of a part's end, "int ks_end"
  bool isPointer = false, isUnsigned = false;
  bool isLate = false;       ///< each part evaluates start and bound
  bool setsVariable = false; ///< declared outside: has its last value after the loop
  std::string plainType;     ///< the variable's type, for casts
  struct Advance {
    std::string name, declaration;
    int64_t step;
    std::string amountText = {}; ///< instead of a step, for what is computed before the loop
    bool isPointer = false;      ///< then in bytes
    /// What holds the amount, before the loop and in the frame.
    std::string amount() const { return "ks_step_" + name; }
  };
  std::vector<Advance> inductions;
  std::optional<Advance> moving; ///< the variable itself, if it has no constant step
  struct Private {
    std::string name, declaration;
    bool isCopiedOut = false; ///< the last iteration's value is the variable's after the loop
    bool isWhole = true;      ///< assigned as a whole; an array's parts may keep what they were
    /// Of a captured pointer, whose memory is copied: bytes of that memory; "" for a variable.
    std::string bytesText;
    /// Address of the original: a variable that `declaration` declares, or, of a place, a member of
    /// the frame.
    std::string home;
    std::string placeText; ///< of a place: its name in the enclosing function
    std::vector<std::pair<int64_t, int64_t>> left = {}; ///< see PrivateObject
  };
  std::vector<Private> privates;
  /// A variable that iterations may leave alone: the last part in which one sets it has its value.
  struct LastSet {
    std::string name, declaration;  ///< the part's own
    std::string mark;               ///< the part's variable that tells whether it was set
    std::string values, valuesType; ///< the frame's member for what parts leave; its declaration
    std::string marks;              ///< the frame's member that tells which parts have set it
  };
  std::vector<LastSet> lastSets;
  std::vector<OutlinedReduction> reductions;
  std::vector<HandedCopy> handed;
  std::vector<OutlinedBlock> blocks;
  std::vector<OutlinedHolder> holders;
  /// A variable of the statements that run in order, after the layer.
  struct Kept {
    std::string name;
    std::string declaration;        ///< "": the enclosing function's
    std::string member, memberType; ///< of the frame: its values, by iteration; "": none
    bool isArray = false;
  };
  std::vector<Kept> kept;
  bool keepsErrno = false;     ///< as one of them, ks_errno
  std::string orderedVariable; ///< declaration of the loop's own variable for them; "": not used
  std::string orderedText;     ///< a block of these statements; "": none
  std::string orderedLine;     ///< directive for the line of its first character
  unsigned round = 0;          ///< so many iterations run before their statements in order do

  /// All that advance by what is computed before the loop.
  std::vector<Advance> computed() const;
  /// Steps that the variable has taken before the first iteration's body begins.
  int lead() const { return testsFirst && advance != CountedForm::Advance::AfterBody ? 1 : 0; }
  /// The variable has taken a step when it is tested for the first time.
  bool isSteppedFirst() const {
    return advance == CountedForm::Advance::BeforeTest ||
           (!testsFirst && advance == CountedForm::Advance::AfterBody);
  }
};

struct OutlinedTask {
  std::string function; ///< name of the task function
  std::string name;     ///< "psy_analyse@encoder.c:120"
  unsigned line = 0;
  std::string bodyLine; ///< directive for the line of the text's first character
  std::string text;     ///< statements, or the body of the split loop, with references rewritten
  std::vector<size_t> captures; ///< indices into OutlinedLayer::captures
  std::optional<SplitLoop> split;
  std::vector<std::string> privates; ///< declarations of variables of which the task has its own
  std::vector<std::string> privateNames; ///< of the same
  /// Of a distributed loop: variables of which the task's copy has the last value.
  struct Result {
    std::string name;
    std::string home, homeType; ///< the frame's member with the address of the layer's copy
    std::string copyType;       ///< declaration of `name`
  };
  std::vector<Result> results;
  bool isCondition = false;        ///< `text` is an expression; later tasks read its outcome
  std::optional<size_t> condition; ///< runs only if that task's outcome was `whenTrue`
  bool whenTrue = true;

  /// The frame has the number of iterations, from the layer's begin on.
  bool hasEarlyHead() const { return split && !split->isLate; }
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

struct OutlinedLayer {
  std::string symbol; ///< "ks_encode_frame_120"
  std::string name, file;
  std::string firstLine, afterLine, functionLine; ///< directives for the line of `begin`, ...
  unsigned begin = 0, end = 0;                    ///< bytes of the file that it replaces
  unsigned functionBegin = 0;                     ///< where its functions and tables go
  bool needsNewLine = false;           ///< more than white space is before that place on its line
  std::vector<MacroDefinition> macros; ///< that the function defines in front
  std::string prototype; ///< of the function, if a task names it that nothing else declares
  std::string original;
  std::vector<std::string> guards; ///< conditions of the parallel run
  std::optional<SplitLoop> head;   ///< of a distributed loop, for its trip count
  std::vector<Capture> captures;
  std::vector<OutlinedCopy> copies;
  std::vector<OutlinedTask> tasks;
  const PlannedLayer *plan = nullptr;
  unsigned mostParts = 1;
};

/// Around statements that end the program when memory runs out: the text inserted at both ends.
std::vector<TextEdit> editsOfExit(TextRange statements);

/// The layer as data, or why its code cannot be moved.
struct OutlineResult {
  std::optional<OutlinedLayer> layer;
  std::string obstacle;
  SourceLocation where;
};

OutlineResult outlineLayer(const Program &program, const ParsedSources &sources,
                           const Parallelism &facts, const MacroTaskGraph &graph,
                           const PlannedLayer &plan, const std::string &symbol);

/// What the enclosing function puts into the frame.
struct FrameMember {
  std::string name, declaration, value;
  std::string comment = {};
  bool isOfCopy = false; ///< the value is the address of one of OutlinedLayer::copies
};

/// Of a loop's private blocks: what the frame has for them, and what stands in a part before
/// its loop and behind it. `isLast`: a test for the last iteration.
std::vector<FrameMember> blockMembers(const SplitLoop &loop);
std::string printBlockStart(const SplitLoop &loop);
std::string printBlockEnd(const SplitLoop &loop, const std::string &isLast);

/// Of a loop's handed copies: what the frame has for them, and what stands in a part before
/// its loop, in each step of it, and behind it.
std::string printHandedMembers(const SplitLoop &loop, unsigned parts);
bool hasHandedTerms(const SplitLoop &loop);
std::string printHandedStart(const SplitLoop &loop);
std::string handedStep(const SplitLoop &loop);
std::string printHandedEnd(const SplitLoop &loop);
/// The same before and behind the run of the layer.
std::string printHandedBefore(const SplitLoop &loop, const std::string &trip, unsigned parts);
std::string printHandedFold(const SplitLoop &loop, const std::string &trip, unsigned parts);

/// Of a loop's variables that iterations may leave alone: what the frame has for them, what stands
/// in a part before its loop and behind it, and what stands behind the run of the layer.
std::string printLastSetMembers(const SplitLoop &loop, unsigned parts);
std::string printLastSetStart(const SplitLoop &loop);
std::string printLastSetEnd(const SplitLoop &loop);
std::string printLastSetFold(const SplitLoop &loop, unsigned parts);

/// Of a loop's statements in order: what the frame has of each iteration for them, where that gets
/// its memory, and the loop that they are in. `value`: that of the loop's variable in iteration
/// ks_k.
std::string printKeptMembers(const SplitLoop &loop);
bool keepsValues(const SplitLoop &loop);
std::string printKeptBefore(const SplitLoop &loop, const std::string &trip);
std::string printOrdered(const SplitLoop &loop, const std::string &trip, const std::string &value);

/// Of the layer's copies: their type, the definition of ks_copies that takes the variables' values,
/// and what stores these back.
std::string copiesOf(const OutlinedLayer &layer);
bool haveValues(const std::vector<OutlinedCopy> &copies); ///< one begins with the variable's
std::string printCopiesType(const OutlinedLayer &layer);
std::string printCopies(const OutlinedLayer &layer);
std::string printLateCopies(const OutlinedLayer &layer);
std::string printCopiesBack(const OutlinedLayer &layer);

/// The layer's tables, or its graph, with its tasks.
std::string printDispatch(const OutlinedLayer &layer);

/// Task functions, frame and tables, for before the function.
std::string printDefinitions(const OutlinedLayer &layer);

/// What stands in place of the statements.
std::string printCall(const OutlinedLayer &layer);

} // namespace kasuri
