// The program as Kasuri sees it: functions, objects, a tree of regions, and values in blocks.
//
//     for (int i = 0; i < n; i++)          Loop  L3                 (counted: i = 0; i < n; i += 1)
//       if (a[i] > t)                        Sequence
//         b[i] = f(a[i]);                      Branch               condition block + condition
//         value
//                                                Sequence
//                                                  Block            v7 = load a[i]; v8 = call f;
//                                                  store b[i]
//
// The frontend builds it once from all translation units; after `verify` it never changes. It keeps
// what the analyses need and no more: integer and pointer arithmetic exactly, everything else as
// `Opaque` values that only remember their operands. Control flow is structured; what C allows
// beyond that becomes an `Opaque` region whose parts may run in any order, any number of times.
//
// Memory is bytes: an address is an object plus a byte offset, a member is a constant offset, a
// subscript is index * stride. Aggregates are first-class values (loaded, stored, passed,
// returned). Scalar variables are memory like any other; there is no SSA form.
#pragma once

#include "model/Annotation.h"
#include "support/Ids.h"
#include "support/Obstacle.h"

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// What a value is. Only integers and pointers are computed with; `bits` counts for integers.
struct ValueType {
  enum class Kind : uint8_t { None, Integer, Pointer, Floating, Aggregate };
  Kind kind = Kind::None;
  bool isSigned = false;
  uint8_t bits = 0;
  uint64_t size = 0; ///< bytes in memory; 0 when unknown (VLA types) or none

  bool operator==(const ValueType &) const = default;
};

/// The type by which an lvalue accesses memory, as far as C's rules for effective types (6.5) tell
/// types apart: those of one kind and size are one, and so are all pointers.
struct EffectiveType {
  ValueType::Kind kind = ValueType::Kind::None; ///< None: it may access any object
  uint8_t size = 0;

  auto operator<=>(const EffectiveType &) const = default;
  bool mayAccessAny() const { return kind == ValueType::Kind::None; }
};

enum class Op : uint8_t {
  Constant, ///< integer `number`; a null pointer is 0 of pointer type
  Address,  ///< address of `object` (a function's object for function designators)
  Field,    ///< operands[0] + `number` bytes: a member, or an array decayed to its first element;
            ///< the result stays within the `extent` bytes that start there (0: unknown)
  Element,  ///< operands[0] + operands[1] * `number` bytes; `extent` elements are declared
            ///< (0: unknown, as for p[i] and p + i on pointers)
  Load,     ///< `type.size` bytes at operands[0]
  Store,    ///< operands[1] to `type.size` bytes at operands[0]; no result
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Negate,            ///< integer arithmetic in `type`
  PointerDifference, ///< (operands[0] - operands[1]) / `number`
  Convert,           ///< operands[0] to `type`; between pointer types it keeps the value
  Compare,           ///< `relation` of operands[0] and operands[1]; result int
  Select,  ///< operands[0] ? operands[1] : operands[2], both evaluated if their parts are not
           ///< conditional
  Call,    ///< `callee` if direct and defined; otherwise operands[0] is the address called; see
           ///< Instruction
  Opaque,  ///< any function of the operands: floating point, ~x, ...; two with the same `number`
           ///< other than 0 are the same function
  Clobber, ///< inline assembly and what is not understood: may touch all memory
};

enum class Relation : uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };

/// The relation that holds where this one does not.
Relation opposite(Relation relation);
/// The relation of the second to the first.
Relation swapped(Relation relation);

