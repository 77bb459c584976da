// The stable text of the analyses' verdicts.
#include "analysis/Parallelism.h"

namespace kasuri {
namespace {

/// "column + 1", and how what stands around the columns waits.
std::string reachText(const Wavefront &wave) {
  return "column" + (wave.reach > 0 ? " + " + std::to_string(wave.reach) : "") +
         (wave.isUp ? "" : ", downwards") + (wave.entersInTurn ? ", enters in turn" : "");
}

std::string verdictText(const Program &program, const LoopFacts &facts) {
  std::string text = facts.isParallel ? "parallel" : "sequential";
  if (facts.wavefront)
    text += " wavefront(" + reachText(*facts.wavefront) + ")";
  for (const PrivateObject &each : facts.privates)
    text += " private(" + nameOf(program, each) +
            (each.mayBeUnset ? ", last value, if set)"
             : each.copyOut  ? ", last value)"
                             : ")");
  for (ObjectId each : facts.automatics)
    text += " automatic(" + program[each].name + ")";
  for (const PrivateBlock &each : facts.blocks)
    text += " private(*" + each.name + ", last value)";
  for (const Reduction &each : facts.reductions)
    text += " reduction(" + each.name + (each.isOrdered() ? ", in order)" : ")");
  for (const Induction &each : facts.inductions)
    text += " induction(" + program[each.object].name + ", " +
            (each.amount ? "fixed" : std::to_string(each.step)) + ")";
  for (unsigned line : linesInOrder(program, facts))
    text += " in-order(" + std::to_string(line) + ")";
  if (facts.ordered)
    for (const ForwardedValue &each : facts.ordered->forwarded)
      text += each.hasValue ? " hands-on(" + program[each.object].name + ")" : "";
  for (const Guard &each : facts.guards)
    text += " guard(" + each.text + ")";
  return text;
}

/// A line for each component: where its statements stand, and what it has copies of.
std::string distributionText(const Program &program, const Distribution &its) {
  std::string text;
  for (const std::vector<RegionId> &component : its.components) {
    text += "  component:";
    for (RegionId statement : component)
      text += " " + toString(program, program[statement].location);
    text += "\n";
  }
  for (const Guard &each : its.guards)
    text += "  guard(" + each.text + ")\n";
  for (const ComponentScalar &each : its.scalars)
    text += "  own copies of '" + program[each.object].name + "'" +
            (each.start == ComponentScalar::Start::Before ? ", from the value before" : "") +
            (each.isLeft ? ", last value of component " + std::to_string(each.setter) : "") + "\n";
  return text;
}

std::string lineOf(const Program &program, const PipelinePiece &piece) {
  return std::to_string(program[piece.statement].location.line);
}

/// Lines of statements; of a branch that is not in the segment as a whole, which piece of it is.
std::string piecesText(const Program &program, const Pipeline &pipeline,
                       const OrderedSegment &segment) {
  using Part = PipelinePiece::Part;
  std::string text;
  for (size_t i = segment.begin; i < segment.end; ++i) {
    const PipelinePiece &piece = pipeline.pieces[i];
    const std::string line = lineOf(program, piece);
    const bool hasArms = piece.part == Part::Condition && i + 1 < segment.end;
    i += hasArms;
    text += piece.part == Part::Whole || hasArms ? " " + line
            : piece.part == Part::Condition      ? " condition(" + line + ")"
                                                 : " arms(" + line + ")";
  }
  return text;
}

/// As a subscript in bytes; empty: all.
std::string rangeText(const ByteRange &bytes) {
  return bytes.isAll() ? ""
                       : "[" + std::to_string(bytes.low) + ", " + std::to_string(bytes.high) + ")";
}

std::string addedText(int64_t added) { return added == 0 ? "" : " + " + std::to_string(added); }

/// A line for each segment: from where to where, and what iterations hand on there.
std::string pipelineText(const Program &program, const Pipeline &its, const std::string &kind) {
  std::string text = "  " + kind;
  for (const PrivateObject &each : its.privates)
    text += " private(" + nameOf(program, each) + ")";
  for (const PrivateObject &each : its.buffers)
    text += " private(*" + program[each.object].name + ")";
  for (const BlockVersion &each : its.versions)
    text += " version(" + each.name +
            (each.firstPiece == 0 ? "" : " from " + lineOf(program, its.pieces[each.firstPiece])) +
            ")";
  for (const LineBuffer &each : its.lines)
    text += " line(" + program[each.text].name + ", " + program[each.size].name + ")";
  for (ObjectId each : its.automatics)
    text += " automatic(" + program[each].name + ")";
  for (RegionId exit : its.exits)
    text += " exit(" + std::to_string(program[exit].location.line) + ")";
  for (const Guard &each : its.guards)
    text += " guard(" + each.text + ")";
  text += its.readsAhead ? " reads ahead" : "";
  text += its.assumesInput ? " assumes input" : "";
  text += its.assumesExits ? " assumes exits\n" : "\n";
  for (const OrderedSegment &each : its.segments) {
    text += "  in order:";
    if (&each == &its.segments.front())
      text += " head";
    text += piecesText(program, its, each);
    for (ObjectId object : each.taken)
      text += " takes(" + program[object].name + ")";
    for (const LeftVariable &left : each.left)
      text += " leaves(" + program[left.object].name + addedText(left.added) + ")";
    for (const HandedBytes &handed : each.bytes)
      text += " hands on(" + its.versions[handed.version].name + rangeText(handed.bytes) +
              addedText(handed.added) + ")";
    text += "\n";
  }
  return text;
}

} // namespace

std::string print(const Program &program, const Parallelism &facts,
                  const std::string &onlyFunction) {
  std::string out;
  auto isWanted = [&](RegionId region) {
    FunctionId function = program[region].function;
    return onlyFunction.empty() || program[function].name == onlyFunction;
  };
  for (const LoopFacts &loop : facts.loops) {
    if (!isWanted(loop.loop))
      continue;
    out += "loop " + toString(program, program[loop.loop].location) + " " +
           verdictText(program, loop) + "\n";
    for (const Obstacle &obstacle : loop.obstacles)
      out += "  " + message(obstacle) + " [" + std::string(name(obstacle.kind)) + "] " +
             toString(program, obstacle.source) + " " + toString(program, obstacle.sink) + "\n";
    if (loop.distribution)
      out += distributionText(program, *loop.distribution);
    if (loop.pipeline)
      out += pipelineText(program, *loop.pipeline, "pipeline");
    if (loop.otherPipeline)
      out += pipelineText(program, *loop.otherPipeline, "otherwise pipeline");
  }
  for (const SiblingDependence &each : facts.dependences)
    if (isWanted(each.from))
      out += "order " + toString(program, program[each.from].location) + " -> " +
             toString(program, program[each.to].location) + " " + each.subject +
             (each.halo ? " " + toString(*each.halo) : "") + "\n";
  return out;
}

} // namespace kasuri
