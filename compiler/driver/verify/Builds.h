// The versions of a program that are compared with each other.
//
//     sequential         the sources, with the user's compiler and flags
//     parallel           what Kasuri plans for them
//     every layer        with every legal layer, however short (--min-gain=0)
//
// A plan with estimates omits layers that are too short to be profitable. Alone it would leave most
// decisions of the analysis untested. If both plans give the same text, there is one version.
// Sources are compiled one by one, each with its own flags. Messages of assert name the same files
// in all versions (-fmacro-prefix-map).
//
// Each parallel version is also linked with a runtime that runs its layers on one thread, in any
// order (lib/kasuri/libkasuri-orders.a, Orders.h). The objects are the same.
//
// Each is also built for ThreadSanitizer, with an instrumented runtime
// (lib/kasuri/libkasuri-tsan.a): it must see how workers wait for each other. This version is not
// optimized. A compiler may load early what is only read after a test, which would look like a
// race. It may also drop a store to a variable that is shared by mistake, which would hide one. (A
// program that can only be linked when it is optimized is compiled with -O1.)
#pragma once

#include "driver/Layout.h"
#include "driver/verify/Races.h"
#include "driver/verify/Request.h"

namespace kasuri {

struct ParallelVersion {
  std::string name;
  std::vector<std::string> sources; ///< by input
  LayerNames layers = {};
  bool isParallel = true; ///< not the sequential program once more
  std::string program = {};
  std::string orderedProgram = {}; ///< on one thread, in any order; "": there is none,
  std::string whyNotOrdered = {};  ///< because
  std::string checkedProgram = {}; ///< for ThreadSanitizer; "": there is none,
  std::string whyNotChecked = {};  ///< because
};

struct Builds {
  std::string sequential = {}; ///< the program
  std::vector<ParallelVersion> parallel = {};
  std::vector<std::string> promises = {}; ///< of the sources (driver/Pipeline.h)
};

/// All versions in `root`/NAME; or the exit status after one diagnostic.
std::variant<Builds, int> buildVersions(const VerifyRequest &request,
                                        const Installation &installation, const std::string &root);

} // namespace kasuri
