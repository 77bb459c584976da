// A loop whose iterations run as a pipeline. Its body stays as it is, with the ordered segments
// marked in it; the head becomes a part of the first one.
//
//     while ((n = get(b)) > 0) {        n is handed on: taken and left by each iteration
//       work(b, n);                     work(b, n);
//       if (put(b) < 0)                 if (!ks_pipe_enter(ks_l, 1)) { break; }
//         return -1;                    if (put(b) < 0)
//     }                                   { ks_pipe_end(ks_l, ks_k, 1); break; }
//                                     ks_pipe_leave(ks_l, 1);
//
// A branch whose condition and arms are not in one segment has its condition in a variable:
//
//     if (work(b, n))                   ks_test_0 = !!(work(b, n));
//       bad++;                          if (!ks_pipe_enter(ks_l, 1)) { break; }
//                                       if (ks_test_0) bad++;
//                                       ks_pipe_leave(ks_l, 1);
//
// Lines keep their numbers. What is an iteration's own is declared in the task under its own name;
// so the text of the body stays as it is. The frame has the addresses of what is handed on. An arm
// that leaves the loop stays in the function, behind the run.
#include "movability/read/PipelineReader.h"

#include "movability/code/Duplicates.h"
#include "movability/read/PieceReader.h"
#include "movability/read/PipeClone.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

class PipelineReader : public PieceReader {
public:
  PipelineReader(FunctionCode &function, CodeRecord &record, RegionId loop, bool isOther)
      : PieceReader(function, record, pipelineOf(*function.facts.factsOf(loop), isOther), isOther,
                    {}),
        loop(loop), statement(sources.statementOf.at(loop)) {}

  void read() {
    readHead();
    block = dyn_cast_or_null<CompoundStmt>(body);
    demand(Demand::Kind::RefusedUnlessAlone, nullptr, "a loop that runs as a pipeline",
           statement->getBeginLoc());
    if (!body || statement->getBeginLoc().isMacroID() || body->getBeginLoc().isMacroID())
      return refuse("a loop of this form", statement->getBeginLoc());
    findStatements();
    if (record.isRefused)
      return;
    if (source.file().mentionsPragma(rangeOf(body)))
      return refuse("a pragma in a pipeline", body->getBeginLoc());
    readUses();
    addSegments();
    addBraces();
    addContinues();
    addInsertions();
    CodeRecord ends;
    PipelineReader reader(function, ends, loop, isOther);
    record.code.range = reader.rangeOf(body);
    record.code.rangeRefusal = reader.firstRefusal();
    record.code.parts.piped = std::move(made);
  }

private:
  const RegionId loop;
  const Stmt *statement;
  const Stmt *init = nullptr, *body = nullptr;
  const CompoundStmt *block = nullptr; ///< the body, if it has braces
  const Expr *condition = nullptr, *step = nullptr;
  const IfStmt *exitTest = nullptr;     ///< `if (condition) break;`: the loop's test (LoopHead.h)
  std::map<size_t, std::string> madeAt; ///< by piece: what makes versions in front of it
  PipedLoop made;

  void readHead() {
    if (const auto *counting = dyn_cast<ForStmt>(statement)) {
      init = counting->getInit();
      condition = counting->getCond();
      step = counting->getInc();
      body = counting->getBody();
      if (counting->getConditionVariableDeclStmt())
        refuse("a loop header of this form", statement->getBeginLoc());
    } else if (const auto *testing = dyn_cast<WhileStmt>(statement)) {
      condition = testing->getCond();
      body = testing->getBody();
    } else if (const auto *repeating = dyn_cast<DoStmt>(statement)) {
      condition = repeating->getCond();
      body = repeating->getBody();
      made.testsFirst = false;
    }
  }

  void findStatements() {
    std::set<const Stmt *> all = block ? possiblePieces(block) : std::set{body};
    PieceReader::findStatements(all, body);
    if (block && !block->body_empty() && all.contains(block->body_front()))
      exitTest = dyn_cast<IfStmt>(block->body_front());
    if (exitTest)
      condition = exitTest->getCond();
  }

  bool isExit(size_t piece) const {
    return statements[piece] && its.pieces[piece].part != Part::Condition &&
           llvm::is_contained(its.exits, its.pieces[piece].statement);
  }

  /// The arms of an exit are a piece of their own.
  bool isConditionOfExit(size_t piece) const {
    return statements[piece] && its.pieces[piece].part == Part::Condition && isExit(piece + 1);
  }

