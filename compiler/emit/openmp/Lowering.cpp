// Deciding how OpenMP says a layer.
//
//     for (int c = 0; c < n; c++)          #pragma omp parallel for default(none) ...
//       bits += code(enc, c);              for (int c = 0; c < n; c++) ...
//
// The source's text stays in its place. A layer of one loop is a parallel loop; statements that do
// not wait for each other are sections; others are tasks that `depend` on each other, with their
// loops as taskloops. Where nearly all of the work is in loops that share out their iterations,
// each of these is a parallel loop, and what stands between them runs in order.
//
// Why that is right: OpenMP runs what the plan has found independent, with the same private copies.
// What the runtime does beyond that, OpenMP does not do: errno, the floating-point environment and
// the exception flags belong to one of its threads, and nothing orders threads that end the
// program. So programs that look at these are left alone, and so are reductions that OpenMP folds
// in another order, where that shows.
#include "emit/openmp/Lowering.h"

#include "analysis/library/LibraryFunctions.h"
#include "model/Regions.h"
#include "clang/AST/ParentMapContext.h"

#include "llvm/ADT/StringExtras.h"

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
    if (known && known->usesErrno)
      return "a program that uses errno";
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

class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  std::set<std::string> names;
  bool VisitNamedDecl(NamedDecl *declaration) {
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

} // namespace

OpenMpResult OpenMpLowering::run() {
  OpenMpResult result;
  checkLayer();
  checkReached();
  if (obstacle.empty() && plan.tasks.size() == 1 && plan.tasks[0].splitLoop.valid()) {
    if (std::optional<Loop> loop = lowerLoop(plan.tasks[0].splitLoop, false))
      append(*loop, result.edits);
  } else if (obstacle.empty()) {
    std::vector<Group> groups = findGroups();
    if (obstacle.empty() && isMostlyLoops(groups)) {
      ownNames.clear();
      for (const Group &group : groups)
        if (std::optional<Loop> loop =
                group.loop ? lowerLoop(group.task->splitLoop, false) : std::nullopt)
          append(*loop, result.edits);
    } else if (obstacle.empty()) {
      findOrder(groups);
      bool isFree = llvm::all_of(
          groups, [](const Group &each) { return each.after.empty() && !each.isTaskLoop(); });
      isFree ? appendSections(groups, result.edits) : appendTasks(groups, result.edits);
    }
  }
  checkWords(result.edits);
  if (!obstacle.empty())
    result.edits.clear();
  result.obstacle = obstacle;
  const PresumedLoc presumed = manager.getPresumedLoc(manager.getExpansionLoc(where), false);
  if (presumed.isValid())
    result.where = {program[plan.function].file, presumed.getLine(), presumed.getColumn()};
  return result;
}

void OpenMpLowering::refuse(const std::string &what, clang::SourceLocation location) {
  if (obstacle.empty()) {
    obstacle = what;
    where = location;
  }
}

/// Macros of the source hold in the pragmas, too.
void OpenMpLowering::checkWords(const std::vector<TextEdit> &edits) {
  for (const TextEdit &edit : edits)
    for (llvm::StringRef rest = edit.text; !rest.empty();) {
      const llvm::StringRef word =
          rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      rest = rest.substr(std::max<size_t>(1, word.size()));
      if (word.empty() || llvm::isDigit(word.front()))
        continue;
      const IdentifierInfo &name = context.Idents.get(word);
      const MacroInfo *macro = unit.getPreprocessor().getMacroInfo(&name);
      bool isExpanded = !macro || !macro->isFunctionLike() || rest.ltrim().starts_with("(");
      bool isOurs = name.isKeyword(context.getLangOpts()) || openMpWords.contains(word);
      if (name.hadMacroDefinition() && isExpanded && isOurs)
        refuse("'" + word.str() + "' is a macro in the source", placeOfFirst());
    }
}

clang::SourceLocation OpenMpLowering::placeOfFirst() const {
  return sources.statementOf.at(taskOf(plan.tasks.front().members.front()).first)->getBeginLoc();
}

const MacroTask &OpenMpLowering::taskOf(TaskId id) const {
  return graph.layers[plan.layer.index()].tasks[id.index()];
}

