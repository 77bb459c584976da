// What OpenMP needs of each statement of a layer, read once before the plan.
//
// The source's text stays in its place, so a statement need not be movable; but a pragma must be
// able to stand in front of it, and what it shares must have names that clauses can list.
//
// Why what is read here is enough: OpenMP runs what the plan has found independent, with the same
// private copies. What the runtime does beyond that, OpenMP does not do: the floating-point
// environment and the exception flags belong to one of its threads, and nothing orders threads that
// end the program. So programs that look at these are left alone. For errno see ErrnoUse.h.
#include "analysis/library/LibraryFunctions.h"
#include "model/Regions.h"
#include "movability/FindMovability.h"
#include "movability/openmp/ErrnoUse.h"
#include "movability/openmp/LoopReader.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>
#include <utility>

namespace kasuri {

using namespace clang;

namespace {

/// They set, or look at, what each thread has for itself and OpenMP does not carry over.
const std::set<std::string_view> floatingEnvironment = {
    "feclearexcept", "fedisableexcept", "feenableexcept", "fegetexceptflag",
    "feholdexcept",  "feraiseexcept",   "fesetenv",       "fesetexceptflag",
    "fesetround",    "fetestexcept",    "feupdateenv",    "__builtin_ia32_ldmxcsr",
    "fegetround",    "fegetenv",        "fesetexcept",    "__builtin_ia32_stmxcsr"};

/// Libraries of OpenMP do not work in the new process: it has their memory, but not their threads.
const std::set<std::string_view> forks = {"fork", "vfork", "_Fork", "daemon", "forkpty"};

/// Of a thread's own state, that the program looks at; "": nothing.
std::string threadStateIn(const Program &program) {
  for (const Instruction &value : program.values) {
    if (value.op == Op::Clobber)
      return "a program with inline assembly";
    if (value.op != Op::Call)
      continue;
    const LibraryFunction *known = findLibraryFunction(value.calleeName);
    if (known && known->staysOnThread)
      return "a program that sets the locale";
    if (forks.contains(value.calleeName))
      return "a program that forks";
    if (floatingEnvironment.contains(value.calleeName))
      return "a program that reads or sets the floating-point environment";
  }
  return "";
}

/// Of pragmas, beside the keywords of C.
const std::set<llvm::StringRef> openMpWords = {
    "depend",   "dynamic", "firstprivate", "in",     "inout",    "lastprivate", "max",
    "min",      "none",    "omp",          "out",    "parallel", "private",     "reduction",
    "schedule", "section", "sections",     "shared", "single",   "task",        "taskloop"};

class NameFinder : public DynamicRecursiveASTVisitor {
public:
  std::set<std::string> names;
  bool VisitNamedDecl(NamedDecl *declaration) override {
    names.insert(declaration->getNameAsString());
    return true;
  }
};

/// What in the text of a file would mean something else in the output: pragmas and macros of
/// OpenMP, once it is compiled with -fopenmp, and the numbers of lines; "": nothing.
std::string ownMeaningIn(FileID file, const SourceManager &manager, const LangOptions &options) {
  Lexer lexer(file, manager.getBufferOrFake(file), manager, options);
  std::string before, last;
  for (Token token; !lexer.LexFromRawLexer(token);) {
    const std::string word = token.is(tok::raw_identifier) ? token.getRawIdentifier().str()
                             : token.is(tok::string_literal)
                                 ? std::string(token.getLiteralData(), token.getLength())
                                 : "";
    bool isPragma = (last == "pragma" && word == "omp") ||
                    (before == "_Pragma" && llvm::StringRef(word).starts_with("\"omp"));
    if (isPragma || word == "_OPENMP")
      return "a file with its own OpenMP code";
    if (word == "__LINE__")
      return "a file that uses __LINE__";
    before = std::exchange(last, word);
  }
  return "";
}

OpenMpUnit readUnit(ASTUnit &unit) {
  ASTContext &context = unit.getASTContext();
  const SourceManager &manager = unit.getSourceManager();
  OpenMpUnit made;
  for (const auto &file : llvm::make_range(manager.fileinfo_begin(), manager.fileinfo_end())) {
    const FileID id = manager.translateFile(file.first);
    const clang::SourceLocation start = manager.getLocForStartOfFile(id);
    if (id.isValid() && !manager.isInSystemHeader(start) && made.refusal.empty())
      made.refusal = ownMeaningIn(id, manager, context.getLangOpts());
  }
  NameFinder finder;
  finder.TraverseDecl(context.getTranslationUnitDecl());
  made.taken = std::move(finder.names);
  for (const auto &entry : context.Idents) {
    const IdentifierInfo &name = *entry.second;
    const bool isWord = name.isKeyword(context.getLangOpts());
    if (isWord || name.hadMacroDefinition())
      made.taken.insert(name.getName().str());
    if (!name.hadMacroDefinition() || !(isWord || openMpWords.contains(name.getName())))
      continue;
    const MacroInfo *macro = unit.getPreprocessor().getMacroInfo(&name);
    made.macros[name.getName().str()] = macro && macro->isFunctionLike();
  }
  return made;
}

/// Reads the statements of one function.
class OpenMpReader {
public:
  OpenMpReader(FunctionCode &code, const Program &program, const ErrnoUse &errnoUse)
      : code(code), program(program), errnoUse(errnoUse) {
    if (code.declaration.getBeginLoc().isMacroID() || !program[code.id].inMainFile)
      made.refusal = "a function that a macro or a header defines";
  }