  /// Of an exit, the arm with which the loop goes on; may be null.
  const Stmt *armOf(size_t piece, bool leaves) const {
    const unsigned staysWith = *facts.siblings.at(its.pieces[piece].statement).staysWith;
    const auto *branch = cast<IfStmt>(statements[piece]);
    return (staysWith == 1) != leaves ? branch->getThen() : branch->getElse();
  }

  unsigned lineOf(size_t piece) const {
    const Stmt *statement = statements[piece];
    if (!statement)
      return program[its.pieces[piece].statement].location.line;
    if (its.pieces[piece].part == Part::Arms)
      statement = cast<IfStmt>(statement)->getThen();
    return function.place(statement->getBeginLoc()).line;
  }

  void readUses() {
    std::vector<const Stmt *> run;
    for (size_t i = 0; i < statements.size(); ++i) {
      if (!statements[i] || its.pieces[i].part == Part::Result)
        continue;
      const auto *branch = dyn_cast<IfStmt>(statements[i]);
      if ((isExit(i) || isCut(i)) && !isPlainBranch(statements[i]))
        return refuse("a condition of this form", statements[i]->getBeginLoc());
      if (isExit(i)) {
        if (its.pieces[i].part == Part::Whole)
          run.push_back(branch->getCond());
        if (const Stmt *arm = armOf(i, false))
          run.push_back(arm);
      } else if (isConditionOfExit(i)) {
        run.push_back(branch->getCond());
      } else if (its.pieces[i].part != Part::Arms) {
        run.push_back(statements[i]);
      }
    }
    std::vector<const Stmt *> head;
    for (const Expr *part : {condition, step})
      if (part)
        head.push_back(part);
    const Uses inBody = findUses(run), inHead = findUses(head), inAll = findUses(statement);
    record.stage = Demand::Stage::Names;
    checkForeignNames(inAll);
    record.stage = Demand::Stage::Own;
    for (const PrivateObject &each : its.privates)
      addCopy(sources.variableOf.at(each.object));
    for (size_t i = 0; i < its.buffers.size(); ++i)
      addBuffer(its.buffers[i], i);
    for (const LineBuffer &each : its.lines)
      for (ObjectId variable : {each.text, each.size})
        addCopy(sources.variableOf.at(variable));
    for (const LineBuffer &each : its.lines)
      made.freed.push_back(nameOf(sources.variableOf.at(each.text)));
    for (const OrderedSegment &segment : its.segments)
      for (const LeftVariable &each : segment.left)
        addHanded(sources.variableOf.at(each.object));
    for (size_t i = 0; i < its.versions.size(); ++i)
      addVersion(i);
    readInit();
    checkHidden(inAll);
    record.stage = Demand::Stage::Construct;
    for (const Uses *uses : {&inBody, &inHead})
      if (!uses->obstacle.empty())
        refuse(uses->obstacle, uses->where);
    record.stage = Demand::Stage::Place;
    for (const auto &[declaration, location] : inAll.outer)
      checkVisible(declaration, location);
    record.stage = Demand::Stage::Uses;
    collectCaptures(inBody, true);
    collectCaptures(inHead, false);
    made.condition = condition ? textOf(condition) : "";
    if (exitTest) {
      made.condition = "!(" + made.condition + ")";
      made.testsFirst = true;
      const TextRange range = rangeOf(exitTest);
      record.code.edits.push_back({range, ";" + linesOf(range)});
    }
    made.step = step ? textOf(step) : "";
  }

  void addCopy(const VarDecl *variable) {
    if (variable->getType()->isVariablyModifiedType() || variable->getType().isVolatileQualified())
      refuse("a private variable of this type", variable->getLocation());
    addOwn(variable);
  }

  /// The pointer is captured and then made to point to the copy.
  void addBuffer(const PrivateObject &buffer, size_t number) {
    const VarDecl *variable = sources.variableOf.at(buffer.object);
    if (!record.own.insert(variable).second)
      return refuse("a pointer with several uses", variable->getLocation());
    capture(variable, false);
    record.headNames.clear();
    const bool isHanded = llvm::any_of(its.segments, [&](const OrderedSegment &segment) {
      return llvm::is_contained(segment.taken, buffer.object) ||
             llvm::any_of(segment.left,
                          [&](const LeftVariable &each) { return each.object == buffer.object; });
    });
    made.buffers.push_back({nameOf(variable), isHanded ? "ks_home_" + std::to_string(number) : "",
                            bytesOf(buffer.allocation)});
  }

  // --- Versions of blocks.

