// Gotos, by the stretch of statements whose order they change.
//
//     buffer = malloc(n);             Left: the goto leads to behind this stretch,
//     if (!buffer)                    as `break` leads to behind a loop
//       goto out;
//   retry:                            Repeated: a loop, of which the goto is a `continue`
//     if (!try(x)) {
//       x++;
//       goto retry;
//     }
//     for (i = 0; i < n; i++) ...
//   out:
//     free(buffer);
//
// A goto and its label have an innermost block in common. If the label stands in front of one of
// this block's own statements, a goto from an earlier one leaves the stretch from there to the
// label, and a goto from the same or a later one repeats the stretch from the label to there. That
// is what loops and their jumps do, so control flow stays structured as long as the stretches nest.
// One that is left may as well begin earlier: nothing leads to its start but what is in front of
// it.
//
// All else is irregular: labels inside nested statements, stretches that cross, a `break` or
// `continue` of an outer loop out of a repeated stretch. Control that leaves one of the common
// block's statements by such a goto arrives in another, so that all statements from the one to the
// other may run in any order, and no others: the goto and the label stand within them. Irregular
// ranges that overlap become one, and gotos that stand in one are irregular too. Every label with a
// goto is seen, so outside the ranges control flow is what the statements say.
//
// A goto to the end of the innermost loop's body (`next: ;`) is a continue, if all gotos to that
// label are. Computed gotos, and labels inside expressions, are for the caller.
#include "frontend/GotoRanges.h"

#include <algorithm>
#include <utility>

namespace kasuri {

using namespace clang;

namespace {

struct Step {
  const CompoundStmt *block;
  size_t index;
};
using Path = std::vector<Step>;

const Stmt *bodyOfLoop(const Stmt *statement) {
  if (const auto *counting = dyn_cast<ForStmt>(statement))
    return counting->getBody();
  if (const auto *testing = dyn_cast<WhileStmt>(statement))
    return testing->getBody();
  const auto *repeating = dyn_cast<DoStmt>(statement);
  return repeating ? repeating->getBody() : nullptr;
}

struct Goto {
  const GotoStmt *statement;
  Path path;
  const Stmt *loop; ///< the innermost around it
};

struct Label {
  Path path;
  const Stmt *loop = nullptr;
};

class PathFinder {
public:
  std::vector<Goto> gotos;
  std::map<const LabelDecl *, Label> labels;
  std::map<const LabelDecl *, const Stmt *> ends; ///< labels at the end of a loop's body: the loop

  /// To labels that no other goto leads to.
  std::set<const GotoStmt *> continues() const {
    auto isContinue = [&](const Goto &each) {
      auto end = ends.find(each.statement->getLabel());
      return end != ends.end() && end->second == each.loop;
    };
    std::set<const LabelDecl *> others;
    for (const Goto &each : gotos)
      if (!isContinue(each))
        others.insert(each.statement->getLabel());
    std::set<const GotoStmt *> result;
    for (const Goto &each : gotos)
      if (!others.contains(each.statement->getLabel()))
        result.insert(each.statement);
    return result;
  }

  void visit(const Stmt *statement) {
    if (!statement)
      return;
    if (const auto *jump = dyn_cast<GotoStmt>(statement))
      gotos.push_back({jump, path, loop});
    if (const auto *label = dyn_cast<LabelStmt>(statement))
      labels[label->getDecl()] = {path, loop};
    if (const Stmt *body = bodyOfLoop(statement)) {
      noteEnd(statement, body);
      const Stmt *outer = std::exchange(loop, statement);
      visitChildren(statement);
      loop = outer;
      return;
    }
    const auto *selection = dyn_cast<SwitchStmt>(statement);
    if (const auto *block = dyn_cast<CompoundStmt>(statement))
      return visitBlock(block);
    for (const Stmt *child : statement->children())
      if (selection && child == selection->getBody())
        visitChildren(child); // its statements are arms, not a sequence
      else
        visit(child);
  }

private:
  Path path;
  const Stmt *loop = nullptr;