  OpenMpFunction made;

  OpenMpLayer read(const Layer &layer) {
    OpenMpLayer read;
    const std::optional<ValueId> reader = errnoUse.readAfter(layer.tasks.front().first);
    read.keepsErrno = reader.has_value();
    for (const MacroTask &task : layer.tasks) {
      read.tasks.push_back(readTask(task));
      read.tasks.back().errnoUse = errnoUse.whyNotOnThreads(siblingsOf(program, task), reader);
    }
    const Stmt *first = code.sources.statementOf.at(layer.tasks.front().first);
    for (const DynTypedNode &parent : code.context.getParents(*first))
      if (const auto *block = parent.get<CompoundStmt>())
        for (const Stmt *each : block->body())
          if (isa<DeclStmt>(each))
            read.declarations.emplace_back(code.source.offsetOf(each->getBeginLoc()),
                                           code.place(each->getBeginLoc()));
    return read;
  }

private:
  FunctionCode &code;
  const Program &program;
  const ErrnoUse &errnoUse;
  std::map<const VarDecl *, size_t> numbers;

  size_t numberOf(const VarDecl *variable) {
    const auto [entry, isNew] = numbers.try_emplace(variable, made.variables.size());
    if (!isNew)
      return entry->second;
    OpenMpVariable read;
    read.name = variable->getNameAsString();
    read.where = code.place(variable->getLocation());
    read.whenListed = whyNotListed(code, variable);
    if (variable->getTLSKind() != VarDecl::TLS_None)
      read.whenShared = Refusal{"a thread-local variable", read.where};
    read.isRegister = variable->getStorageClass() == SC_Register;
    read.handsProducts = code.contraction && code.contraction->handsProducts(variable);
    read.sumsProducts = code.contraction && code.contraction->sumsProducts(variable);
    made.variables.push_back(std::move(read));
    return entry->second;
  }

  OpenMpTask readTask(const MacroTask &task) {
    OpenMpTask read;
    for (RegionId each : siblingsOf(program, task))
      read.statements.push_back(readStatement(each));
    if (task.splitLoop.valid()) {
      LoopReader reader(code, *code.facts.factsOf(task.splitLoop));
      read.loop = reader.read(false);
      read.taskLoop = reader.read(true);
    }
    readReached(task, read);
    return read;
  }

  OpenMpStatement readStatement(RegionId region) {
    const Stmt *statement = code.sources.statementOf.at(region);
    const Uses uses = findUses(statement);
    OpenMpStatement read;
    read.region = region;
    read.where = code.place(statement->getBeginLoc());
    read.refusal = whyNoPragma(code, statement);
    read.range = code.source.statement(statement).value_or(TextRange{});
    read.whenGrouped = whyNoTask(code, uses);
    read.isInBlock = isInBlock(statement, code.context);
    if (auto known = code.facts.siblings.find(region); known != code.facts.siblings.end())
      for (const PrivateObject &each : known->second.privates)
        if (each.object.valid())
          read.privates.push_back(
              numberOf(code.sources.variableOf.at(each.object)->getCanonicalDecl()));
    for (const auto &[location, variable] : outerPlaces(uses))
      read.uses.push_back({numberOf(variable), location.getRawEncoding(), uses.isOnlyRead(variable),
                           isRounded(variable, statement)});
    return read;
  }

  bool isRounded(const VarDecl *variable, const Stmt *statement) const {
    return !code.contraction || !code.contraction->handsProducts(variable) ||
           code.contraction->isOnlyInLoops(variable, statement);
  }