/// One step of a block. Its index in Program::values is the name of its result.
struct Instruction {
  Op op = Op::Opaque;
  ValueType type; ///< of the result; of the value stored for Store
  std::vector<ValueId> operands;
  int64_t number = 0; ///< Clobber: 1 for assembly that may touch all memory, global names included
  uint64_t extent = 0;
  ObjectId object;        ///< Address: whose. Call: the heap site it creates, if it may allocate
  FunctionId callee;      ///< Call: the definition called, when known by name
  std::string calleeName; ///< Call: the name when called by name ("" for a computed call)
  Relation relation = Relation::Less;
  bool conditional = false;    ///< may be skipped within its block (an arm of ?:, &&, ||)
  bool isVolatile = false;     ///< volatile or atomic Load/Store
  bool isScalarMember = false; ///< Field: of no extent of its own, so that its address, with a
                               ///< size, may serve for what follows it
  bool partial = false;        ///< Load or Store of some bits of its bytes (bit-field)
  EffectiveType effective;     ///< Load or Store: of its lvalue
  std::optional<double> real;  ///< Opaque: the floating-point number that it surely is
  bool isPromisedPure = false; ///< Call by name of a function without source that the user
                               ///< promises to be pure
  SourceLocation location;
  std::string text; ///< source text of the accessed lvalue or the called expression
  RegionId block;   ///< the block that holds it
};
/// Call: the name of what getline and getdelim do with the memory of a line, of its size before and
/// of the other arguments; the result is the memory that then has the line.
constexpr const char *grownLine = "__kasuri_grown_line";

// Call: arguments are `operands` for a direct call and operands[1..] when `callee` and `calleeName`
// are both unset (operands[0] is then the function pointer).

struct Object {
  enum class Kind : uint8_t {
    Global, ///< file-scope variable, defined in the given sources or not (see isDefined)
    Static, ///< static local
    Local,  ///< automatic variable, compound literal in a function
    Parameter,
    String,   ///< string literal
    Function, ///< a function, as something that pointers point to
    Heap      ///< all blocks obtained at one allocation site
  };
  Kind kind = Kind::Local;
  std::string name;     ///< as in the source; "malloc@12:9" for heap sites
  std::string text;     ///< String: its characters, if they are narrow
  std::string typeText; ///< C spelling of the type, for messages
  ValueType type;       ///< Aggregate for arrays and structs
  bool isArray = false;
  int64_t pointeeSize = 1;          ///< of a pointer: bytes that adding 1 to it advances
  FunctionId owner;                 ///< of Local, Parameter, Static; of Heap: where the call stands
  FunctionId function;              ///< Kind::Function: its definition, if there is one
  ObjectId copyOf;                  ///< of that parameter, in the place of a call (Inline.h)
  RegionId scope;                   ///< Local: the innermost region that contains its declaration
  bool isDefined = true;            ///< false: declared extern and defined elsewhere
  bool isExternallyVisible = false; ///< external linkage
  bool isReachedUnseen = false;     ///< section, used, alias: also by what C does not show
  bool isVolatile = false;
  bool isConst = false; ///< declared const: never written
  bool isThreadLocal = false;
  bool isRestrict = false; ///< a restrict-qualified pointer
  /// Local/Parameter: `&x`, an array that decays other than in x[i], or a number of which a part is
  /// accessed.
  bool addressTaken = false;
  SourceLocation location;

  bool isAutomatic() const { return kind == Kind::Local || kind == Kind::Parameter; }
  /// An automatic variable of one number or pointer that only its name leads to.
  bool isPlainScalar() const {
    return isAutomatic() && !addressTaken && !isVolatile && type.kind != ValueType::Kind::Aggregate;
  }
};

