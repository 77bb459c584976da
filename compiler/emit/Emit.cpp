// Putting outlined layers into the original text: definitions before the function, the call in
// place of the statements, `#line` so that everything else keeps its place. Text outside is
// untouched. A function that has a pace says so where it begins, and where it ends by an attribute
// of a variable, however it is left. The runtime's header comes first, where no macro of the source
// can change it; it includes no header of the system, so what the source defines for these still
// holds.
#include "emit/Outline.h"
#include "emit/PlainText.h"
#include "model/Regions.h"
#include "movability/code/StaticVariables.h"
#include "movability/text/SourceText.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

struct Edit {
  unsigned begin = 0, end = 0;
  std::string text;
  bool isCopy = false; ///< of a function: it may use what other edits define at the same place
};

std::string apply(llvm::StringRef text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
    return std::tie(a.begin, a.end, a.isCopy, a.text) < std::tie(b.begin, b.end, b.isCopy, b.text);
  });
  std::string result;
  unsigned at = 0;
  for (const Edit &edit : edits) {
    if (edit.begin < at)
      llvm::report_fatal_error("two changes to the same text");
    result += text.substr(at, edit.begin - at);
    result += edit.text;
    at = edit.end;
  }
  return result + text.substr(at).str();
}

/// Functions that the planned layers stand in or lead to.
std::set<FunctionId> functionsReached(const Program &program, const Parallelism &facts,
                                      const Plan &plan) {
  std::vector<FunctionId> pending;
  for (size_t i = 0; i < plan.layers.size(); ++i)
    if (!plan.whyDropped(i))
      pending.push_back(plan.layers[i].function);
  std::set<FunctionId> reached;
  forEachReached(
      program, facts.callees, std::move(pending),
      [&](FunctionId function, const std::vector<ValueId> &) { reached.insert(function); });
  return reached;
}

/// Of units whose assertions, if one fails in these, have to wait for what comes before it. The
/// name is replaced where assert.h declares it, too.
void addAssertions(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                   const Plan &plan, std::vector<std::vector<Edit>> &edits) {
  const std::set<FunctionId> reached = functionsReached(program, facts, plan);
  std::set<size_t> units;
  for (ValueId failure : facts.assumedAssertions)
    if (FunctionId function = program[program[failure].block].function; reached.contains(function))
      units.insert(sources.unitOf.at(function));
  for (size_t unit : units)
    edits[unit].push_back({0, 0, "#define __assert_fail ks_assert_fail\n"});
}

bool namesAllocator(llvm::StringRef name) { return name == "malloc" || name == "calloc"; }

/// Each of the program's large blocks may as well be the runtime's: its functions are called by
/// name only, so that nobody compares their addresses.
bool mayAlignBlocks(const Program &program) {
  return llvm::none_of(program.objects, [](const Object &each) {
    return each.kind == Object::Kind::Function && namesAllocator(each.name);
  });
}

/// What C makes of the name, wherever the unit declares it: the runtime's header declares it
/// before.
bool isPlainAllocator(ASTContext &context, const FunctionDecl &function) {
  const QualType size = context.getSizeType();
  const std::vector<QualType> taken(function.getName() == "malloc" ? 1 : 2, size);
  const QualType type =
      context.getFunctionType(context.VoidPtrTy, taken, FunctionProtoType::ExtProtoInfo());
  return llvm::all_of(function.redecls(), [&](const FunctionDecl *each) {
    return !each->hasAttr<AsmLabelAttr>() && context.typesAreCompatible(each->getType(), type);
  });
}

/// No macro has the names, and all declarations are alike.
bool mayAlignBlocks(ASTUnit &unit, const std::set<const FunctionDecl *> &called) {
  ASTContext &context = unit.getASTContext();
  std::set<const FunctionDecl *> all = called;
  for (const Decl *each : context.getTranslationUnitDecl()->decls())
    if (const auto *function = dyn_cast<FunctionDecl>(each);
        function && function->getIdentifier() && namesAllocator(function->getName()))
      all.insert(function);
  return llvm::all_of(all, [&](const auto *each) { return isPlainAllocator(context, *each); }) &&
         !context.Idents.get("malloc").hadMacroDefinition() &&
         !context.Idents.get("calloc").hadMacroDefinition();
}

