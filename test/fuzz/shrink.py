"""Deletes functions, blocks and statements of a generated program as long as a test still holds.

A generated program has one statement or brace per line, so its lines form a tree. Deleting whole
subtrees, in ever smaller groups of neighbours, takes away most of a program in some dozen tests; cvise
knows C better but needs thousands.
"""


def tree(lines):
    """[line, children, closing line] of each statement; children are None without a block."""
    nodes = []
    while lines:
        line = lines.pop(0)
        if line.strip().startswith("}"):
            lines.insert(0, line)
            return nodes
        if line.rstrip().endswith("{"):
            children = tree(lines)
            nodes.append([line, children, lines.pop(0) if lines else "}"])
            while nodes[-1][2].rstrip().endswith("{"):  # } else {
                middle, children = nodes[-1][2], tree(lines)
                nodes[-1][1].append([middle, None, None])
                nodes[-1][1].extend(children)
                nodes[-1][2] = lines.pop(0)
        else:
            nodes.append([line, None, None])
    return nodes


def text(nodes):
    lines = []
    for line, children, closing in nodes:
        lines.append(line)
        if children is not None:
            lines += [text(children), closing]
    return "\n".join(line for line in lines if line)


def shrink_list(nodes, holds):
    """Deletes groups of neighbours in place, then looks inside what is left."""
    changed, size = False, len(nodes)
    while size >= 1:
        at = 0
        while at < len(nodes):
            taken = nodes[at:at + size]
            del nodes[at:at + size]
            if holds():
                changed = True
            else:
                nodes[at:at] = taken
                at += size
        size //= 2
    for node in list(nodes):
        if node[1] is not None:
            changed |= shrink_list(node[1], holds) or unwrap(nodes, node, holds)
    return changed


def unwrap(nodes, node, holds):
    """Replaces a block by what is in it."""
    at = next(position for position, other in enumerate(nodes) if other is node)
    nodes[at:at + 1] = node[1]
    if holds():
        return True
    nodes[at:at + len(node[1])] = [node]
    return False


def shrink(source, holds):
    """The smallest text found for which holds(text) is true."""
    nodes = tree(source.splitlines())
    while shrink_list(nodes, lambda: holds(text(nodes))):
        pass
    return text(nodes) + "\n"
