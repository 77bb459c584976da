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
// control flow is what the statements say. Computed gotos, and labels inside expressions, are for
// the caller.
#include "frontend/GotoRanges.h"

#include <algorithm>

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
  std::vector<std::pair<const LabelDecl *, Path>> gotos;
  std::map<const LabelDecl *, Path> labels;

  void visit(const Stmt *statement) {
    if (!statement)
      return;
    if (const auto *jump = dyn_cast<GotoStmt>(statement))
      gotos.emplace_back(jump->getLabel(), path);
    if (const auto *label = dyn_cast<LabelStmt>(statement))
      labels[label->getDecl()] = path;
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
  for (const auto &[label, path] : finder.gotos)
    addRange(label, path, finder.labels.at(label), ranges);
  for (auto &[block, own] : ranges)
    unite(own);
  return ranges;
}

} // namespace kasuri
