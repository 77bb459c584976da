// A split loop of which some statements run in order: the parts leave these out, and keep what they
// hand on; after the layer, the enclosing function has them in a loop without the others.
//
//     { double e = analyse(x[i]);                    { double e = analyse(x[i]);
//       printf("%g\n", e); }                          ks_f->ks_kept_0_0[ks_k] = e; }
//
//                                                    { printf("%g\n", e); }
//
// Lines keep their places in both. The statements in order stay in their function, so nothing is
// captured for them; what the body declares is declared once more before them.
#include "movability/read/SplitReader.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

void OrderedReader::read(const OrderedPart &part, Uses &uses) {
  const auto *block = dyn_cast<CompoundStmt>(body);
  const char *const refusal = "a loop with statements that run in program order";
  demand(Demand::Kind::RefusedUnlessAlone, nullptr, refusal, body->getBeginLoc());
  if (!block || source.file().mentionsPragma(rangeOf(body)))
    return refuse(refusal, body->getBeginLoc());
  std::vector<const Stmt *> inOrder;
  for (RegionId each : part.statements) {
    auto statement = sources.statementOf.find(each);
    if (statement == sources.statementOf.end() ||
        !llvm::is_contained(block->body(), statement->second))
      return refuse("a loop with a statement that cannot be removed from its body",
                    body->getBeginLoc());
    inOrder.push_back(statement->second);
  }
  const Uses ordered = findUses(inOrder);
  checkForeignNames(ordered);
  if (!ordered.obstacle.empty())
    refuse(ordered.obstacle, ordered.where);
  for (const DeclRefExpr *reference : ordered.references)
    if (function.contraction &&
        function.contraction->sumsProducts(cast<VarDecl>(reference->getDecl())))
      refuseProduct(reference->getLocation());
  if (ordered.hasLabels)
    refuse("a label in a statement that runs in program order", body->getBeginLoc());
  leaveOut(inOrder, uses);
  markDeclarations(block);
  for (size_t i = 0; i < part.forwarded.size(); ++i)
    addKept(part.forwarded[i], taskMark + "_" + std::to_string(i));
  split.keepsErrno = part.keepsErrno;
  addStores(*block);
  const VarDecl *variable = sources.variableOf.at(program[loop].counted.variable);
  if (llvm::any_of(ordered.references,
                   [&](const DeclRefExpr *reference) { return reference->getDecl() == variable; }))
    split.orderedVariable = split.variableType;
  split.orderedText = orderedText(*block, inOrder, ordered);
}

/// As if they were not in the text.
void OrderedReader::leaveOut(const std::vector<const Stmt *> &statements, Uses &uses) {
  std::set<const Decl *> missing;
  for (const Stmt *statement : statements) {
    const auto parents = context.getParents(*statement);
    if (parents.size() != 1 || !parents[0].get<CompoundStmt>())
      refuse("a loop with a statement that cannot be removed from its body",
             statement->getBeginLoc());
    const TextRange range = rangeOf(statement);
    record.code.edits.push_back({range, linesOf(range)});
    const Uses gone = findUses(statement);
    std::erase_if(uses.references, [&](const DeclRefExpr *reference) {
      return llvm::is_contained(gone.references, reference);
    });
    missing.insert(gone.declared.begin(), gone.declared.end());
  }
  for (const DeclRefExpr *reference : uses.references)
    if (missing.contains(reference->getDecl()))
      refuse("a declaration used by several parts of the loop", reference->getLocation());
}

/// Those that stay, though what they declare may be used in order only.
void OrderedReader::markDeclarations(const Stmt *block) {
  for (const Stmt *each : block->children()) {
    const auto *declarations = dyn_cast<DeclStmt>(each);
    if (isa<CompoundStmt>(each))
      markDeclarations(each);
    if (!declarations || !llvm::any_of(declarations->decls(), llvm::IsaPred<VarDecl>))
      continue;
    const unsigned begin = source.offsetOf(each->getBeginLoc());
    if (llvm::any_of(record.code.edits,
                     [&](const TextEdit &edit) { return edit.range.begin == begin; }))
      continue; // it is left out
    if (source.text({begin, begin + 2}) == "[[")
      refuse("a declaration with a leading attribute", each->getBeginLoc());
    record.code.edits.push_back({{begin, begin}, "__attribute__((__unused__)) "});
  }
}

