#include "model/Program.h"

namespace kasuri {

RegionId scopeOf(const Program &program, RegionId sequence) {
  while (program[sequence].isStretch || !program[sequence].obstacle.empty())
    sequence = program[sequence].parent;
  return sequence;
}

bool contains(const Program &program, RegionId outer, RegionId inner) {
  while (inner.valid() && inner != outer)
    inner = program[inner].parent;
  return inner.valid();
}

ObjectId variableOf(const Program &program, ValueId access) {
  const Instruction &value = program[access];
  bool isAccess = value.op == Op::Load || value.op == Op::Store;
  // What has no object is no address that is named.
  return isAccess && program[value.operands[0]].op == Op::Address
             ? program[value.operands[0]].object
             : ObjectId();
}

bool isStoreTo(const Program &program, ValueId value, ObjectId variable) {
  return program[value].op == Op::Store && variableOf(program, value) == variable;
}

std::vector<ObjectId> scalarsUsedInPart(const Program &program) {
  std::vector<bool> isUsed(program.objects.size());
  for (const Instruction &user : program.values)
    for (size_t i = 0; i < user.operands.size(); ++i) {
      const Instruction &place = program[user.operands[i]];
      if (place.op != Op::Address)
        continue;
      bool isAccess = (user.op == Op::Load || user.op == Op::Store) && i == 0;
      bool isWhole = isAccess && user.type.size == program[place.object].type.size;
      isUsed[place.object.index()] = isUsed[place.object.index()] || !isWhole;
    }
  std::vector<ObjectId> found;
  for (size_t i = 0; i < isUsed.size(); ++i)
    if (const Object &object = program.objects[i];
        isUsed[i] && object.isAutomatic() && object.type.kind != ValueType::Kind::Aggregate)
      found.emplace_back(i);
  return found;
}

ValueId withoutConverts(const Program &program, ValueId value) {
  while (value.valid() && program[value].op == Op::Convert)
    value = program[value].operands[0];
  return value;
}

bool isZero(const Program &program, ValueId value) {
  const Instruction &known = program[withoutConverts(program, value)];
  return known.op == Op::Constant && known.number == 0;
}

bool isConjunction(const Program &program, const Instruction &value) {
  return value.op == Op::Select && program[value.operands[2]].op == Op::Constant &&
         program[value.operands[2]].number == 0;
}

std::vector<ValueId> conjunctsOf(const Program &program, ValueId condition) {
  const ValueId value = withoutConverts(program, condition);
  if (!value.valid() || !isConjunction(program, program[value]))
    return {value};
  std::vector<ValueId> all = conjunctsOf(program, program[value].operands[0]);
  const std::vector<ValueId> more = conjunctsOf(program, program[value].operands[1]);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool isOperandOf(const Program &program, ValueId value, ValueId user) {
  const Instruction &known = program[user];
  const size_t evaluated = known.op == Op::Select ? 1 : known.operands.size();
  return value == user ||
         std::any_of(known.operands.begin(),
                     known.operands.begin() + static_cast<ptrdiff_t>(evaluated),
                     [&](ValueId each) { return isOperandOf(program, value, each); });
}

bool isDisjunction(const Program &program, const Instruction &value) {
  return value.op == Op::Select && program[value.operands[1]].op == Op::Constant &&
         program[value.operands[1]].number != 0;
}

Relation opposite(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return Relation::GreaterEqual;
  case Relation::LessEqual:
    return Relation::Greater;
  case Relation::Greater:
    return Relation::LessEqual;
  case Relation::GreaterEqual:
    return Relation::Less;
  case Relation::Equal:
    return Relation::NotEqual;
  case Relation::NotEqual:
    break;
  }
  return Relation::Equal;
}

Relation swapped(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return Relation::Greater;
  case Relation::LessEqual:
    return Relation::GreaterEqual;
  case Relation::Greater:
    return Relation::Less;
  case Relation::GreaterEqual:
    return Relation::LessEqual;
  default:
    return relation;
  }
}

std::string_view name(Annotation::Kind kind) {
  switch (kind) {
  case Annotation::Kind::Independent:
    return "independent";
  case Annotation::Kind::NoAlias:
    return "noalias";
  case Annotation::Kind::Distinct:
    return "distinct";
  case Annotation::Kind::Reduction:
    return "reduction";
  case Annotation::Kind::TripCount:
    return "trip_count";
  case Annotation::Kind::Exclude:
    return "exclude";
  case Annotation::Kind::KeepOrder:
    return "keep_order";
  case Annotation::Kind::Pure:
    return "pure";
  case Annotation::Kind::Whole:
    return "whole";
  case Annotation::Kind::Deadline:
    return "deadline";
  case Annotation::Kind::Reordered:
    return "reordered";
  case Annotation::Kind::Columns:
    return "columns";
  case Annotation::Kind::Generated:
    break;
  }
  return "generated";
}

bool isKasurisOwn(Annotation::Kind kind) {
  return kind == Annotation::Kind::Reordered || kind == Annotation::Kind::Generated ||
         kind == Annotation::Kind::Columns;
}

std::vector<AnnotationId> annotationsOf(const Program &program, RegionId region,
                                        Annotation::Kind kind) {
  std::vector<AnnotationId> found;
  for (size_t i = 0; i < program.annotations.size(); ++i)
    if (program.annotations[i].region == region && program.annotations[i].kind == kind)
      found.emplace_back(i);
  return found;
}

AnnotationId annotationOf(const Program &program, FunctionId function, Annotation::Kind kind) {
  for (size_t i = 0; i < program.annotations.size(); ++i)
    if (program.annotations[i].function == function && program.annotations[i].kind == kind)
      return AnnotationId(i);
  return {};
}

std::string toString(const Program &program, const SourceLocation &location) {
  if (!location.valid() || !location.file.valid())
    return "<no place>";
  return program.files[location.file.index()].path + ":" + std::to_string(location.line) + ":" +
         std::to_string(location.column);
}

} // namespace kasuri
