// The invariants of a Program, checked after the frontend: what every later phase may rely on.
#include "model/Program.h"

namespace kasuri {
namespace {

class Verifier {
public:
  explicit Verifier(const Program &program) : program(program) {}

  std::vector<std::string> run() {
    for (size_t i = 0; i < program.values.size(); ++i)
      checkValue(i);
    for (size_t i = 0; i < program.regions.size(); ++i)
      checkRegion(RegionId(i));
    for (ObjectId object : scalarsUsedInPart(program))
      require(program[object].addressTaken,
              "'" + program[object].name + "' is accessed in part, but no address is taken");
    for (const Function &function : program.functions)
      require(function.body.valid() && function.body.index() < program.regions.size(),
              "function '" + function.name + "' has no body");
    return std::move(problems);
  }

private:
  const Program &program;
  std::vector<std::string> problems;

  void require(bool holds, const std::string &problem) {
    if (!holds)
      problems.push_back(problem);
  }

  void checkValue(size_t index) {
    const Instruction &value = program.values[index];
    const std::string name = "v" + std::to_string(index);
    for (ValueId operand : value.operands)
      require(operand.valid() && operand.index() < index,
              name + " uses a value before it is computed");
    size_t count = value.operands.size();
    bool isUnary = value.op == Op::Load || value.op == Op::Field || value.op == Op::Negate ||
                   value.op == Op::Convert;
    bool isBinary = value.op == Op::Store || value.op == Op::Element || value.op == Op::Add ||
                    value.op == Op::Sub || value.op == Op::Mul || value.op == Op::Div ||
                    value.op == Op::Compare || value.op == Op::PointerDifference;
    require(!isUnary || count == 1, name + " needs one operand");
    require(!isBinary || count == 2, name + " needs two operands");
    require(value.op != Op::Select || count == 3, name + " needs three operands");
    require(value.op != Op::Address || value.object.valid(), name + " is the address of nothing");
    bool isComputedCall = value.op == Op::Call && !value.callee.valid() && value.calleeName.empty();
    require(!isComputedCall || count >= 1, name + " calls nothing");
    require(value.block.valid() && value.block.index() < program.regions.size(),
            name + " is in no block");
  }

  void checkRegion(RegionId id) {
    const Region &region = program[id];
    const std::string name = "r" + std::to_string(id.value);
    size_t count = region.children.size();
    require(region.kind != Region::Kind::Loop || count == 1, name + ": a loop has one body");
    require(region.kind != Region::Kind::Branch || count == 1 || count == 2,
            name + ": a branch has one or two arms");
    require(region.kind == Region::Kind::Block || region.values.empty(),
            name + ": only blocks hold values");
    for (RegionId child : region.children)
      require(child.valid() && program[child].parent == id, name + ": a child has another parent");
    for (RegionId part : {region.init, region.condition, region.step})
      require(!part.valid() ||
                  (program[part].kind == Region::Kind::Block && program[part].parent == id),
              name + ": init, condition and step are its own blocks");
    require(!region.target.valid() ||
                (program[region.target].isStretch && contains(program, region.target, id)),
            name + ": a jump leaves what is no stretch around it");
    require(region.conditionValue.valid() == region.condition.valid() ||
                region.kind == Region::Kind::Switch,
            name + ": a condition has a value");
  }
};

} // namespace

std::vector<std::string> verify(const Program &program) { return Verifier(program).run(); }

} // namespace kasuri
