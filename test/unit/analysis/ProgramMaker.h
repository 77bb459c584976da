// Programs for unit tests of the analyses, built without source text.
//
//     ProgramMaker build;                              void f(int *restrict a, int n) {
//     const ObjectId a = build.restrictPointer("a");
//     const ObjectId n = build.parameter("n", intType);
//     build.countedLoop("i", n, [&](ValueId i) {           for (int i = 0; i < n; i++)
//       build.store(build.element(build.load(a), i), build.constant(0));     a[i] = 0; }
//     });
//
// Every call adds the next step of the function that is being built, in the block that is open.
#pragma once

#include "model/Program.h"

#include <functional>
#include <string>

namespace kasuri {

constexpr ValueType integerType(bool isSigned, uint8_t bits) {
  return {ValueType::Kind::Integer, isSigned, bits, bits / 8u};
}
constexpr ValueType intType = integerType(true, 32);
constexpr ValueType unsignedType = integerType(false, 32);
constexpr ValueType longType = integerType(true, 64);
constexpr ValueType sizeType = integerType(false, 64);
constexpr ValueType pointerType = {ValueType::Kind::Pointer, false, 0, 8};

class ProgramMaker {
public:
  /// Opens function "f", which has no parameters yet.
  ProgramMaker() { beginFunction("f"); }

  /// What follows is in this function; the one before is complete.
  FunctionId beginFunction(const std::string &name);

  // Variables. Those of the function must be added before its first step.
  ObjectId parameter(const std::string &name, const ValueType &type);
  ObjectId restrictPointer(const std::string &name);
  ObjectId local(const std::string &name, const ValueType &type, bool isArray = false);
  /// A global array of ints.
  ObjectId globalArray(const std::string &name, uint64_t elements);
  ObjectId globalPointer(const std::string &name);

  // Values.
  ValueId constant(int64_t number, const ValueType &type = intType);
  ValueId address(ObjectId object);
  ValueId load(ObjectId variable);
  ValueId load(ValueId address, const ValueType &type = intType);
  /// In the type of the left operand.
  ValueId binary(Op op, ValueId left, ValueId right);
  ValueId plus(ValueId left, int64_t right);
  ValueId convert(ValueId value, const ValueType &type);
  ValueId compare(Relation relation, ValueId left, ValueId right);
  ValueId select(ValueId condition, ValueId ifTrue, ValueId ifFalse);
  /// `array[index]` of ints; `elements`: as many are declared, 0 for a pointer.
  ValueId element(ValueId array, ValueId index, uint64_t elements = 0);
  /// A member of so many bytes.
  ValueId field(ValueId aggregate, int64_t byte, uint64_t extent);
  ValueId call(FunctionId callee, const std::vector<ValueId> &arguments);
  /// A call of a function without source.
  ValueId callUnknown(const std::string &name, const std::vector<ValueId> &arguments);

  // Statements.
  ValueId store(ValueId address, ValueId value);
  ValueId store(ObjectId variable, ValueId value);
  /// `for (i = 0; i < bound; i++)`; the body gets the value of i at its start.
  RegionId countedLoop(const std::string &counter, const std::function<ValueId()> &bound,
                       const std::function<void(ValueId i)> &body);
  RegionId countedLoop(const std::string &counter, ObjectId bound,
                       const std::function<void(ValueId i)> &body);
  RegionId countedLoop(const std::string &counter, int64_t bound,
                       const std::function<void(ValueId i)> &body);
  void branch(const std::function<ValueId()> &condition, const std::function<void()> &ifTrue,
              const std::function<void()> &ifFalse = {});
  void returns(ValueId value);

  /// The program so far. A test fails if it is not well formed.
  const Program &program();
  FunctionId function() const { return current; }

private:
  Program built;
  FunctionId current;
  RegionId sequence; ///< takes the next statement
  RegionId block;    ///< takes the next value; invalid: a new one is opened

  ObjectId addObject(Object::Kind kind, const std::string &name, const ValueType &type);
  RegionId addRegion(Region::Kind kind, RegionId parent);
  ValueId add(Op op, const ValueType &type, const std::vector<ValueId> &operands);
  void within(RegionId newSequence, const std::function<void()> &statements);
  void inBlock(RegionId newBlock, const std::function<void()> &values);
};

} // namespace kasuri