void OpenMpLowering::checkLayer() {
  const clang::SourceLocation begin = placeOfFirst();
  if (function.getBeginLoc().isMacroID() || !program[plan.function].inMainFile)
    refuse("a function that a macro or a header defines", begin);
  if (plan.isDistributed())
    refuse("a distributed loop", begin);
  if (std::string state = threadStateIn(program); !state.empty())
    refuse(state, begin);
  for (const auto &file : llvm::make_range(manager.fileinfo_begin(), manager.fileinfo_end())) {
    const FileID id = manager.translateFile(file.first);
    const clang::SourceLocation start = manager.getLocForStartOfFile(id);
    if (!id.isValid() || manager.isInSystemHeader(start))
      continue;
    if (std::string why = ownMeaningIn(id, manager, context.getLangOpts()); !why.empty())
      refuse(why, begin);
  }
}

/// Threads that end the program would have to wait for each other.
void OpenMpLowering::checkReached() {
  std::vector<RegionId> regions;
  for (const PlannedTask &task : plan.tasks)
    for (TaskId member : task.members)
      for (RegionId each : siblingsOf(program, taskOf(member)))
        regions.push_back(each);
  std::vector<FunctionId> pending;
  std::set<ValueId> values;
  for (RegionId region : regions)
    for (ValueId value : valuesWithin(program, region)) {
      values.insert(value);
      if (auto found = facts.callees.find(value); found != facts.callees.end())
        pending.insert(pending.end(), found->second.begin(), found->second.end());
    }
  std::set<FunctionId> reached;
  forEachReached(program, facts.callees, pending,
                 [&](FunctionId each, const std::vector<ValueId> &) { reached.insert(each); });
  for (RegionId arm : facts.memoryExits) {
    bool isHere =
        llvm::any_of(regions, [&](RegionId each) { return contains(program, each, arm); });
    if (isHere || reached.contains(program[arm].function))
      refuse("code that ends the program when memory runs out",
             sources.statementOf.at(regions[0])->getBeginLoc());
  }
  for (ValueId failure : facts.assumedAssertions)
    if (values.contains(failure) || reached.contains(program[program[failure].block].function))
      refuse("an assertion that is assumed to hold",
             sources.statementOf.at(regions[0])->getBeginLoc());
}

/// It can have a pragma in front, and text behind it.
void OpenMpLowering::checkStatement(const Stmt *statement) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  const std::optional<TextRange> range = source.statement(statement);
  if (begin.isMacroID())
    return refuse("code from a macro", begin);
  if (!range)
    return refuse("a statement that ends inside a macro", begin);
  if (!source.hasWholeConditionals(*range))
    refuse("part of an #if block", begin);
  const unsigned top = source.offsetOf(function.getBody()->getBeginLoc());
  if (source.withPragmas(range->begin, top) != range->begin ||
      source.hasPragmaOperatorBefore(range->begin))
    refuse("a statement after a pragma", begin);
}

/// The white space before it on its line; of a place further in the line, that of the line.
std::string OpenMpLowering::indentationAt(unsigned offset) const {
  const llvm::StringRef buffer = manager.getBufferData(manager.getMainFileID());
  const llvm::StringRef line = buffer.substr(buffer.substr(0, offset).rfind('\n') + 1);
  return line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
}

/// In a clause, where a macro of this name would be expanded.
std::string OpenMpLowering::listedName(const VarDecl *variable) {
  const IdentifierInfo *name = variable->getIdentifier();
  const MacroInfo *macro = unit.getPreprocessor().getMacroInfo(name);
  bool isItself = macro && macro->getNumTokens() == 1 && macro->isObjectLike() &&
                  macro->getReplacementToken(0).getIdentifierInfo() == name;
  if (name->hadMacroDefinition() && !isItself)
    refuse("a macro with the name of a variable", variable->getLocation());
  return variable->getNameAsString();
}

/// As an operand, to be written once more; nothing for what takes several lines.
std::optional<std::string> OpenMpLowering::textOf(const Expr *expression) const {
  const std::optional<TextRange> range = source.exactly(expression->getSourceRange());
  const std::string text = range ? source.text(*range) : "";
  if (text.empty() || text.find('\n') != std::string::npos)
    return std::nullopt;
  bool isOperand = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, IntegerLiteral, ParenExpr>(
      expression->IgnoreImpCasts());
  return isOperand ? text : "(" + text + ")";
}

std::string OpenMpLowering::freshName(const std::string &wish) {
  NameFinder finder;
  finder.TraverseDecl(context.getTranslationUnitDecl());
  std::string name = wish;
  for (unsigned number = 2;; ++number) {
    const IdentifierInfo &known = context.Idents.get(name);
    if (!finder.names.contains(name) && !ownNames.contains(name) && !known.hadMacroDefinition() &&
        !known.isKeyword(context.getLangOpts()))
      break;
    name = wish + std::to_string(number);
  }
  ownNames.insert(name);
  return name;
}

