// The stable text of a Program: an indented tree of regions, one line per value.
#include "model/Program.h"

namespace kasuri {
namespace {

const char *const opNames[] = {"constant", "address", "field",  "element", "load",   "store",
                               "add",      "sub",     "mul",    "div",     "rem",    "shl",
                               "shr",      "and",     "or",     "xor",     "negate", "difference",
                               "convert",  "compare", "select", "call",    "opaque", "clobber"};
const char *const relationNames[] = {"<", "<=", ">", ">=", "==", "!="};
const char *const regionNames[] = {"block",  "sequence", "loop",  "branch",
                                   "switch", "jump",     "opaque"};
const char *const jumpNames[] = {"", "break", "continue", "return", "goto"};

class Printer {
public:
  Printer(const Program &program, std::string &out) : program(program), out(out) {}

  void printRegion(RegionId id, unsigned depth, const char *role) {
    if (!id.valid())
      return;
    const Region &region = program[id];
    out += std::string(depth * 2, ' ') + role + regionNames[static_cast<size_t>(region.kind)] +
           " r" + std::to_string(id.value);
    if (region.location.valid())
      out += " line " + std::to_string(region.location.line);
    if (region.jump != Region::JumpKind::None)
      out += std::string(" ") + jumpNames[static_cast<size_t>(region.jump)];
    if (region.target.valid())
      out += " behind r" + std::to_string(region.target.value);
    if (region.returned.valid())
      out += " v" + std::to_string(region.returned.value);
    if (region.counted.variable.valid())
      out += counted(region.counted);
    if (!region.obstacle.empty())
      out += " because of " + region.obstacle;
    for (const Annotation &each : program.annotations)
      if (each.region == id)
        out += " annotation " + each.text;
    out += '\n';
    printRegion(region.init, depth + 1, "init ");
    printRegion(region.condition, depth + 1, "condition ");
    for (ValueId value : region.values)
      printValue(value, depth + 1);
    for (RegionId child : region.children)
      printRegion(child, depth + 1, "");
    printRegion(region.step, depth + 1, "step ");
  }

private:
  const Program &program;
  std::string &out;

  std::string counted(const CountedForm &form) const {
    return " counted " + program[form.variable].name + " " +
           relationNames[static_cast<size_t>(form.relation)] + " v" +
           std::to_string(form.bound.value) + " step " + std::to_string(form.step) +
           (form.isPlain()
                ? ""
                : " tested * " + std::to_string(form.factor) + " + " + std::to_string(form.addend));
  }

  void printValue(ValueId id, unsigned depth) {
    const Instruction &value = program[id];
    out += std::string(depth * 2, ' ') + "v" + std::to_string(id.value) + " = " +
           opNames[static_cast<size_t>(value.op)];
    if (value.op == Op::Compare)
      out += std::string(" ") + relationNames[static_cast<size_t>(value.relation)];
    if (value.object.valid())
      out += " '" + program[value.object].name + "'";
    if (!value.calleeName.empty())
      out += " " + value.calleeName;
    for (ValueId operand : value.operands)
      out += " v" + std::to_string(operand.value);
    bool hasNumber = value.op == Op::Constant || value.op == Op::Field || value.op == Op::Element;
    if (hasNumber)
      out += (value.op == Op::Element ? " * " : " ") + std::to_string(value.number);
    if (value.extent != 0)
      out += " of " + std::to_string(value.extent);
    if (value.type.size != 0)
      out += " : " + std::to_string(value.type.size);
    out += value.conditional ? " conditional" : "";
    out += value.isVolatile ? " volatile" : "";
    out += '\n';
  }
};

} // namespace

std::string print(const Program &program, const std::string &onlyFunction) {
  std::string out;
  Printer printer(program, out);
  if (onlyFunction.empty())
    printer.printRegion(program.initialisers, 0, "initialisers ");
  for (const Function &function : program.functions) {
    if (!onlyFunction.empty() && function.name != onlyFunction)
      continue;
    out += "function " + function.name + " at " + toString(program, function.location) + "\n";
    for (const Annotation &each : program.annotations)
      if (each.name == function.name && !each.region.valid())
        out += "  annotation " + each.text + "\n";
    printer.printRegion(function.body, 1, "");
  }
  return out;
}

} // namespace kasuri
