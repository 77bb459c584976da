// Every statement that is a macro-task is read once, before the plan, in each way in which it may
// become a task: as it stands, as a loop that is run in parts, as a branch's condition.
//
// A declaration can be put at the beginning of a function's body if its braces are text of the main
// file. An inline function with external linkage can have no static variable there.
#include "movability/FindMovability.h"

#include "movability/read/Clones.h"
#include "movability/read/PipeClone.h"
#include "movability/read/SplitReader.h"
#include "movability/read/SumClones.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"

namespace kasuri {

using namespace clang;

namespace {

/// The statements of the block that this one stands in, be it behind labels or attributes; none for
/// an arm without braces.
std::vector<const Stmt *> siblingsOf(const Stmt *statement, ASTContext &context) {
  for (const DynTypedNode &parent : context.getParents(*statement)) {
    if (const auto *block = parent.get<CompoundStmt>())
      return {block->body_begin(), block->body_end()};
    const auto *outer = parent.get<Stmt>();
    if (outer && isa<LabelStmt, SwitchCase, AttributedStmt>(outer))
      return siblingsOf(outer, context);
  }
  return {};
}

MovableLayer readLayer(FunctionCode &function, const Layer &layer) {
  MovableLayer made;
  for (const MacroTask &task : layer.tasks)
    made.tasks.push_back(readTask(function, task));
  const Stmt *first = function.sources.statementOf.at(layer.tasks.front().first);
  for (const Stmt *each : siblingsOf(first, function.context))
    if (isa<DeclStmt>(each))
      made.declarations.emplace_back(function.source.offsetOf(each->getBeginLoc()),
                                     function.place(each->getBeginLoc()));
  return made;
}

/// By the loop of the columns, which rows of several loops may lead to.
std::map<RegionId, Wavefront> wavesInCalls(const Parallelism &facts) {
  std::map<RegionId, Wavefront> waves;
  for (const LoopFacts &loop : facts.loops)
    if (loop.wavefront && loop.wavefront->call.valid())
      waves.try_emplace(loop.wavefront->columns, *loop.wavefront).first->second.hasBehind |=
          loop.wavefront->hasBehind;
  return waves;
}

std::optional<unsigned> beginOfBody(const Function &function, const FunctionDecl &declaration,
                                    const SourceText &source) {
  const auto *body = dyn_cast_or_null<CompoundStmt>(declaration.getBody());
  const bool isText = body && function.inMainFile && !declaration.getBeginLoc().isMacroID() &&
                      !body->getLBracLoc().isMacroID() && !body->getRBracLoc().isMacroID();
  const bool isShared =
      declaration.isInlineSpecified() && declaration.getStorageClass() != SC_Static;
  return isText && !isShared ? std::optional(source.behindBrace(*body)) : std::nullopt;
}

} // namespace

Movability findMovability(const Program &program, const ParsedSources &sources,
                          const Parallelism &facts, const MacroTaskGraph &graph) {
  const std::map<const VarDecl *, ObjectId> objects = objectsOf(sources);
  Movability made;
  const ReadingContext known{program, sources, facts, objects, made.clones};
  std::vector<std::unique_ptr<SourceText>> texts;
  for (const std::unique_ptr<ASTUnit> &unit : sources.units) {
    texts.push_back(std::make_unique<SourceText>(*unit));
    made.files.push_back(texts.back()->file());
  }
  for (const auto &[columns, wave] : wavesInCalls(facts)) {
    const FunctionId called = program[columns].function;
    FunctionCode function(known, *texts[sources.unitOf.at(called)], called);
    made.clones.emplace(CloneId{.columns = columns}, readClone(function, wave));
  }
  std::set<std::string> names; // calls of other files may stand at the same line and column
  const auto readClones = [&](const std::optional<Pipeline> &pipeline, bool isOther) {
    const std::vector<CallPath> cuts = pipeline ? cutCallsOf(*pipeline) : std::vector<CallPath>();
    for (const CallPath &path : llvm::reverse(cuts)) { // copies call those read before
      const FunctionId called = program[path.back()].callee;
      FunctionCode function(known, *texts[sources.unitOf.at(called)], called);
      std::string name = nameOfClone(program, called, program[path.back()].location);
      while (!names.insert(name).second)
        name += "b";
      made.clones.emplace(CloneId{.path = path, .isOther = isOther},
                          readPipeClone(function, *pipeline, isOther, path, name));
    }
  };
  for (const LoopFacts &loop : facts.loops) {
    readClones(loop.pipeline, false);
    readClones(loop.otherPipeline, true);
    std::map<FunctionId, MovableClone> ofSums = readSumClones(known, texts, loop, names);
    for (auto &[called, clone] : ofSums)
      made.clones.emplace(CloneId{.parts = loop.loop, .function = called}, std::move(clone));
  }
  std::map<FunctionId, std::unique_ptr<FunctionCode>> functions;
  for (const Layer &layer : graph.layers) {
    const size_t unit = sources.unitOf.at(layer.function);
    std::unique_ptr<FunctionCode> &function = functions[layer.function];
    if (!function)
      function = std::make_unique<FunctionCode>(known, *texts[unit], layer.function);
    made.fileOf[layer.function] = unit;
    made.layers.push_back(readLayer(*function, layer));
  }
  for (auto &[id, function] : functions)
    made.functions.emplace(id, std::move(function->made));
  for (const auto &[id, declaration] : sources.functionOf)
    if (const auto begin = beginOfBody(program[id], *declaration, *texts[sources.unitOf.at(id)]))
      made.bodies.emplace(id, *begin);
  return made;
}

} // namespace kasuri