/// The syntactic counted form `for (v = initial; v relation bound; v += step)`, of whatever kind of
/// loop. The bound's invariance, and that each iteration takes the step, is for the analysis to
/// show.
struct CountedForm {
  /// When the variable advances, and so which of its values the test and the body see.
  enum class Advance : uint8_t {
    AfterBody,  ///< in the body or in the step of a `for`
    BeforeTest, ///< while (++v < b)
    AfterTest   ///< while (v++ < b), while (v--)
  };
  ObjectId variable;     ///< invalid: not of this shape
  ValueId initial;       ///< in the init block; invalid when the variable is set before the loop
  ValueId tested, bound; ///< operands of the condition's first comparison
  /// Of further tests that have to hold as well; and what the test adds besides `addend`.
  std::vector<ValueId> otherBounds;
  bool hasOtherAddends = false; ///< in signed arithmetic
  /// The test compares factor * variable + addend with the bound, in a type that holds the
  /// variable's values; factor > 0; elements for pointers.
  int64_t factor = 1, addend = 0;
  int64_t unit = 1; ///< bytes that a step of one moves a pointer; 1 for integers
  Relation relation = Relation::Less;
  /// Elements for pointers, units for integers; 0: some amount that has to be positive.
  int64_t step = 0;
  int64_t boundStep = 0; ///< of a bound that comes to meet the variable; elements for pointers
  Advance advance = Advance::AfterBody;
  bool declaresVariable = false; ///< the variable's scope is the loop
  bool declaresOthers = false;   ///< its head declares several, or others

  /// What is tested is the variable itself.
  bool isPlain() const { return factor == 1 && addend == 0 && !hasOtherAddends; }
  int64_t testedStep() const { return factor * step; }
  /// It advances by something that is no constant.
  bool hasAmount() const { return variable.valid() && step == 0; }
};

struct Region {
  enum class Kind : uint8_t {
    Block,    ///< straight-line code: `values` in order, then nothing
    Sequence, ///< `children` in order
    Loop,     ///< `init`, then while `condition` holds: children[0], `step`
    Branch,   ///< `condition`; children[0] when true, children[1] (if present) when false
    Switch,   ///< `condition`; children are the arms in order, each may fall into the next
    Jump,     ///< break, continue, return, goto
    Opaque    ///< irregular control flow: children run in any order, any number of times, or not at
              ///< all
  };
  enum class JumpKind : uint8_t { None, Break, Continue, Return, Goto };

  Kind kind = Kind::Block;
  RegionId parent;
  FunctionId function;
  std::vector<RegionId> children;
  std::vector<ValueId> values;    ///< Block
  RegionId init, condition, step; ///< Blocks; invalid when absent
  ValueId conditionValue;         ///< in `condition`; invalid: unknown or always true
  bool testsFirst = true;         ///< Loop: false for do-while
  bool runsOnce = false;          ///< Loop: do { … } while (0)
  CountedForm counted;
  JumpKind jump = JumpKind::None;
  /// Of a Goto: the stretch around it that it leaves, to go on right behind; invalid: anywhere in
  /// the Opaque region around it, or right behind that.
  RegionId target;
  bool isStretch = false;    ///< Sequence: some statements of a block, without braces around them
  ValueId returned;          ///< Jump::Return with a value; computed in the block just before it
  bool hasDefault = false;   ///< Switch
  bool canBeWrapped = false; ///< an arm of `if`: braces and a call can be written around it
  SourceLocation location;   ///< of the keyword or the first token
  SourceLocation end;        ///< of the last token
  bool inMainFile = true;    ///< false: it stands in a header or comes from a macro body entirely
  /// Opaque: the construct that made it so ("goto", "setjmp"). Loop: "goto" if it is one by that.
  std::string obstacle;
};

struct Function {
  std::string name;
  ObjectId object; ///< its Kind::Function object
  std::vector<ObjectId> parameters;
  ValueType result;
  RegionId body;           ///< a Sequence, or Opaque
  FileId file;             ///< of the translation unit
  bool isInternal = false; ///< static
  bool isVariadic = false;
  bool isTooLarge = false;  ///< for the analyses; the body is Opaque
  bool runsAtEnd = false;   ///< an attribute lets it run when the program ends
  bool runsAtStart = false; ///< an attribute lets it run before main
  bool inMainFile = true;
  SourceLocation location;
};

struct SourceFile {
  std::string path;      ///< as given by the user
  bool isMain = false;   ///< a translation unit, not a header
  bool isSystem = false; ///< a header of the system: nothing in it is the user's to change
};

