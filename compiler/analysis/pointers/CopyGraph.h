// The graph that points-to is solved on: values and cells that copy to each other, and what else is
// done with the locations that reach them.
#pragma once

#include "analysis/support/IdSet.h"
#include "model/Program.h"

namespace kasuri {

using Node = uint32_t; ///< a value, by its id, or a set of contents
constexpr Node noNode = ~Node(0);

/// What to do with each location that reaches a node.
struct Rule {
  enum class Kind : uint8_t {
    Widen,   ///< other := all of its object
    Unbound, ///< other := it, after a cast
    Range,   ///< other := what a library function may return of it
    Field,   ///< other := a member; see Op::Field
    Element, ///< other := a neighbour; see Op::Element
    Load,    ///< other := what lies there
    Take,    ///< as many bytes as fit there: other := those at what `value` points to
    Put,     ///< as many bytes as fit there: those at what `value` points to := other
    Store,   ///< what lies there := other
    Show,    ///< other := what lies there, which goes into a file
    Leave,   ///< other := all of its object, if a file may hold its address
    Receive, ///< what lies there := other, read from a file
    Format,  ///< it says whether addresses go into text
    Callee,  ///< it is called
    Mirror   ///< what lies in its object lies in the object of the call `value`, too
  };
  Kind kind;
  Node other = noNode;
  /// Field, Element, Format, Callee, Mirror: the instruction; Take, Put: the other pointer.
  ValueId value = {};
  uint64_t size = 0;       ///< Load, Store, Receive; Take, Put: at most
  bool takesWhole = false; ///< Load, Store, Receive: anywhere in the object
  bool isBlock = false;    ///< Load, Store: may go on behind the declared array
};

struct NodeContents {
  IdSet all, fresh; ///< fresh: not seen yet by edges and rules
  std::vector<Node> copies;
  std::vector<Rule> rules;
  bool isWaiting = false, escapes = false;
  bool mayHaveParts = false; ///< locations that are not whole objects
  Node standsInFor = noNode; ///< of the node of a cycle
};

/// Nodes that copy to each other in a cycle, those of more than one node.
std::vector<std::vector<Node>> findCopyCycles(const std::vector<NodeContents> &nodes);

} // namespace kasuri
