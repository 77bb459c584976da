// What the program is compiled for, as the compiler flags say it.
#pragma once

#include <string>

namespace kasuri {

struct Target {
  std::string triple;      ///< "x86_64-unknown-linux-gnu"; "": this host's
  std::string cpu;         ///< whose instructions may be used; "": any of the architecture
  std::string tuneCpu;     ///< for which instructions are chosen and ordered; "": `cpu`
  std::string features;    ///< "+avx2,-fma", beside the CPU's own
  bool vectorises = false; ///< the flags ask for -O3 or for vectorisation
};

} // namespace kasuri
