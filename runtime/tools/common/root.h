/* The examined system may be a recorded one. */
#ifndef KS_TOOLS_ROOT_H
#define KS_TOOLS_ROOT_H

/* Whether the folder looks like a root, with `proc` or `sys` in it; if so, all paths are below it.
 */
int use_root(const char *folder);

#endif