  /// The captured pointer, or the member of the holder's copy, is made to point to the copy.
  void addVersion(size_t number) {
    const BlockVersion &its = this->its.versions[number];
    const std::string home = VersionText::ofVersion("home", number),
                      own = VersionText::ofVersion("own", number),
                      bytes = VersionText::ofVersion("bytes", number);
    const std::string holder = std::to_string(its.member), size = "sizeof " + home + "); ";
    std::string find, set, end;
    if (its.pointer.valid()) {
      const VarDecl *variable = sources.variableOf.at(its.pointer);
      if (variable->getType().isConstQualified() || !record.own.insert(variable).second)
        return refuse("a pointer with several uses", variable->getLocation());
      capture(variable, false);
      record.headNames.clear();
      find = home + " = (void *)" + nameOf(variable) + "; ";
      set = nameOf(variable) + " = " + own + "; ";
    } else {
      // The holder may be null, or too small for the member, if the loop does not use it then.
      find = "if (" + VersionText::ofVersion("bytes", its.holder) + " >= " + holder + " + sizeof " +
             home + ") { __builtin_memcpy(&" + home + ", (char *)" +
             VersionText::ofVersion("home", its.holder) + " + " + holder + ", " + size;
      end = "} ";
      set = "__builtin_memcpy((char *)" + VersionText::ofVersion("own", its.holder) + " + " +
            holder + ", &" + own + ", " + size;
    }
    std::string text = find + "if (" + home + ") { " + bytes + " = " +
                       versions.bytesOfBlock(number, home) + "; " + own + " = ks_scratch(" +
                       versions.roomText(number) + "); ";
    text += versions.fillText(number) + "} " + set + end + "/* " + inComment(its.name) + " */";
    if (its.firstPiece > 0)
      madeAt[its.firstPiece] += text + " ";
    else
      (its.isOfHead ? made.versionsInFront : made.versionsInBody) += text + "\n";
    made.versionNames += "void *" + home + " = 0, *" + own + " = 0; ks_size " + bytes + " = 0;\n";
    made.versionsFreed += "ks_scratch_free(" + own + ");\n";
  }

  const PipedLoop::Buffer *bufferOf(const VarDecl *variable) const {
    for (size_t i = 0; i < its.buffers.size(); ++i)
      if (sources.variableOf.at(its.buffers[i].object) == variable)
        return &made.buffers[i];
    return nullptr;
  }

  void addHanded(const VarDecl *variable) {
    if (record.own.contains(variable))
      return;
    if (variable->getStorageClass() == SC_Register && !variable->getType()->isScalarType())
      refuse("a register variable", variable->getLocation());
    addCopy(variable);
    capture(variable, true, false);
  }

  /// What is handed on is named between statements of the body, where no other declaration of the
  /// name may be seen.
  void checkHidden(const Uses &uses) {
    for (const Decl *each : uses.declared) {
      const auto *named = dyn_cast<NamedDecl>(each);
      if (named && named->getIdentifier() && !record.own.contains(dyn_cast<VarDecl>(each)) &&
          llvm::any_of(record.own, [&](const VarDecl *variable) {
            return variable->getIdentifier() == named->getIdentifier();
          }))
        refuse("a name that is declared twice", named->getLocation());
    }
  }

  /// What stands in front of the loop, and declares variables for it.
  void readInit() {
    if (!init)
      return;
    const TextRange range = rangeOf(init);
    const std::string text = source.text(range);
    made.setUp = ofSource(text) + (llvm::StringRef(text).ends_with(";") ? "" : ";");
    if (const auto *declarations = dyn_cast<DeclStmt>(init))
      for (const Decl *each : declarations->decls())
        readDeclared(dyn_cast<VarDecl>(each));
  }

  void readDeclared(const VarDecl *variable) {
    if (!variable || variable->isStaticLocal())
      refuse("a loop header of this form", statement->getBeginLoc());
    else if (!record.own.contains(variable))
      capture(variable, false);
  }

  std::string takeText(size_t segment) const {
    std::string text;
    for (ObjectId each : its.segments[segment].taken)
      text += valueText(sources.variableOf.at(each), false);
    return text + versions.takeText(segment);
  }

  struct Addressable {
    std::string before, address, after;
  };

  /// A register variable has no address: `before` makes a copy that has one.
  static Addressable addressOf(const VarDecl *variable) {
    const std::string name = variable->getNameAsString();
    if (variable->getStorageClass() != SC_Register)
      return {"", "&" + name, ""};
    return {"{ __typeof__(" + name + ") ks_own = " + name + "; ", "&ks_own", "} "};
  }

