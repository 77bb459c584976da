// The loop of `kasuri serve`: one thread, all sockets without blocking.
//
// A connection carries one request: its head is read, then checked (Access.h), then its body, and
// the answer ends it. Each step has a time by which it must be done, and there is a most of
// connections, so that neither slow nor many clients keep others out for long. A wish for an
// analysis waits until fewer than `mostAtOnce` run. While it waits or runs, its socket is watched:
// a client that goes away, or a newer wish of the same page, ends it.
#pragma once

#include "driver/serve/Connection.h"

namespace kasuri {

struct Service {
  AccessKeys access;
  Pages pages;
  Workshop workshop;
};

/// Serves the listening socket until something can be read from `stopping`.
void serve(int listening, int stopping, Service &service);

} // namespace kasuri