/// At the end of each iteration it keeps what it hands on.
void OrderedReader::addStores(const CompoundStmt &block) {
  std::set<std::string> names{split.variable};
  std::string stores;
  for (const SplitLoop::Kept &each : split.kept) {
    if (!names.insert(each.name).second)
      refuse("a name that is declared twice", body->getBeginLoc());
    const std::string kept = "ks_f->" + each.member + "[ks_k]";
    if (!each.member.empty())
      stores += each.isArray ? "__builtin_memcpy(" + kept + ", " + each.name + ", sizeof " +
                                   each.name + "); "
                             : kept + " = " + each.name + "; ";
  }
  if (split.keepsErrno) {
    const unsigned begin = source.behindBrace(block);
    // In front of what a declaration gets that begins right behind the brace.
    record.code.edits.insert(record.code.edits.begin(),
                             {{begin, begin}, " *__errno_location() = 0;"});
    stores += "ks_f->ks_errno[ks_k] = *__errno_location(); ";
  }
  const unsigned end = source.offsetOf(block.getRBracLoc());
  record.code.edits.push_back({{end, end}, stores});
}

void OrderedReader::addKept(const ForwardedValue &each, const std::string &suffix) {
  auto declared = sources.variableOf.find(each.object);
  if (declared == sources.variableOf.end())
    return refuse("a compound literal in a statement that runs in program order",
                  sources.statementOf.at(loop)->getBeginLoc());
  const VarDecl *variable = declared->second;
  const QualType type = context.getUnqualifiedArrayType(variable->getType()).getUnqualifiedType();
  if (!isNameable(type) || type->isVariablyModifiedType() || variable->hasAttr<AlignedAttr>() ||
      variable->getType().isVolatileQualified())
    return refuse("a variable of this type in a statement that runs in program order",
                  variable->getLocation());
  if (function.contraction && function.contraction->handsProducts(variable))
    refuseProduct(variable->getLocation());
  SplitLoop::Kept made;
  made.name = nameOf(variable);
  made.declaration = each.isOfIteration ? declaration(type, made.name) : "";
  made.isArray = type->isArrayType();
  if (each.hasValue) {
    made.member = "ks_kept_" + suffix;
    made.memberType = declaration(context.getPointerType(type), made.member);
  }
  split.kept.push_back(std::move(made));
}

/// A constant, whose value has been put in place of its name, is declared for both. All else that
/// the statements in order use is kept.
bool OrderedReader::isConstantFor(const DeclStmt &declarations, const Uses &ordered) {
  bool isNeeded = false;
  for (const Decl *declared : declarations.decls()) {
    const auto *variable = dyn_cast<VarDecl>(declared);
    if (!variable || !variable->hasLocalStorage()) {
      refuse("a declaration used by several parts of the loop", declared->getLocation());
      continue;
    }
    const bool isUsed = llvm::any_of(ordered.references, [&](const DeclRefExpr *reference) {
      return reference->getDecl() == variable;
    });
    const bool isKept = llvm::any_of(
        split.kept, [&](const SplitLoop::Kept &each) { return each.name == variable->getName(); });
    isNeeded |= isUsed && !isKept;
  }
  const auto *only =
      declarations.isSingleDecl() ? dyn_cast<VarDecl>(declarations.getSingleDecl()) : nullptr;
  if (isNeeded && !(only && only->getInit() && only->getInit()->isEvaluatable(context)))
    refuse("a declaration used by several parts of the loop", declarations.getBeginLoc());
  return isNeeded;
}

/// The body without the other statements, and without declarations.
std::string OrderedReader::orderedText(const CompoundStmt &block,
                                       const std::vector<const Stmt *> &inOrder,
                                       const Uses &ordered) {
  std::vector<TextEdit> edits;
  std::vector<TextRange> staying;
  for (const Stmt *each : block.body()) {
    const auto *declarations = dyn_cast<DeclStmt>(each);
    const TextRange range = rangeOf(each);
    if (llvm::is_contained(inOrder, each)) {
      staying.push_back(range);
      continue;
    }
    if (declarations && isConstantFor(*declarations, ordered))
      continue;
    edits.push_back({range, linesOf(range)});
  }
  for (const TextEdit &edit : edits)
    for (const TextRange &range : staying)
      if (edit.range.begin < range.end && range.begin < edit.range.end)
        refuse("several statements from one macro", block.getBeginLoc());
  return record.isRefused ? "" : ofSource(source.text(rangeOf(&block), edits));
}

} // namespace kasuri