  /// Where the loop does not go on, nobody adds what the iteration still would have.
  std::string leaveText(size_t segment, bool goesOn) const {
    std::string text;
    for (const auto &[object, added] : its.segments[segment].left) {
      const VarDecl *variable = sources.variableOf.at(object);
      text += goesOn && added != 0 ? addedValueText(variable, program[object].type.size, added)
                                   : valueText(variable, true);
    }
    return text + versions.leaveText(segment, goesOn);
  }

  static std::string addedValueText(const VarDecl *variable, uint64_t bytes, int64_t added) {
    const Addressable own = addressOf(variable);
    return own.before +
           VersionText::addedText("ks_f->" + variable->getNameAsString(), own.address, bytes,
                                  added) +
           own.after;
  }

  /// From the iteration before to the own copy, or back.
  std::string valueText(const VarDecl *variable, bool isBack) const {
    const std::string name = variable->getNameAsString(), home = "ks_f->" + name;
    auto copy = [&](const std::string &own, const std::string &from, const std::string &bytes) {
      return "__builtin_memcpy(" + (isBack ? from + ", " + own : own + ", " + from) + ", " + bytes +
             "); ";
    };
    if (const PipedLoop::Buffer *buffer = bufferOf(variable))
      return copy(name, buffer->home, buffer->bytes);
    if (!variable->getType()->isScalarType())
      return copy("&" + name, home, "sizeof " + name);
    return isBack ? "*" + home + " = " + name + "; " : name + " = *" + home + "; ";
  }

  /// A body without them gets some.
  void addBraces() {
    if (block)
      return;
    const TextRange range = rangeOf(body);
    inserted[range.begin] = "{ " + inserted[range.begin];
    inserted[range.end] += " }";
  }

  void addSegments() {
    made.readsAhead = its.readsAhead;
    made.standardInput = standardInputOf(program);
    made.isHeadAlone = its.segments.front().end == 0;
    endConditions();
    for (const auto &[piece, text] : madeAt) {
      const std::string has = "ks_has_versions_" + std::to_string(piece);
      made.versionNames += "int " + has + " = 0;\n";
      inserted[beginOf(piece)] += "if (!" + has + ") { " + has + " = 1; " + text + "} ";
    }
    for (size_t i = 0; i < its.segments.size(); ++i) {
      const OrderedSegment &segment = its.segments[i];
      const bool isEmpty = segment.begin == segment.end;
      const unsigned line = segment.begin < statements.size() && i > 0
                                ? lineOf(segment.begin)
                                : function.place(statement->getBeginLoc()).line;
      made.segments.push_back({line, takeText(i), leaveText(i, true), leaveText(i, false)});
      const std::string number = std::to_string(i);
      const std::string leave = made.segments[i].leave + "ks_pipe_leave(ks_l, " + number + "); ";
      const std::string enter =
          "if (!ks_pipe_enter(ks_l, " + number + ")) { break; } " + made.segments[i].take;
      if ((!isEmpty || i > 0) && !endsInCall(segment)) {
        const unsigned end = segment.end == 0 ? startOfBody() : endOf(segment.end - 1);
        inserted[end] += (isEmpty ? enter : "") + leave;
      }
      if (i > 0 && !isEmpty && !beginsInCall(segment))
        inserted[beginOf(segment.begin)] += enter;
    }
    for (size_t i = 0; i < statements.size(); ++i)
      if (isExit(i))
        addExit(i);
      else if (isCut(i))
        addCut(i);
    made.tests = tests;
    for (const CutCall &call : calls)
      addCall(call);
  }

  /// Each iteration has it for itself.
  bool isOwn(const VarDecl *variable) {
    const TextRange inside = rangeOf(body);
    const unsigned declared = source.offsetOf(variable->getLocation());
    return record.own.contains(variable) || (inside.begin <= declared && declared < inside.end);
  }

  void addCall(const CutCall &cut) {
    const std::string stopped = "ks_stopped_" + std::to_string(cut.arguments);
    made.prototypes +=
        callCopy(cut, "&" + stopped, [&](const VarDecl *variable) { return isOwn(variable); });
    if (!cut.mayStop(its))
      return;
    made.versionNames += "int " + stopped + " = 0;\n";
    std::string &behind = inserted[endOf(cut.result)];
    behind = "if (" + stopped + ") { break; } " + behind;
  }

  unsigned startOfBody() { return block ? source.behindBrace(*block) : rangeOf(body).begin; }

  /// The number of the segment that the piece is in.
  std::optional<size_t> segmentOf(size_t piece) const {
    for (size_t i = 0; i < its.segments.size(); ++i)
      if (its.segments[i].begin <= piece && piece < its.segments[i].end)
        return i;
    return std::nullopt;
  }

