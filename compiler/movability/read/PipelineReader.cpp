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

#include "movability/read/ByteSeries.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

class PipelineReader : public CodeReader {
public:
  PipelineReader(FunctionCode &function, CodeRecord &record, RegionId loop)
      : CodeReader(function, record), loop(loop), its(*facts.factsOf(loop)->pipeline),
        statement(sources.statementOf.at(loop)) {}

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
    PipelineReader reader(function, ends, loop);
    record.code.range = reader.rangeOf(body);
    record.code.rangeRefusal = reader.firstRefusal();
    record.code.parts.piped = std::move(made);
  }

private:
  const RegionId loop;
  const Pipeline &its;
  const Stmt *statement;
  const Stmt *init = nullptr, *body = nullptr;
  const CompoundStmt *block = nullptr; ///< the body, if it has braces
  const Expr *condition = nullptr, *step = nullptr;
  const IfStmt *exitTest = nullptr;     ///< `if (condition) break;`: the loop's test (LoopHead.h)
  std::vector<const Stmt *> statements; ///< by piece of the body
  std::map<unsigned, std::string> inserted; ///< by offset
  std::map<size_t, std::string> madeAt;     ///< by piece: what makes versions in front of it
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

  using Part = PipelinePiece::Part;

  static void addStatementsOf(const CompoundStmt *of, std::set<const Stmt *> &all) {
    for (const Stmt *each : of->body()) {
      all.insert(each);
      if (const auto *inner = dyn_cast<CompoundStmt>(each))
        addStatementsOf(inner, all);
    }
  }

  void findStatements() {
    std::set<const Stmt *> all;
    if (block)
      addStatementsOf(block, all);
    else
      all.insert(body);
    for (const PipelinePiece &piece : its.pieces) {
      const auto found = sources.statementOf.find(piece.statement);
      const bool isOne = found != sources.statementOf.end() && !isa<LabelStmt>(found->second) &&
                         (piece.part == Part::Arms ? found->second == statements.back()
                                                   : all.erase(found->second));
      if (!isOne)
        return refuse("a pipeline with a statement of this form", body->getBeginLoc());
      statements.push_back(found->second);
    }
    if (block && !block->body_empty() && all.contains(block->body_front()))
      exitTest = dyn_cast<IfStmt>(block->body_front());
    if (exitTest)
      condition = exitTest->getCond();
  }

  bool isExit(size_t piece) const {
    return its.pieces[piece].part != Part::Condition &&
           llvm::is_contained(its.exits, its.pieces[piece].statement);
  }

  /// The arms of an exit are a piece of their own.
  bool isConditionOfExit(size_t piece) const {
    return its.pieces[piece].part == Part::Condition && isExit(piece + 1);
  }

  /// Of an exit, the arm with which the loop goes on; may be null.
  const Stmt *armOf(size_t piece, bool leaves) const {
    const unsigned staysWith = *facts.siblings.at(its.pieces[piece].statement).staysWith;
    const auto *branch = cast<IfStmt>(statements[piece]);
    return (staysWith == 1) != leaves ? branch->getThen() : branch->getElse();
  }

  /// A condition in another segment than its arms, or only one of them in a segment.
  bool isCut(size_t piece) const {
    return its.pieces[piece].part == Part::Condition &&
           llvm::any_of(its.segments, [&](const OrderedSegment &segment) {
             return segment.begin == piece + 1 || segment.end == piece + 1;
           });
  }

  unsigned beginOf(size_t piece) {
    return its.pieces[piece].part == Part::Arms ? endOf(piece - 1)
                                                : rangeOf(statements[piece]).begin;
  }

  unsigned endOf(size_t piece) {
    return its.pieces[piece].part == Part::Condition
               ? source.offsetOf(cast<IfStmt>(statements[piece])->getRParenLoc()) + 1
               : rangeOf(statements[piece]).end;
  }

  unsigned lineOf(size_t piece) const {
    const Stmt *statement = statements[piece];
    if (its.pieces[piece].part == Part::Arms)
      statement = cast<IfStmt>(statement)->getThen();
    return function.place(statement->getBeginLoc()).line;
  }

  void readUses() {
    std::vector<const Stmt *> run;
    for (size_t i = 0; i < statements.size(); ++i) {
      const auto *branch = dyn_cast<IfStmt>(statements[i]);
      const bool isPlain = branch && !branch->hasVarStorage() && !branch->hasInitStorage();
      if ((isExit(i) || isCut(i)) && !isPlain)
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

  static std::string ofVersion(const char *what, size_t number) {
    return "ks_" + std::string(what) + "_version_" + std::to_string(number);
  }

  /// The captured pointer, or the member of the holder's copy, is made to point to the copy.
  void addVersion(size_t number) {
    const BlockVersion &its = this->its.versions[number];
    const std::string home = ofVersion("home", number), own = ofVersion("own", number),
                      bytes = ofVersion("bytes", number);
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
      find = "if (" + ofVersion("bytes", its.holder) + " >= " + holder + " + sizeof " + home +
             ") { __builtin_memcpy(&" + home + ", (char *)" + ofVersion("home", its.holder) +
             " + " + holder + ", " + size;
      end = "} ";
      set = "__builtin_memcpy((char *)" + ofVersion("own", its.holder) + " + " + holder + ", &" +
            own + ", " + size;
    }
    std::string text = find + "if (" + home + ") { " + bytes + " = " + bytesOfBlock(number, home) +
                       "; " + own + " = ks_scratch(" + roomText(number) + "); ";
    std::vector<HandedBytes> filled;
    for (const ByteRange &read : its.read)
      filled.push_back({number, read});
    for (size_t i = 0; i < this->its.segments.size(); ++i)
      llvm::copy_if(this->its.segments[i].bytes, std::back_inserter(filled),
                    [&](const HandedBytes &each) {
                      return each.version == number && isTakenBefore(i, number);
                    });
    for (const ByteSeries &each : seriesOf(std::move(filled)))
      text += bytesText(each, false);
    text += "} " + set + end + "/* " + its.name + " */";
    if (its.firstPiece > 0)
      madeAt[its.firstPiece] += text + " ";
    else
      (its.isOfHead ? made.versionsInFront : made.versionsInBody) += text + "\n";
    made.versionNames += "void *" + home + " = 0, *" + own + " = 0; ks_size " + bytes + " = 0;\n";
    made.versionsFreed += "ks_scratch_free(" + own + ");\n";
  }

  /// Of a copy, in which all bytes have a place that iterations hand on.
  std::string roomText(size_t version) const {
    int64_t most = 0;
    for (const OrderedSegment &segment : its.segments)
      for (const HandedBytes &each : segment.bytes)
        if (each.version == version && each.bytes.high != INT64_MAX)
          most = std::max(most, each.bytes.high);
    const std::string bytes = ofVersion("bytes", version), least = std::to_string(most);
    return most == 0 ? bytes : bytes + " > " + least + " ? " + bytes + " : " + least;
  }

  std::string bytesOfBlock(size_t version, const std::string &block) const {
    const uint64_t known = its.versions[version].bytes;
    return known > 0 ? std::to_string(known) : "ks_block_bytes(" + block + ")";
  }

  static uint64_t sizeOf(const ByteRange &bytes) {
    return static_cast<uint64_t>(bytes.high - bytes.low);
  }

  /// Where the bytes are in the original, or in the copy.
  static std::string placeIn(const char *what, const HandedBytes &handed) {
    return "(char *)" + ofVersion(what, handed.version) +
           (handed.bytes.low == 0 ? "" : " + " + std::to_string(handed.bytes.low));
  }

  /// From the original to the copy, or back.
  std::string bytesText(const ByteSeries &series, bool isBack) const {
    const HandedBytes &handed = series.first;
    const std::string count = std::to_string(series.count),
                      distance = std::to_string(series.distance);
    const std::string repeat =
        series.count > 1 ? "for (ks_size ks_e = 0; ks_e < " + count + "; ++ks_e) " : "";
    const std::string further = series.count > 1 ? " + " + distance + " * ks_e" : "";
    const char *to = isBack ? "home" : "own", *from = isBack ? "own" : "home";
    if (!mayEndAmong(series))
      return repeat + "__builtin_memcpy(" + placeIn(to, handed) + further + ", " +
             placeIn(from, handed) + further + ", " + std::to_string(sizeOf(handed.bytes)) + "); ";
    const std::string bytes = ofVersion("bytes", handed.version);
    const ByteRange &range = handed.bytes;
    return repeat + "ks_copy_part(" + ofVersion(to, handed.version) + ", " +
           ofVersion(from, handed.version) + ", " + std::to_string(range.low) + further + ", " +
           (range.high == INT64_MAX ? bytes : std::to_string(range.high) + further) + ", " + bytes +
           "); ";
  }

  /// A block of which the size is not known may end in front of these bytes, or among them: the
  /// program may touch them only if it has others.
  bool mayEndAmong(const ByteSeries &series) const {
    const uint64_t known = its.versions[series.first.version].bytes;
    const int64_t behind = series.distance * (series.count - 1);
    return known == 0 || series.first.bytes.high == INT64_MAX ||
           static_cast<uint64_t>(series.first.bytes.high + behind) > known;
  }

  /// A worker's first iteration may have no version yet where it enters the segment.
  bool isTakenBefore(size_t segment, size_t version) const {
    const BlockVersion &block = its.versions[version];
    return !block.isOfHead && (segment == 0 || its.segments[segment].begin < block.firstPiece);
  }

  std::string ifMade(size_t segment, const HandedBytes &handed) const {
    return isTakenBefore(segment, handed.version) ? "if (" + ofVersion("own", handed.version) + ") "
                                                  : "";
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
    for (const ByteSeries &each : seriesOf(its.segments[segment].bytes))
      text += ifMade(segment, each.first) + bytesText(each, false);
    return text;
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
    for (const ByteSeries &each : seriesOf(its.segments[segment].bytes))
      text +=
          ifMade(segment, each.first) +
          (goesOn && each.first.added != 0 ? addedBytesText(each.first) : bytesText(each, true));
    return text;
  }

  static std::string addedValueText(const VarDecl *variable, uint64_t bytes, int64_t added) {
    const Addressable own = addressOf(variable);
    return own.before +
           addedText("ks_f->" + variable->getNameAsString(), own.address, bytes, added) + own.after;
  }

  std::string addedBytesText(const HandedBytes &handed) const {
    const std::string text = addedText(placeIn("home", handed), placeIn("own", handed),
                                       sizeOf(handed.bytes), handed.added);
    return mayEndAmong({handed})
               ? "{ if (" + ofVersion("bytes", handed.version) +
                     " >= " + std::to_string(handed.bytes.high) + ") " + text + "} "
               : text;
  }

  /// A number, or a pointer, of so many bytes that is the other one and what is added to it.
  static std::string addedText(const std::string &to, const std::string &from, uint64_t bytes,
                               int64_t added) {
    const std::string type = bytes == 1   ? "unsigned char"
                             : bytes == 2 ? "unsigned short"
                             : bytes == 4 ? "ks_uint32"
                                          : "ks_uint64";
    return "{ " + type + " ks_added; __builtin_memcpy(&ks_added, " + from +
           ", sizeof ks_added); ks_added = (" + type + ")(ks_added + (ks_uint64)" +
           std::to_string(added) + "); __builtin_memcpy(" + to +
           ", &ks_added, sizeof ks_added); } ";
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
    for (size_t i = 0; i < statements.size(); ++i)
      if (isCut(i))
        inserted[endOf(i)] = "; ";
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
      if (!isEmpty || i > 0) {
        const unsigned end = segment.end == 0 ? startOfBody() : endOf(segment.end - 1);
        inserted[end] += (isEmpty ? enter : "") + leave;
      }
      if (i > 0 && !isEmpty)
        inserted[beginOf(segment.begin)] += enter;
    }
    for (size_t i = 0; i < statements.size(); ++i)
      if (isExit(i))
        addExit(i);
      else if (isCut(i))
        addCut(i);
  }

  /// Its condition goes into a variable, which the arms are behind.
  void addCut(size_t piece) {
    const auto *branch = cast<IfStmt>(statements[piece]);
    const std::optional<TextRange> word = source.exactly(branch->getIfLoc());
    if (!word || !source.exactly(branch->getRParenLoc()))
      return refuse("a condition from a macro", branch->getBeginLoc());
    const std::string variable = PipedLoop::test(made.tests++);
    record.code.edits.push_back({*word, variable + " = !!"});
    inserted[endOf(piece)] += "if (" + variable + ")";
  }

  unsigned startOfBody() {
    return block ? source.offsetOf(block->getLBracLoc()) + 1 : rangeOf(body).begin;
  }

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
        const std::string home = ofVersion("home", each.version);
        const uint64_t bytes = sizeOf(each.bytes);
        const std::string whole = "sizeof " + home + "); ";
        save += "__builtin_memcpy(" + place("ks_f->") + ", &" + home + ", " + whole;
        saved.restore += "{ char *" + home + "; __builtin_memcpy(&" + home + ", " + place("ks_f.") +
                         ", " + whole;
        saved.bytes += sizeof(void *);
        save += copy(place("ks_f->"), placeIn("own", each), bytes);
        const std::string has = bytesOfBlock(each.version, home),
                          low = std::to_string(each.bytes.low);
        saved.restore += "ks_copy_part(" + placeIn("home", each) + ", " + place("ks_f.") + ", 0, " +
                         std::to_string(bytes) + ", " + has + " > " + low + " ? " + has + " - " +
                         low + " : 0); } ";
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

  void addInsertions() {
    const std::string &path = program.files[program[function.id].file.index()].path;
    for (const auto &[offset, text] :
         inserted) // compilers warn of what follows an `if` on its line
      record.code.edits.push_back(
          {{offset, offset}, "\n" + text + "\n" + source.lineDirectiveOf(offset, path)});
  }
};

} // namespace

MovableCode readPipedLoop(FunctionCode &function, RegionId loop) {
  CodeRecord record;
  PipelineReader(function, record, loop).read();
  return std::move(record.code);
}

} // namespace kasuri
