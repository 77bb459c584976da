#include "report/JsonParts.h"

#include <cmath>
#include <cstdio>

namespace kasuri {

using llvm::StringRef;
using llvm::json::OStream;

std::string utf8(std::string_view text) { return llvm::json::fixUTF8(text); }

void writeNumber(OStream &out, StringRef key, double value, int digits) {
  char buffer[64]; // the estimate of a deep nest may have hundreds of digits
  std::snprintf(buffer, sizeof buffer, std::fabs(value) < 1e15 ? "%.*f" : "%.*e", digits, value);
  out.attributeBegin(key);
  out.rawValue(std::isfinite(value) ? StringRef(buffer) : StringRef("null"));
  out.attributeEnd();
}

void writeNanoseconds(OStream &out, StringRef key, double value) {
  writeNumber(out, key, value, 1);
}

void writePlaceFields(OStream &out, const Program &program, const SourceLocation &location) {
  out.attribute("file", utf8(pathOf(program, location)));
  out.attribute("line", static_cast<int64_t>(location.line));
  out.attribute("column", static_cast<int64_t>(location.column));
}

static void writePlace(OStream &out, StringRef key, const Program &program,
                       const SourceLocation &location) {
  if (location.valid())
    out.attributeObject(key, [&] { writePlaceFields(out, program, location); });
  else
    out.attribute(key, nullptr);
}

void writeObstacle(OStream &out, const Program &program, const Obstacle &each) {
  out.object([&] {
    out.attribute("kind", StringRef(name(each.kind)));
    out.attribute("message", utf8(message(each)));
    out.attribute("help", utf8(help(each)));
    const auto [sourceNote, sinkNote] = endsOf(each.kind);
    writePlace(out, "source", program, each.source);
    out.attribute("sourceNote", sourceNote);
    writePlace(out, "sink", program, each.sink);
    out.attribute("sinkNote", sinkNote);
  });
}

void writeObstacles(OStream &out, const Program &program, const std::vector<Obstacle> &all) {
  out.attributeArray("obstacles", [&] {
    for (const Obstacle &each : all)
      writeObstacle(out, program, each);
  });
}

static StringRef kindOf(const Guard &guard) {
  using Kind = Guard::Test::Kind;
  if (guard.isCondition)
    return "Condition";
  if (guard.alternatives.empty())
    return "Size";
  switch (guard.alternatives.front().kind) {
  case Kind::Apart:
    return "Apart";
  case Kind::Distinct:
    return "Distinct";
  case Kind::RowsApart:
  case Kind::RowsBeside:
    return "Rows";
  default:
    return "Spread";
  }
}

void writeGuard(OStream &out, const Guard &each) {
  out.object([&] {
    out.attribute("kind", kindOf(each));
    out.attribute("condition", utf8(each.text));
  });
}

void writePrivates(OStream &out, const Program &program, const std::vector<PrivateObject> &all,
                   const std::vector<PrivateBlock> &blocks) {
  out.attributeArray("privates", [&] {
    for (const PrivateObject &each : all)
      out.object([&] {
        out.attribute("name", utf8(nameOf(program, each)));
        out.attribute("lastValueKept", each.copyOut);
      });
    for (const PrivateBlock &each : blocks)
      out.object([&] {
        out.attribute("name", utf8("*" + each.name));
        out.attribute("lastValueKept", true);
      });
  });
}

static StringRef kindName(TaskKind kind) {
  switch (kind) {
  case TaskKind::Block:
    return "block";
  case TaskKind::Repetition:
    return "repetition";
  case TaskKind::Subroutine:
    return "subroutine";
  case TaskKind::Condition:
    return "condition";
  }
  return "";
}

void writeMacroTaskFields(OStream &out, const Program &program, const Layer &layer,
                          const MacroTask &task) {
  out.attribute("id", static_cast<int64_t>(task.id.index()));
  out.attribute("kind", kindName(task.kind));
  writePlaceFields(out, program, locationOf(program, task.first));
  out.attribute("split", task.splitLoop.valid());
  out.attributeArray("predecessors", [&] {
    for (TaskId each : task.predecessors)
      out.value(static_cast<int64_t>(each.index()));
  });
  if (task.control)
    out.attributeObject("control", [&] {
      out.attribute("condition", static_cast<int64_t>(task.control->condition.index()));
      if (layer.tasks[task.control->condition.index()].selectsArm)
        out.attribute("arm", static_cast<int64_t>(task.control->outcome));
      else
        out.attribute("when", task.control->outcome == 1);
    });
  else
    out.attribute("control", nullptr);
  out.attribute("earliest", toString(layer.earliest[task.id.index()], layer.tasks));
  writePrivates(out, program, task.privates, {});
}

void writeHaloFields(OStream &out, const Halo &halo) {
  out.attribute("before", halo.before);
  out.attribute("after", halo.after);
}

void writeLevelAndIdle(OStream &out, const PlannedRow &row) {
  constexpr StringRef idleNames[] = {"spin", "gate", "off"}; // by enum ks_idle
  if (row.level == keepLevel)
    out.attribute("level", nullptr);
  else
    out.attribute("level", static_cast<int64_t>(row.level));
  out.attribute("idle", idleNames[row.idle]);
}

} // namespace kasuri
