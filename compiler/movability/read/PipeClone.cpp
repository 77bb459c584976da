// A copy of a function in which a pipeline's segments are marked.
//
//     int encode(codec *c, block *b) {       int ks_encode_31_5(ks_lane *ks_l, int *ks_stopped,
//       find_attack(c, b);                           void *ks_home_version_0, .., codec *c, ..) {
//       if (c->frames++ == 0)                  find_attack(c, b);
//         return 0;                            enter 1, take;
//       pack(c, b);                            if (c->frames++ == 0)
//                                                do { int ks_returned = 0; leave 1; .. } while (0)
//                                              leave 1;
//                                              pack(c, b);
//
// A `return` in a segment leaves it, unless that goes on behind the call. It passes the segments
// that begin in the function behind it: the caller's statements are ordered by them as well, and
// may read what they have taken. What a segment hands on in a function are bytes of versions, of
// which the copy is told where they are. Where the loop has ended before an iteration, the copy
// says so and returns anything. Where segments begin or end in functions that this one calls, it
// calls copies of these, and returns at once if they say so.
#include "movability/read/PipeClone.h"

#include "movability/PipedLoop.h"
#include "movability/read/Clones.h"
#include "movability/read/PieceReader.h"

#include <algorithm>
#include <map>

namespace kasuri {

using namespace clang;

CutCall::CutCall(const Pipeline &its, CallPath calls) : path(std::move(calls)) {
  const CallPath before(path.begin(), path.end() - 1);
  for (size_t i = 0; i < its.pieces.size(); ++i)
    if (its.pieces[i].call == path.back() && its.pieces[i].path == before)
      (its.pieces[i].part == PipelinePiece::Part::Arguments ? arguments : result) = i;
}

bool CutCall::mayStop(const Pipeline &its) const {
  return std::ranges::any_of(its.segments, [&](const auto &each) { return begins(each); });
}

std::vector<std::pair<std::string, std::string>>
CutCall::variablesOfVersions(const Pipeline &its) const {
  std::map<size_t, bool> versions; ///< whether the size of the block counts
  for (const OrderedSegment &segment : its.segments)
    if (begins(segment) || ends(segment))
      for (const HandedBytes &each : segment.bytes)
        versions[each.version] |= VersionText(its).mayEndAmong(each);
  std::vector<std::pair<std::string, std::string>> variables;
  for (const auto &[version, needsSize] : versions) {
    for (const char *what : {"home", "own"})
      variables.emplace_back("void *", VersionText::ofVersion(what, version));
    if (needsSize)
      variables.emplace_back("ks_size ", VersionText::ofVersion("bytes", version));
  }
  return variables;
}

std::string CutCall::parameters(const Pipeline &its) const {
  std::string text = "ks_lane *ks_l";
  if (mayStop(its))
    text += ", int *ks_stopped";
  for (const auto &[type, name] : variablesOfVersions(its))
    text += ", " + type + name;
  return text;
}

std::string CutCall::argumentsFor(const Pipeline &its, const std::string &stopped) const {
  std::string text = "ks_l";
  if (mayStop(its))
    text += ", " + stopped;
  for (const auto &[type, name] : variablesOfVersions(its))
    text += ", " + name;
  return text;
}

namespace {

/// In the function itself.
class FindReturns : public DynamicRecursiveASTVisitor {
public:
  explicit FindReturns(const Stmt *body) { TraverseStmt(const_cast<Stmt *>(body)); }

  bool VisitReturnStmt(ReturnStmt *statement) override {
    found.push_back(statement);
    return true;
  }

  std::vector<const ReturnStmt *> found;
};

class PipeCloneReader : public PieceReader {
public:
  PipeCloneReader(FunctionCode &function, CodeRecord &record, const Pipeline &its, bool isOther,
                  const CallPath &path)
      : PieceReader(function, record, its, isOther, path), cut(its, path) {}

  void read() {
    const auto *body = cast<CompoundStmt>(function.declaration.getBody());
    if (source.file().mentionsPragma(rangeOf(body)))
      return refuse("a pragma in a pipeline", body->getBeginLoc());
    const QualType result = function.declaration.getReturnType();
    if (!result->isVoidType() && !(result->isScalarType() && isNameable(result)))
      return refuse("a pipeline through a call with a result of this type", body->getBeginLoc());
    std::set<const Stmt *> all = possiblePieces(body);
    findStatements(all, body);
    if (record.isRefused)
      return;
    endConditions();
    for (size_t i = 0; i < its.segments.size(); ++i)
      mark(i, *body);
    addTests(*body);
    for (const CutCall &each : calls)
      addCall(each);
    for (const ReturnStmt *each : FindReturns(body).found)
      addReturn(*each);
    addInsertions();
  }

  std::optional<Refusal> refusal() const { return firstRefusal(); }
  std::string parameters() const { return cut.parameters(its); }