std::vector<const VarDecl *> outerVariables(const Uses &uses) {
  std::vector<std::pair<clang::SourceLocation, const VarDecl *>> found;
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
  std::vector<const VarDecl *> variables;
  for (const auto &[location, variable] : found)
    if (!llvm::is_contained(variables, variable))
      variables.push_back(variable);
  return variables;
}

/// As for layers of Kasuri's own runtime: a shared variable lies in memory.
bool OpenMpLowering::takesProductApart(const VarDecl *variable, const Uses &uses,
                                       llvm::ArrayRef<const Stmt *> statements) const {
  if (!contraction)
    return false;
  const bool isRead = uses.isOnlyRead(variable);
  const bool isRounded = isRead && contraction->isOnlyInLoops(variable, statements);
  return (!isRead && contraction->sumsProducts(variable)) ||
         (!isRounded && contraction->handsProducts(variable));
}

/// Memory of which each thread has its own, as a variable.
void OpenMpLowering::checkContraction(const LoopFacts &known) {
  for (const PrivateObject &each : known.privates) {
    std::vector<const Expr *> uses;
    if (each.place)
      for (ValueId access : each.place->accesses)
        uses.push_back(cast<Expr>(sources.expressionOf.at(access)));
    if (contraction && contraction->handsOrSums(uses))
      refuse("a product that may be fused with the addition", uses.front()->getExprLoc());
  }
}

std::vector<std::string> OpenMpLowering::sharedNames(llvm::ArrayRef<const Stmt *> statements,
                                                     const std::set<const VarDecl *> &own) {
  const Uses uses = findUses(statements);
  std::vector<std::string> names;
  for (const VarDecl *variable : outerVariables(uses)) {
    if (own.contains(variable))
      continue;
    if (variable->getTLSKind() != VarDecl::TLS_None)
      refuse("a thread-local variable", variable->getLocation());
    if (takesProductApart(variable, uses, statements))
      refuse("a product that may be fused with the addition", variable->getLocation());
    names.push_back(listedName(variable));
  }
  return names;
}

/// Statements may be written before it and behind it.
bool OpenMpLowering::stands(const Stmt *statement) const {
  for (const DynTypedNode &parent : context.getParents(*statement))
    if (parent.get<CompoundStmt>())
      return true;
  return false;
}

/// A line break, if what stands behind is on the same line: it would seem to be under the pragma.
std::string OpenMpLowering::behind(unsigned offset) {
  const llvm::StringRef rest =
      manager.getBufferData(manager.getMainFileID()).substr(offset).ltrim(" \t");
  bool isAlone = rest.empty() || rest.starts_with("\n") || rest.starts_with("\r") ||
                 rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with("}");
  if (isAlone)
    return "";
  const llvm::StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (llvm::is_contained({"for", "while", "if", "do", "switch"}, word) ||
      (!word.empty() && context.Idents.get(word).hadMacroDefinition()))
    refuse("a statement that shares its line with another", where);
  return "\n" + indentationAt(offset);
}

/// What means something else in another function, as which compilers make the code under a pragma.
void OpenMpLowering::checkUses(const Uses &uses) {
  if (!uses.obstacle.empty() && uses.obstacle != "a name that is declared inside the function")
    refuse(uses.obstacle, uses.where);
}

void OpenMpLowering::append(const Loop &loop, std::vector<TextEdit> &edits) {
  const unsigned begin = loop.range.begin, end = loop.range.end;
  const std::string outer = indentationAt(begin), inner = outer + (loop.isInArm ? "  " : "");
  Pragma pragma = loop.pragma;
  std::string front, back;
  if (loop.isInArm) {
    front = outer + "if (" + pragma.condition + ") {\n";
    pragma.condition.clear();
  }
  for (const std::string &each : loop.before)
    front += inner + each + "\n";
  front += print(pragma, inner);
  for (const std::string &each : loop.after)
    back += "\n" + inner + each;
  if (loop.isInArm)
    back += "\n" + outer + "} else {\n" + inner + source.text(loop.range) + "\n" + outer + "}";
  back += behind(end);
  // The line's own white space comes before what is inserted, and once more behind it.
  front = source.isAtLineStart(begin) ? front.substr(outer.size()) + inner : "\n" + front + inner;
  edits.push_back({{begin, begin}, front});
  edits.insert(edits.end(), loop.edits.begin(), loop.edits.end());
  if (!back.empty())
    edits.push_back({{end, end}, back});
}

} // namespace kasuri