  /// Threads that end the program would have to wait for each other.
  void readReached(const MacroTask &task, OpenMpTask &read) const {
    const EndsWithin ends = endsWithin(program, code.facts, siblingsOf(program, task));
    read.mayExit |= ends.mayRunOut;
    read.assumesAssertions |= ends.assumesAssertions;
  }
};

} // namespace

std::vector<std::pair<clang::SourceLocation, const VarDecl *>> outerPlaces(const Uses &uses) {
  std::vector<std::pair<clang::SourceLocation, const VarDecl *>> found, first;
  auto add = [&](const Decl *declaration, clang::SourceLocation location) {
    const auto *variable = dyn_cast<VarDecl>(declaration);
    if (variable && !uses.declared.contains(variable))
      found.emplace_back(location, variable->getCanonicalDecl());
  };
  for (const DeclRefExpr *reference : uses.references)
    add(reference->getDecl(), reference->getLocation());
  for (const auto &[declaration, location] : uses.outer)
    add(declaration, location);
  llvm::sort(found);
  std::set<const VarDecl *> known;
  for (const auto &each : found)
    if (known.insert(each.second).second)
      first.push_back(each);
  return first;
}

std::optional<Refusal> whyNotListed(const FunctionCode &code, const VarDecl *variable) {
  const IdentifierInfo *name = variable->getIdentifier();
  const MacroInfo *macro = code.unit.getPreprocessor().getMacroInfo(name);
  bool isItself = macro && macro->getNumTokens() == 1 && macro->isObjectLike() &&
                  macro->getReplacementToken(0).getIdentifierInfo() == name;
  if (!name->hadMacroDefinition() || isItself)
    return std::nullopt;
  return Refusal{"a macro with the name of a variable", code.place(variable->getLocation())};
}

bool isInBlock(const Stmt *statement, ASTContext &context) {
  for (const DynTypedNode &parent : context.getParents(*statement))
    if (parent.get<CompoundStmt>())
      return true;
  return false;
}

std::optional<Refusal> whyNoPragma(const FunctionCode &code, const Stmt *statement) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  const std::optional<TextRange> range = code.source.statement(statement);
  if (begin.isMacroID())
    return Refusal{"code from a macro", code.place(begin)};
  if (!range)
    return Refusal{"a statement that ends inside a macro", code.place(begin)};
  if (!code.source.file().hasWholeConditionals(*range))
    return Refusal{"part of an #if block", code.place(begin)};
  if (code.source.withPragmas(range->begin, code.made.bodyBegin) != range->begin ||
      code.source.hasPragmaOperatorBefore(range->begin))
    return Refusal{"a statement after a pragma", code.place(begin)};
  return std::nullopt;
}

std::optional<Refusal> whyNoTask(const FunctionCode &code, const Uses &uses) {
  if (uses.obstacle.empty() || uses.obstacle == "a name that is declared inside the function")
    return std::nullopt;
  return Refusal{uses.obstacle, code.place(uses.where)};
}

Movability findOpenMpMovability(const Program &program, const ParsedSources &sources,
                                const Parallelism &facts, const MacroTaskGraph &graph) {
  const std::map<const VarDecl *, ObjectId> objects = objectsOf(sources);
  const std::map<CloneId, MovableClone> clones; // none is needed: wavefronts are refused
  const ReadingContext known{program, sources, facts, objects, clones};
  std::vector<std::unique_ptr<SourceText>> texts;
  Movability made;
  OpenMpCode &openMp = made.openMp.emplace();
  openMp.refusal = threadStateIn(program);
  const ErrnoUse errnoUse(program, facts);
  for (const std::unique_ptr<ASTUnit> &unit : sources.units) {
    texts.push_back(std::make_unique<SourceText>(*unit));
    made.files.push_back(texts.back()->file());
    openMp.units.push_back(readUnit(*unit));
  }
  std::map<FunctionId, std::pair<std::unique_ptr<FunctionCode>, std::unique_ptr<OpenMpReader>>>
      functions;
  for (const Layer &layer : graph.layers) {
    const size_t unit = sources.unitOf.at(layer.function);
    auto &[code, reader] = functions[layer.function];
    if (!code) {
      code = std::make_unique<FunctionCode>(known, *texts[unit], layer.function);
      reader = std::make_unique<OpenMpReader>(*code, program, errnoUse);
    }
    made.fileOf[layer.function] = unit;
    openMp.layers.push_back(reader->read(layer));
  }
  for (auto &[id, function] : functions)
    openMp.functions.emplace(id, std::move(function.second->made));
  return made;
}

} // namespace kasuri