/// Of units that allocate, where nests have been reordered: these work with vectors and with tiles.
void addAlignedBlocks(const Program &program, const ParsedSources &sources,
                      std::vector<std::vector<Edit>> &edits) {
  const bool isReordered = llvm::any_of(
      program.annotations, [](const Annotation &each) { return isKasurisOwn(each.kind); });
  if (!isReordered || !mayAlignBlocks(program))
    return;
  std::map<size_t, std::set<const FunctionDecl *>> called;
  for (const auto &[value, expression] : sources.expressionOf)
    if (const Instruction &each = program[value];
        each.op == Op::Call && !each.callee.valid() && namesAllocator(each.calleeName))
      if (const auto *call = dyn_cast<CallExpr>(expression); call && call->getDirectCallee())
        called[sources.unitOf.at(program[each.block].function)].insert(call->getDirectCallee());
  for (const auto &[unit, functions] : called)
    if (!edits[unit].empty() && mayAlignBlocks(*sources.units[unit], functions))
      edits[unit].push_back({0, 0, "KS_ALIGN_BLOCKS\n"});
}

/// Names that begin with KS_ are the runtime's.
bool isMacroOf(ASTUnit &unit, llvm::StringRef name, bool isCalled) {
  const IdentifierInfo &known = unit.getASTContext().Idents.get(name);
  if (!known.hadMacroDefinition() || name.starts_with("KS_"))
    return false;
  const MacroInfo *macro = unit.getPreprocessor().getMacroInfo(&known);
  return !macro || isCalled || !macro->isFunctionLike();
}

/// In front of all text, but behind a mark of its encoding.
void addHeader(const SourceText &source, const std::string &path, std::vector<Edit> &edits) {
  if (edits.empty())
    return;
  const unsigned begin = source.all().starts_with("\xef\xbb\xbf") ? 3 : 0;
  std::string text = "#include <kasuri/kasuri.h>\n";
  for (Edit &each : edits)
    if (each.end == 0)
      text += std::exchange(each.text, "");
  edits.push_back({begin, begin, text + lineDirective(1, path)});
}

/// Static variables of which each call gets its own, because a planned loop makes such calls at the
/// same time. Their declarations are outside the text of layers.
void addAutomatics(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                   const Plan &plan, std::vector<std::vector<Edit>> &edits) {
  std::set<ObjectId> variables;
  for (size_t i = 0; i < plan.layers.size(); ++i)
    for (const PlannedTask &task : plan.layers[i].tasks)
      for (RegionId loop : {task.splitLoop, task.pipedLoop})
        if (loop.valid() && !plan.whyDropped(i)) {
          const LoopFacts &its = *facts.factsOf(loop);
          const std::vector<ObjectId> &all =
              its.pipeline ? pipelineOf(its, task.isOther).automatics : its.automatics;
          variables.insert(all.begin(), all.end());
        }
  for (ObjectId each : variables) {
    const TextRange word = *staticWordOf(program, sources, each);
    edits[sources.unitOf.at(program[each].owner)].push_back(
        {word.begin, word.end, "/* kasuri: not static, each call has its own */"});
  }
}

/// What planned loops call copies of (Movability::clones).
std::set<CloneId> clonesOf(const Parallelism &facts, const Plan &plan) {
  std::set<CloneId> clones;
  for (size_t i = 0; i < plan.layers.size(); ++i)
    for (const PlannedTask &task : plan.layers[i].tasks) {
      if (plan.whyDropped(i))
        continue;
      if (task.splitLoop.valid()) {
        const LoopFacts &loop = *facts.factsOf(task.splitLoop);
        if (const auto &wave = loop.wavefront; wave && wave->call.valid())
          clones.insert({.columns = wave->columns});
        for (FunctionId each : calleesWithSums(loop))
          clones.insert({.parts = loop.loop, .function = each});
      }
      if (task.pipedLoop.valid())
        for (const CallPath &path :
             cutCallsOf(pipelineOf(*facts.factsOf(task.pipedLoop), task.isOther)))
          clones.insert({.path = path, .isOther = task.isOther});
    }
  return clones;
}