/// In which order floating-point sums and products of a loop's iterations are combined.
enum class FloatingOrder : uint8_t {
  Source, ///< --fp=exact: the same bits as the sequential program
  Blocks, ///< --fp=reproducible: sums of blocks, the same ones with any number of cores
  Any     ///< --fp=fast
};

struct Program {
  std::vector<SourceFile> files;
  std::vector<Object> objects;
  std::vector<Function> functions; ///< definitions only
  std::vector<Region> regions;
  std::vector<Instruction> values;
  std::vector<Annotation> annotations; ///< by unit, those of statements first
  /// A block of stores that stand for the initialisers of all objects with static storage.
  RegionId initialisers;
  bool wrapsSigned = false; ///< signed arithmetic wraps, as the compiler flags say
  FloatingOrder floatingOrder = FloatingOrder::Source;
  /// Bytes of a copy on a stack: a worker's, or that of the thread which starts the layer.
  uint64_t mostOnStack = 256 * 1024;
  bool isNamedOutside = false; ///< code beside the sources may name what they make visible
  unsigned pointerBytes = 8;   ///< 4 or 8; addresses are taken modulo as many

  const Object &operator[](ObjectId id) const { return objects[id.index()]; }
  const Function &operator[](FunctionId id) const { return functions[id.index()]; }
  const Region &operator[](RegionId id) const { return regions[id.index()]; }
  const Instruction &operator[](ValueId id) const { return values[id.index()]; }
  const Annotation &operator[](AnnotationId id) const { return annotations[id.index()]; }
  Object &operator[](ObjectId id) { return objects[id.index()]; }
  Function &operator[](FunctionId id) { return functions[id.index()]; }
  Region &operator[](RegionId id) { return regions[id.index()]; }
  Instruction &operator[](ValueId id) { return values[id.index()]; }
};

/// Stable text of the program, or of the function with this name; for --dump=model.
std::string print(const Program &program, const std::string &onlyFunction = "");

/// Broken invariants, one line each; empty when the program is well formed.
std::vector<std::string> verify(const Program &program);

/// The block, loop or body in which a declaration among the sequence's statements is seen.
RegionId scopeOf(const Program &program, RegionId sequence);

/// True when `inner` is `outer` or lies within it.
bool contains(const Program &program, RegionId outer, RegionId inner);

/// The variable that a Load or Store names, or whose first bytes it names; invalid: it goes through
/// a pointer, a member or a subscript, or is no access.
ObjectId variableOf(const Program &program, ValueId access);
/// A Store by the variable's name.
bool isStoreTo(const Program &program, ValueId value, ObjectId variable);

/// Automatic numbers and pointers that are not only loaded and stored as a whole under their names:
/// their addresses go elsewhere, or parts of them are accessed. None of them is a plain scalar.
std::vector<ObjectId> scalarsUsedInPart(const Program &program);

/// What is converted; the value itself, also an invalid one, if it is no Convert.
ValueId withoutConverts(const Program &program, ValueId value);

/// The constant 0, converted or not.
bool isZero(const Program &program, ValueId value);
/// `a && b` as a value: operands 0 and 1 are a and b.
bool isConjunction(const Program &program, const Instruction &value);
/// a, b and c of `a && b && c`; the value alone if it is no conjunction. None is converted.
std::vector<ValueId> conjunctsOf(const Program &program, ValueId condition);
/// The second one needs the first one to be evaluated, whatever conditions in it come to.
bool isOperandOf(const Program &program, ValueId value, ValueId user);
/// `a || b`
bool isDisjunction(const Program &program, const Instruction &value);

/// Those of this kind in front of the region, in source order.
std::vector<AnnotationId> annotationsOf(const Program &program, RegionId region,
                                        Annotation::Kind kind);
/// The first of this kind for the function; invalid: none.
AnnotationId annotationOf(const Program &program, FunctionId function, Annotation::Kind kind);

/// "encoder.c:12:5".
std::string toString(const Program &program, const SourceLocation &location);

} // namespace kasuri
