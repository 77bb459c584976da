// Gotos, by the stretch of statements that they may run out of order.
//
//     setUp();                      regular
//     retry:                        from here ...
//       if (!try(x)) {
//         x++;
//         goto retry;               ... to here: one Opaque region, in any order
//       }
//     for (i = 0; i < n; i++) …     regular: control enters it only at its start
//
// A goto and its label have an innermost block in common. Control that leaves one of this block's
// statements by the goto arrives in another, so that all statements from the one to the other, both
// included, may run in any order, and no others: the goto and the label stand within them. Where
// the label is in front of a later statement, that one is not among them: control comes to its
// start. Ranges that overlap become one. Every label with a goto is seen, so outside the ranges
// control flow is what the statements say. A goto to the end of the innermost loop's body (`next:
// ;`) is a continue, if all gotos to that label are. Computed gotos, and labels inside expressions,
// are for the caller.
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

class PathFinder {
public:
  struct Goto {
    const GotoStmt *statement;
    Path path;
    const Stmt *loop; ///< the innermost around it
  };
  std::vector<Goto> gotos;
  std::map<const LabelDecl *, Path> labels;
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
      labels[label->getDecl()] = path;
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

  static const Stmt *bodyOfLoop(const Stmt *statement) {
    if (const auto *counting = dyn_cast<ForStmt>(statement))
      return counting->getBody();
    if (const auto *testing = dyn_cast<WhileStmt>(statement))
      return testing->getBody();
    const auto *repeating = dyn_cast<DoStmt>(statement);
    return repeating ? repeating->getBody() : nullptr;
  }

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

/// The innermost block that both stand in, and its statements that hold them. One that a goto goes
/// forward to is entered at its start in any case.
void addRange(const LabelDecl *label, const Path &from, const Path &to, GotoRanges &ranges) {
  size_t common = 0;
  while (common + 1 < std::min(from.size(), to.size()) && from[common].index == to[common].index &&
         from[common + 1].block == to[common + 1].block)
    ++common;
  auto [first, last] = std::minmax({from[common].index, to[common].index});
  if (last == to[common].index && first < last && isInFront(label, to[common]))
    --last;
  ranges[from[common].block].push_back({first, last});
}

void unite(std::vector<GotoRange> &ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const GotoRange &a, const GotoRange &b) { return a.first < b.first; });
  std::vector<GotoRange> united;
  for (const GotoRange &each : ranges)
    if (united.empty() || united.back().last < each.first)
      united.push_back(each);
    else
      united.back().last = std::max(united.back().last, each.last);
  ranges = std::move(united);
}

} // namespace

GotoRanges findGotoRanges(const Stmt *body) {
  PathFinder finder;
  finder.visit(body);
  GotoRanges ranges;
  const std::set<const GotoStmt *> continues = finder.continues();
  for (const auto &each : finder.gotos)
    if (!continues.contains(each.statement))
      addRange(each.statement->getLabel(), each.path, finder.labels.at(each.statement->getLabel()),
               ranges);
  for (auto &[block, own] : ranges)
    unite(own);
  return ranges;
}

std::set<const GotoStmt *> findContinues(const Stmt *body) {
  PathFinder finder;
  finder.visit(body);
  return finder.continues();
}

} // namespace kasuri