  void noteEnd(const Stmt *around, const Stmt *body) {
    const auto *block = dyn_cast<CompoundStmt>(body);
    const Stmt *last = block && !block->body_empty() ? block->body_back() : nullptr;
    std::vector<const LabelDecl *> found;
    while (const auto *label = dyn_cast_or_null<LabelStmt>(last)) {
      found.push_back(label->getDecl());
      last = label->getSubStmt();
    }
    if (last && isa<NullStmt>(last))
      for (const LabelDecl *label : found)
        ends[label] = around;
  }

  void visitBlock(const CompoundStmt *block) {
    path.push_back({block, 0});
    for (const Stmt *child : block->body()) {
      visit(child);
      ++path.back().index;
    }
    path.pop_back();
  }

  void visitChildren(const Stmt *statement) {
    for (const Stmt *child : statement->children())
      visit(child);
  }
};

/// The label stands directly in front of this statement of the block.
bool isInFront(const LabelDecl *label, const Step &place) {
  const Stmt *statement = place.block->body_begin()[place.index];
  for (const auto *each = dyn_cast<LabelStmt>(statement); each;
       each = dyn_cast<LabelStmt>(each->getSubStmt()))
    if (each->getDecl() == label)
      return true;
  return false;
}

/// A `break` or `continue`, also one written as a goto, of what is around the statement.
bool isLeftByJump(const Stmt *statement, const std::set<const GotoStmt *> &continues,
                  bool takesBreak = false, bool takesContinue = false) {
  if (!statement)
    return false;
  const auto *jump = dyn_cast<GotoStmt>(statement);
  if ((isa<BreakStmt>(statement) && !takesBreak) ||
      ((isa<ContinueStmt>(statement) || (jump && continues.contains(jump))) && !takesContinue))
    return true;
  const bool isLoop = bodyOfLoop(statement) != nullptr;
  return llvm::any_of(statement->children(), [&](const Stmt *child) {
    return isLeftByJump(child, continues, takesBreak || isLoop || isa<SwitchStmt>(statement),
                        takesContinue || isLoop);
  });
}

class RangeFinder {
public:
  explicit RangeFinder(const PathFinder &found) : found(found), continues(found.continues()) {
    for (const Goto &each : found.gotos)
      if (!continues.contains(each.statement))
        jumps.push_back(jumpOf(each));
  }

  GotoRanges find() {
    do
      findRanges();
    while (findIrregular());
    GotoRanges ranges;
    ranges.continues = continues;
    for (auto &[block, own] : of) {
      std::sort(own.begin(), own.end(), [](const GotoRange &a, const GotoRange &b) {
        return std::tuple(a.first, b.last, a.kind) < std::tuple(b.first, a.last, b.kind);
      });
      ranges.of[block] = own;
    }
    for (const Jump &each : jumps)
      if (each.kind == Kind::Repeated)
        ranges.continues.insert(each.statement);
      else if (each.kind == Kind::Left)
        ranges.leaving.insert(each.statement);
    return ranges;
  }

private:
  using Kind = GotoRange::Kind;
  struct Jump {
    const GotoStmt *statement;
    Path inside; ///< from the common block on
    size_t from, to;
    bool isInFront; ///< the label, of one of the block's own statements
    Kind kind;
    const CompoundStmt *block() const { return inside.front().block; }
    const LabelDecl *label() const { return statement->getLabel(); }
  };

  const PathFinder &found;
  const std::set<const GotoStmt *> continues;
  std::vector<Jump> jumps;
  std::map<const CompoundStmt *, std::vector<GotoRange>> of;

  Jump jumpOf(const Goto &jump) const {
    const Label &label = found.labels.at(jump.statement->getLabel());
    const Path &from = jump.path, &to = label.path;
    size_t common = 0;
    while (common + 1 < std::min(from.size(), to.size()) &&
           from[common].index == to[common].index && from[common + 1].block == to[common + 1].block)
      ++common;
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(common);
    Jump made{jump.statement, {begin, from.end()}, from[common].index, to[common].index,
              false,          Kind::Irregular};
    made.isInFront = to.size() == common + 1 && isInFront(jump.statement->getLabel(), to[common]);
    if (made.isInFront && made.from < made.to)
      made.kind = Kind::Left;
    else if (made.isInFront && jump.loop == label.loop && !isLeftEarly(made))
      made.kind = Kind::Repeated;
    return made;
  }

