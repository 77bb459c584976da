/* The examined system may be a recorded one. */
#ifndef KS_TOOLS_ROOT_H
#define KS_TOOLS_ROOT_H

/* Whether the folder looks like a root: has `proc` or `sys` in it; all is read below it then. */
int use_root(const char *folder);

#endif
