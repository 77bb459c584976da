#include "driver/Version.h"

#include "analysis/symbolic/IslVersion.h"

#include "clang/Basic/Version.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"

#include <kasuri/kasuri.h>
#include <kasuri_build.h>

namespace kasuri {

void printVersion(llvm::raw_ostream &stream, llvm::StringRef command) {
  const llvm::StringRef revision = KASURI_REVISION;
  stream << command << " " KASURI_VERSION;
  if (!revision.empty())
    stream << " (revision " << revision << ')';
  stream << "\nClang: " CLANG_VERSION_STRING "\nLLVM: " LLVM_VERSION_STRING "\nisl: "
         << islVersion() << "\nruntime ABI: " << KS_ABI_VERSION
         << "\ndefault target: " << llvm::sys::getDefaultTargetTriple()
         << "\nbuild type: " KASURI_BUILD_TYPE "\nlicense: " KASURI_LICENSE "\n";
}

} // namespace kasuri