  /// By a jump that would belong to the loop that the stretch becomes.
  bool isLeftEarly(const Jump &jump) const {
    const auto begin = jump.block()->body_begin();
    return std::any_of(begin + jump.to, begin + jump.from + 1,
                       [&](const Stmt *each) { return isLeftByJump(each, continues); });
  }

  void findRanges() {
    of.clear();
    for (const Jump &each : jumps)
      addRange(each);
    for (auto &[block, own] : of)
      while (extend(own))
        ;
  }

  /// One for each label and kind, and one for irregular ranges that overlap.
  void addRange(const Jump &jump) {
    const auto [low, high] = std::minmax({jump.from, jump.to});
    const bool isBefore = jump.isInFront && jump.from < jump.to;
    GotoRange added{jump.kind, low, isBefore ? high - 1 : high, jump.label()};
    if (jump.kind == Kind::Irregular)
      added.label = nullptr;
    std::vector<GotoRange> &own = of[jump.block()];
    auto isOne = [&](const GotoRange &each) {
      const bool meets = each.first <= added.last && added.first <= each.last;
      return each.kind == added.kind && each.label == added.label && (added.label || meets);
    };
    for (auto each = std::find_if(own.begin(), own.end(), isOne); each != own.end();
         each = std::find_if(own.begin(), own.end(), isOne)) {
      added.first = std::min(added.first, each->first);
      added.last = std::max(added.last, each->last);
      own.erase(each);
    }
    own.push_back(added);
  }

  /// A range that is left begins where one begins that it would cross.
  static bool extend(std::vector<GotoRange> &ranges) {
    for (GotoRange &each : ranges)
      for (const GotoRange &other : ranges)
        if (each.kind == Kind::Left && other.contains(each.first) && other.first < each.first &&
            each.last > other.last) {
          each.first = other.first;
          return true;
        }
    return false;
  }

  /// Jumps of ranges that cross others, or that stand where other ranges stand between them and
  /// their own.
  bool findIrregular() {
    bool isAny = false;
    for (Jump &each : jumps)
      if (each.kind != Kind::Irregular && !isRegular(each)) {
        each.kind = Kind::Irregular;
        isAny = true;
      }
    return isAny;
  }

  bool isRegular(const Jump &jump) const {
    const GotoRange own = *std::find_if(
        of.at(jump.block()).begin(), of.at(jump.block()).end(), [&](const GotoRange &each) {
          return each.kind == jump.kind && each.label == jump.label();
        });
    for (const GotoRange &each : of.at(jump.block())) {
      const bool isApart = each.last < own.first || own.last < each.first;
      const bool isInside = own.first <= each.first && each.last <= own.last;
      const bool isOutside = each.first <= own.first && own.last <= each.last;
      if (!isApart && !isInside && !isOutside)
        return false;
      const bool isFurtherIn = each != own && (isInside || each.kind == Kind::Irregular);
      if (isFurtherIn && each.contains(jump.from) && isBetween(each, jump))
        return false;
    }
    return std::all_of(jump.inside.begin() + 1, jump.inside.end(), [&](const Step &step) {
      auto ranges = of.find(step.block);
      return ranges == of.end() ||
             std::none_of(ranges->second.begin(), ranges->second.end(), [&](const GotoRange &each) {
               return each.contains(step.index) && isBetween(each, jump);
             });
    });
  }

  /// The jump cannot be told from within such a range: from no irregular one, and a continue
  /// belongs to the innermost loop.
  static bool isBetween(const GotoRange &range, const Jump &jump) {
    return range.kind == Kind::Irregular ||
           (range.kind == Kind::Repeated && jump.kind == Kind::Repeated);
  }
};

} // namespace

GotoRanges findGotoRanges(const Stmt *body) {
  PathFinder finder;
  finder.visit(body);
  return RangeFinder(finder).find();
}

} // namespace kasuri