  std::string prototypes; ///< of copies that are called

private:
  const CutCall cut;

  void mark(size_t number, const CompoundStmt &body) {
    const OrderedSegment &segment = its.segments[number];
    if (cut.begins(segment) && !beginsInCall(segment))
      inserted[beginOf(segment.begin)] += enterText(number);
    if (!cut.ends(segment) || endsInCall(segment))
      return;
    if (segment.end == cut.arguments + 1)
      inserted[source.behindBrace(body)] += leaveText(number);
    else if (!isa<ReturnStmt>(statements[segment.end - 1]))
      inserted[endOf(segment.end - 1)] += leaveText(number);
  }

  void addTests(const CompoundStmt &body) {
    for (size_t i = cut.arguments + 1; i < cut.result; ++i) {
      if (!isCut(i))
        continue;
      if (!isPlainBranch(statements[i]))
        return refuse("a condition of this form", statements[i]->getBeginLoc());
      addCut(i);
    }
    const unsigned front = source.behindBrace(body);
    for (unsigned i = 0; i < tests; ++i)
      inserted[front].insert(0, "int " + PipedLoop::test(i) + "; ");
  }

  /// An iteration that must not go on.
  std::string stopText() const {
    return function.declaration.getReturnType()->isVoidType() ? "return; " : "return 0; ";
  }

  static constexpr llvm::StringLiteral ifStopped = "if (*ks_stopped) ";

  void addCall(const CutCall &inner) {
    prototypes += callCopy(inner, "ks_stopped", [](const VarDecl *) { return true; });
    if (!inner.mayStop(its) || isa<ReturnStmt>(statements[inner.result]))
      return;
    std::string &behind = inserted[endOf(inner.result)];
    behind = ifStopped.str() + "{ " + stopText() + "} " + behind;
  }

  std::string enterText(size_t segment) const {
    return "if (!ks_pipe_enter(ks_l, " + std::to_string(segment) + ")) { *ks_stopped = 1; " +
           stopText() + "} " + versions.takeText(segment);
  }

  std::string leaveText(size_t segment) const {
    return versions.leaveText(segment, true) + passedText(segment);
  }

  static std::string passedText(size_t segment) {
    return "ks_pipe_leave(ks_l, " + std::to_string(segment) + "); ";
  }

  size_t pieceOf(const ReturnStmt &statement) {
    const unsigned offset = source.offsetOf(statement.getBeginLoc());
    size_t piece = cut.arguments + 1;
    for (size_t i = piece; i < cut.result; ++i)
      if (statements[i] && beginOf(i) <= offset)
        piece = i;
    return piece;
  }

  /// It is the end of a statement with a call that may find that the loop has ended.
  bool mayStopAt(size_t piece) const {
    return std::ranges::any_of(
        calls, [&](const CutCall &inner) { return inner.result == piece && inner.mayStop(its); });
  }

  void addReturn(const ReturnStmt &statement) {
    const std::optional<TextRange> word = source.exactly(statement.getBeginLoc());
    const Expr *value = statement.getRetValue();
    if (!word)
      return refuse("a return from a macro", statement.getBeginLoc());
    const size_t piece = pieceOf(statement);
    std::string text;
    for (size_t i = 0; i < its.segments.size(); ++i) {
      const OrderedSegment &segment = its.segments[i];
      if (cut.ends(segment) && segment.begin <= piece && piece < segment.end)
        text += leaveText(i);
      if (cut.begins(segment) && piece < segment.begin)
        text += enterText(i) + (cut.ends(segment) ? passedText(i) : "");
    }
    if (text.empty())
      return;
    if (mayStopAt(piece))
      text.insert(0, ifStopped.str() + stopText());
    const unsigned end = value ? expressionRange(value).end : word->end;
    const std::string type =
        value
            ? declaration(function.declaration.getReturnType().getUnqualifiedType(), "ks_returned")
            : "";
    record.code.edits.push_back({*word, value ? "do { " + type + " =" : "do { "});
    record.code.edits.push_back(
        {{end, end},
         (value ? "; " : "") + text + "return" + (value ? " ks_returned" : "") + "; } while (0)"});
  }
};

} // namespace

MovableClone readPipeClone(FunctionCode &function, const Pipeline &its, bool isOther,
                           const CallPath &path, const std::string &name) {
  CodeRecord record;
  PipeCloneReader reader(function, record, its, isOther, path);
  reader.read();
  const Program &program = function.program;
  const FunctionId caller = program[program[path.back()].block].function;
  const std::string use = "the iterations of a pipeline" +
                          (path.size() > 1 ? ", called in '" + program[caller].name + "'" : "");
  MovableClone made = cloneOf(function, name, record, reader.parameters(), use);
  made.prototypes += reader.prototypes;
  if (const auto refused = reader.refusal())
    made.refusal = refused;
  return made;
}

} // namespace kasuri