/// The call of a layer, in place of its statements.
struct PrintedLayer {
  FunctionId function;
  TextRange range;
  std::string call;
};

/// Whether the copy has these statements as they are.
bool isUnchanged(const MovableClone &clone, TextRange range) {
  return clone.range.begin <= range.begin && range.end <= clone.range.end &&
         std::none_of(clone.edits.begin(), clone.edits.end(), [&](const TextEdit &edit) {
           return edit.range.begin < range.end && range.begin < edit.range.end;
         });
}

/// With the layers of the function, where the copy changes nothing in them: waiting lanes of a
/// pipeline help to run these (runtime/pipe/help.c).
std::string printClone(const std::string &name, const MovableClone &clone, const SourceText &source,
                       const std::string &line, const std::vector<PrintedLayer> &layers) {
  std::vector<TextEdit> changes = clone.edits;
  for (TextEdit &change : changes)
    change.text = resolved(change.text, {});
  for (const PrintedLayer &layer : layers)
    if (layer.function == clone.function && isUnchanged(clone, layer.range))
      changes.push_back({layer.range, layer.call});
  return (source.isAtLineStart(clone.range.begin) ? "" : "\n") + ("/* kasuri: '" + name) +
         "' for " + clone.use + " */\n" + clone.prototypes + pushed(clone.macros) + line +
         ofSource(source.text(clone.range, changes)) + "\n" + popped(clone.macros) + line;
}

/// Where these may end the program when memory runs out, outside the text of layers.
void addExits(const Program &program, const ParsedSources &sources, const Parallelism &facts,
              const Plan &plan, std::vector<std::vector<Edit>> &edits) {
  const std::set<FunctionId> reached = functionsReached(program, facts, plan);
  for (RegionId arm : facts.memoryExits) {
    if (!reached.contains(program[arm].function))
      continue;
    const auto [begin, end] = sources.wrapped.at(arm);
    std::vector<Edit> &list = edits[sources.unitOf.at(program[arm].function)];
    bool isInLayer = std::any_of(list.begin(), list.end(), [&](const Edit &edit) {
      return edit.begin <= begin && end <= edit.end;
    });
    if (!isInLayer)
      for (const TextEdit &edit : editsOfExit({begin, end}))
        list.push_back({edit.range.begin, edit.range.end, edit.text});
  }
}

/// Declarations for the begin of the function.
std::string printPace(const PlannedPace &pace) {
  std::string text = "\n/* kasuri: code between layers */\n";
  if (pace.kind)
    text += "static const ks_kind ks_pace_kind = {" + std::to_string(pace.kind->capacity) + ", " +
            std::to_string(static_cast<int64_t>(pace.kind->khz)) + "};\n";
  return text + "static const ks_pace ks_pace_of = {KS_ABI_VERSION, \"" + pace.name + "\", " +
         (pace.kind ? "&ks_pace_kind" : "0") + ", " +
         std::to_string(static_cast<int64_t>(std::min(pace.gapNs, 4e9))) + ", " +
         std::to_string(pace.workers) + ", " + std::to_string(pace.level) +
         "};\nconst ks_pace *ks_paced __attribute__((__cleanup__(ks_end_pace))) = "
         "ks_begin_pace(&ks_pace_of);\n";
}

} // namespace

std::vector<std::string> mainFiles(const Program &program) {
  std::vector<std::string> paths;
  for (const SourceFile &each : program.files)
    if (each.isMain)
      paths.push_back(each.path);
  return paths;
}

