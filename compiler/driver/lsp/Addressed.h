// The document that a message is about, by an address that may name no file.
//
// An editor calls a buffer that is not saved `untitled:Untitled-1`, or `untitled:/a/new.c` if it
// knows where it will be. LLVM's types take addresses of files alone, so such a buffer gets the
// path of a file that need not be there: by default, one in the current folder. What is sent to the
// editor about it has its own address.
#pragma once

#include "llvm/Support/LSP/Protocol.h"

namespace kasuri {

/// Parameters with a member `textDocument`.
template <typename Params> struct Addressed {
  Params params;
  std::string uri; ///< as the client calls the document
};

/// The parameters with the address of a file. `uri`: the address that they had; "" if they have
/// none.
llvm::json::Value withFileAddress(llvm::json::Value params, std::string &uri);

template <typename Params>
bool fromJSON(const llvm::json::Value &value, Addressed<Params> &result, llvm::json::Path path) {
  return fromJSON(withFileAddress(value, result.uri), result.params, path);
}

} // namespace kasuri
