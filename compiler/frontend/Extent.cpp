#include "frontend/Extent.h"

#include <algorithm>
#include <vector>

namespace kasuri {

using namespace clang;

namespace {

/// A part whose children are being walked.
struct Open {
  const Stmt *part;
  ConstStmtIterator next, end;
  unsigned height = 1; ///< of what has been walked of it
};

bool isLoop(const Stmt *part) { return isa<ForStmt, WhileStmt, DoStmt>(part); }

Open opened(const Stmt *part) {
  const auto children = part->children();
  return {part, children.begin(), children.end()};
}

} // namespace

Extent extentOf(const Stmt *root) {
  Extent extent;
  std::vector<Open> open;
  unsigned loops = 0;
  auto enter = [&](const Stmt *part) {
    ++extent.parts;
    extent.gotos += isa<GotoStmt>(part);
    loops += isLoop(part);
    extent.loops = std::max(extent.loops, loops);
    open.push_back(opened(part));
    extent.nested = std::max(extent.nested, static_cast<unsigned>(open.size()));
  };
  if (root)
    enter(root);
  while (!open.empty()) {
    Open &top = open.back();
    if (top.next != top.end) {
      if (const Stmt *child = *top.next++)
        enter(child);
      continue;
    }
    if (top.height > maxFolded)
      extent.tall.insert(top.part);
    loops -= isLoop(top.part);
    const unsigned height = top.height + 1;
    open.pop_back();
    if (!open.empty())
      open.back().height = std::max(open.back().height, height);
  }
  return extent;
}

} // namespace kasuri