Emission emitParallelC(const Program &program, const ParsedSources &sources,
                       const Parallelism &facts, const MacroTaskGraph &graph,
                       const Movability &movability, const Plan &plan) {
  Emission emission;
  std::vector<std::vector<Edit>> edits(sources.units.size());
  std::set<std::pair<size_t, std::string>> symbols;
  emission.files.resize(sources.units.size());
  std::vector<std::unique_ptr<SourceText>> texts;
  for (const std::unique_ptr<ASTUnit> &each : sources.units)
    texts.push_back(std::make_unique<SourceText>(*each));
  const auto shown = [&](size_t unit, const std::string &printed) {
    return hideMacros(printed, [&](llvm::StringRef name, bool isCalled) {
      return isMacroOf(*sources.units[unit], name, isCalled);
    });
  };
  std::vector<FileId> mains; // main files come first, in the order of the units
  for (size_t i = 0; i < program.files.size(); ++i)
    if (program.files[i].isMain)
      mains.push_back(FileId(i));
  const std::set<CloneId> cloned = clonesOf(facts, plan);
  for (const CloneId &each : cloned)
    for (size_t unit = 0; unit < sources.units.size(); ++unit)
      symbols.emplace(unit, movability.clones.at(each).name);
  std::vector<PrintedLayer> helped;
  std::map<size_t, std::string> callOf; // PlannedLayer::otherwise
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer &planned = plan.layers[i];
    size_t unit = sources.unitOf.at(planned.function);
    if (plan.whyDropped(i))
      continue;
    const Layer &candidate = graph.layers[planned.layer.index()];
    unsigned line =
        program[candidate.tasks[planned.tasks[0].members[0].index()].first].location.line;
    std::string symbol = "ks_" + program[planned.function].name + "_" + std::to_string(line);
    while (!symbols.emplace(unit, symbol).second)
      symbol += "b";
    OutlineResult outlined =
        outlineLayer(program, *texts[unit], facts, graph, movability, planned, symbol);
    if (!outlined.layer) {
      emission.problems.push_back(outlined.problem);
      continue;
    }
    OutlinedLayer &layer = *outlined.layer;
    if (planned.otherwise)
      layer.otherwise = callOf[*planned.otherwise];
    ++emission.files[unit].layers;
    emission.symbols[i] = symbol;
    const std::string printed = printCall(layer);
    emission.layers[i] = shown(unit, printTaskFunctions(layer) + "\n" + printed);
    edits[unit].push_back({layer.functionBegin, layer.functionBegin,
                           shown(unit, (layer.needsNewLine ? "\n" : "") + printDefinitions(layer) +
                                           layer.functionLine)});
    const std::string call = shown(unit, printed + "\n" + layer.afterLine);
    if (planned.isOtherwise)
      callOf[i] = printed;
    else
      edits[unit].push_back({layer.begin, layer.end, call});
    if (planned.isHelped)
      helped.push_back({planned.function, {layer.begin, layer.end}, call});
  }
  if (plan.pace) {
    const size_t unit = sources.unitOf.at(plan.pace->function);
    const unsigned begin = movability.bodies.at(plan.pace->function);
    const std::string printed = shown(unit, printPace(*plan.pace));
    const std::string &path = program.files[program[plan.pace->function].file.index()].path;
    edits[unit].push_back({begin, begin, printed + texts[unit]->lineDirectiveOf(begin, path)});
  }
  for (const CloneId &each : cloned) {
    const MovableClone &clone = movability.clones.at(each);
    const size_t unit = sources.unitOf.at(clone.function);
    const Function &original = program[clone.function];
    const std::string line = ofSource(
        texts[unit]->lineDirectiveOf(clone.range.begin, program.files[original.file.index()].path));
    edits[unit].push_back(
        {clone.range.begin, clone.range.begin,
         shown(unit, printClone(original.name, clone, *texts[unit], line,
                                each.parts.valid() ? std::vector<PrintedLayer>() : helped)),
         true});
  }
  addAutomatics(program, sources, facts, plan, edits);
  addExits(program, sources, facts, plan, edits);
  addAssertions(program, sources, facts, plan, edits);
  addAlignedBlocks(program, sources, edits);
  for (size_t unit = 0; unit < sources.units.size(); ++unit) {
    const SourceText &source = *texts[unit];
    std::string &path = emission.files[unit].sourcePath;
    path = program.files[mains[unit].index()].path;
    addHeader(source, path, edits[unit]);
    emission.files[unit].text = apply(source.all(), edits[unit]);
  }
  return emission;
}

} // namespace kasuri