  void addExit(size_t piece) {
    const Stmt *arm = armOf(piece, true);
    if (!arm || !mayStandTwice(arm))
      return refuse("a label or a static variable where the loop may be left",
                    statements[piece]->getBeginLoc());
    const TextRange range = rangeOf(arm);
    made.leaving.push_back(range);
    const size_t segment = *segmentOf(piece);
    record.code.edits.push_back(
        {range, "{ " + saveText(segment) + made.segments[segment].end + "ks_pipe_end(ks_l, ks_k, " +
                    std::to_string(made.leaving.size()) + "); break; }" + linesOf(range)});
  }

  /// Saves what later iterations may have left already: what earlier segments hand on.
  std::string saveText(size_t segment) {
    const std::string member = PipedLoop::savedBy(made.leaving.size());
    PipedLoop::Saved saved;
    std::string save;
    auto copy = [&](const std::string &to, const std::string &from, uint64_t bytes) {
      return "__builtin_memcpy(" + to + ", " + from + ", " + std::to_string(bytes) + "); ";
    };
    auto place = [&](const char *frame) {
      return frame + member + " + " + std::to_string(saved.bytes);
    };
    for (size_t i = 0; i < segment; ++i) {
      for (const auto &[object, added] : its.segments[i].left) {
        if (!isSavedAtExits(program, its, object))
          continue;
        const VarDecl *variable = sources.variableOf.at(object);
        const Addressable own = addressOf(variable);
        const std::string set =
            own.before.empty() ? "" : variable->getNameAsString() + " = ks_own; ";
        const uint64_t bytes = program[object].type.size;
        save += own.before + copy(place("ks_f->"), own.address, bytes) + own.after;
        saved.restore += own.before + copy(own.address, place("ks_f."), bytes) + set + own.after;
        saved.bytes += bytes;
      }
      for (const HandedBytes &each : its.segments[i].bytes) {
        if (!isSavedAtExits(each))
          continue;
        const std::string home = VersionText::ofVersion("home", each.version);
        const uint64_t bytes = each.bytes.size();
        const std::string whole = "sizeof " + home + "); ";
        save += "__builtin_memcpy(" + place("ks_f->") + ", &" + home + ", " + whole;
        saved.restore += "{ char *" + home + "; __builtin_memcpy(&" + home + ", " + place("ks_f.") +
                         ", " + whole;
        saved.bytes += sizeof(void *);
        save += copy(place("ks_f->"), VersionText::placeIn("own", each), bytes);
        const std::string has = versions.bytesOfBlock(each.version, home),
                          low = std::to_string(each.bytes.low);
        saved.restore += "ks_copy_part(" + VersionText::placeIn("home", each) + ", " +
                         place("ks_f.") + ", 0, " + std::to_string(bytes) + ", " + has + " > " +
                         low + " ? " + has + " - " + low + " : 0); } ";
        saved.bytes += bytes;
      }
    }
    made.saved.push_back(std::move(saved));
    return save;
  }

  /// An iteration that goes on with the next one leaves what it hands on.
  void addContinues() {
    for (RegionId jump : regionsOfBody())
      if (program[jump].jump == Region::JumpKind::Continue && endedBy(program, jump) == loop) {
        const std::optional<size_t> segment = segmentOf(pieceOf(jump));
        if (!segment || made.segments[*segment].leave.empty())
          continue;
        const std::optional<TextRange> word =
            source.exactly(sources.statementOf.at(jump)->getBeginLoc());
        if (!word)
          return refuse("a jump from a macro", sources.statementOf.at(jump)->getBeginLoc());
        made.hasNext = true;
        record.code.edits.push_back({*word, "do { " + made.segments[*segment].leave + "goto " +
                                                PipedLoop::next(taskMark) + "; } while (0)"});
      }
  }

  std::vector<RegionId> regionsOfBody() const {
    return regionsWithin(program, program[loop].children[0]);
  }

  /// No condition of a branch that is in pieces holds a jump.
  size_t pieceOf(RegionId inside) const {
    size_t piece = 0;
    while (piece + 1 < its.pieces.size() &&
           (its.pieces[piece].part == Part::Condition ||
            !contains(program, its.pieces[piece].statement, inside)))
      ++piece;
    return piece;
  }
};

} // namespace

MovableCode readPipedLoop(FunctionCode &function, RegionId loop, bool isOther) {
  CodeRecord record;
  PipelineReader(function, record, loop, isOther).read();
  return std::move(record.code);
}

} // namespace kasuri
