// A loop that is run in parts, as data: its head, and what each part has for itself. Types and
// expressions of the source are C text in it; without Clang, nothing else is known of them.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"
#include "movability/text/Text.h"

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// How a partial result is combined with what is there.
enum class Fold : uint8_t { Sum, Difference, Product, And, Or, Xor, Minimum, Maximum, All, Any };

/// As C has it: "+", or "<" between the candidate and the minimum so far.
const char *symbol(Fold fold);
bool isExtreme(Fold fold);
bool isLogical(Fold fold);

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
  std::string before;     ///< extreme, logical: the frame's member with the value before
  std::string beforeType; ///< its declaration, if it is no captured variable
  std::string ownCopy;    ///< partial: declaration of the part's own variable, without initialiser
  std::string arrayType;  ///< declaration of the frame's array member
  std::string member;     ///< name of that member
  std::string castType;   ///< partial: the type that it is folded in; ordered: type of a term
  std::string ownType;    ///< type of the variable
  Fold fold = Fold::Sum;
  std::string identity; ///< partial: with what a part begins; "": with the value before
  bool isOrdered = false;
  /// Ordered: a part lists its terms, in the order of its iterations.
  struct List {
    std::string own, member; ///< the part's; the frame's member with those of all parts
    std::string term;        ///< the part's pointer to the last one; "": they are mere values
    /// Members of what `term` points to: where the value is added; "" if that is one place. The
    /// value itself.
    std::string addressType, valueType;
    bool isMixed = false; ///< it has another one, that tells whether the value is subtracted
  };
  std::optional<List> list;
  std::string mark; ///< ordered: member that tells which iterations have a term; "": all have
  std::vector<OutlinedCompanion> companions;
  std::string key;     ///< chosen: what is compared, as the enclosing function writes it
  std::string partKey; ///< the same of what a part has chosen, which `member` holds; ks_k counts
  bool isScalar = true;
  CombiningFunction function; ///< of a minimum or maximum
  std::string set;      ///< extreme: a part's variable that tells whether it was set; "": not asked
  std::string sets;     ///< the frame's member for that; of equal ones the last is kept then
  bool isPlace = false; ///< no variable of the function: may not be there if no part changes it
  uint64_t elements = 0; ///< not 0: of an array; `own` points to the part's, `ran` tells of its use
  std::string ran;
  bool isExtreme() const { return kasuri::isExtreme(fold); }
  /// A part begins with the value before.
  bool startsFromBefore() const { return isExtreme() || isLogical(fold); }
};

/// Memory whose address a split loop gives to functions that combine it with terms: each part of
/// the loop gives them that of a copy.
struct AccumulatorCopy {
  struct Part {
    std::string path;     ///< behind the name of the memory: ".sum"; "" for all of it
    std::string type;     ///< of an element
    std::string castType; ///< that it is folded in
    Fold fold = Fold::Sum;
    std::string start;    ///< with what a copy, or an iteration, begins; "": the value before
    std::string identity; ///< what changes nothing when it is folded
    uint64_t elements = 1;
    std::string taken; ///< the part's variable that collects what iterations come to; "": none
    std::string terms, termsType; ///< ordered: the frame's member for it, and its declaration
    std::vector<std::string> companions; ///< paths
    bool isExtreme() const { return kasuri::isExtreme(fold); }
  };
  std::string place;            ///< as the enclosing function names the memory
  std::string own, ownType;     ///< the copy
  std::string home, homeType;   ///< the frame's member with its address
  std::string copies, copyType; ///< the frame's member for the copies that parts leave behind
  std::string ran;              ///< the frame's member that tells which parts have
  std::vector<Part> parts;
  ValueId call; ///< the first that gets it
  unsigned operand = 0;
};

/// Numbers of a part that copies of functions add to, in place of memory.
struct OutlinedSums {
  struct Sum {
    uint64_t bytes = 0; ///< of the memory
    Fold fold = Fold::Sum;
    std::string type = {}; ///< of a minimum or maximum, as kasuri.h has it
  };
  std::string own, member; ///< the part's; the frame's with those of all parts
  std::vector<Sum> sums;
  std::string prototypes; ///< of the copies that the loop calls
};

/// A block of memory that each part has for itself, and where else the old one is known.
struct OutlinedBlock {
  std::string home, copy; ///< first byte of the old one, a member of the frame; of the new one
  GuardRange span;        ///< what the frame's members `home` and `size` are set to
  std::string size;
  struct Kept {
    std::string low, bytes; ///< members of the frame
    GuardRange span;        ///< what they are set to
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

/// How the parts of a loop share its iterations as the rows of a wavefront.
struct OutlinedWave {
  std::string place;        ///< a part's variable
  std::string state, slots; ///< the frame's members
  int64_t reach = 0;
  int64_t least = 1;     ///< iterations of the inner loop in a chunk
  std::string enterText; ///< a statement before all of a row; ""
  std::string prototype; ///< of the function with the inner loop that a row calls; "": none
  std::vector<MacroDefinition> macros; ///< what `restrict` means in the text
};

/// A DOALL loop that is run in parts, or one that runs as a wavefront.
struct SplitLoop {
  std::string variable, variableType; ///< name; its declaration
  std::string startText, startType;   ///< the type as a declaration
  struct Test {
    std::string boundText, bound, boundType; ///< `bound` is declared with the type
    std::string comparedType;                ///< in which the source compares both sides
    /// The other side is the variable times a factor plus an addend, in this type.
    std::string testedType;
    int64_t factor = 1, addend = 0;
    std::string sumText;        ///< that side as a whole at first, if it has other addends
    int64_t boundStep = 0;      ///< by which the bound moves towards the variable
    bool isAfterOthers = false; ///< evaluated only where the tests in front of it hold at first
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
    std::optional<GuardValue> amount = {}; ///< instead of a step: computed before the loop
    bool isPointer = false;                ///< then in bytes
    /// What holds the amount, before the loop and in the frame.
    std::string amountName() const { return "ks_step_" + name; }
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
  std::vector<AccumulatorCopy> accumulators;
  std::optional<OutlinedSums> sums = {};
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
  bool leavesErrno = false;    ///< errno is what the last iteration leaves, which sets it
  std::string orderedVariable; ///< declaration of the loop's own variable for them; "": not used
  std::string orderedText;     ///< a block of these statements; "": none
  std::string orderedLine;     ///< directive for the line of its first character
  int64_t round = 0;           ///< so many iterations run before what is done in order; 0: all
  std::optional<OutlinedWave> wave = {}; ///< parts take iterations one by one

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

} // namespace kasuri
