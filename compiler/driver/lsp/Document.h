// What an editor shows of an analysis: diagnostics, hovers and code actions of one document.
//
// Kasuri counts lines and columns from 1, and columns in bytes. Editors count from 0, and columns
// in units of UTF-16 (the only ones that every client knows).
#pragma once

#include "driver/editing/Analysis.h"

#include "llvm/Support/LSP/Protocol.h"

namespace kasuri {

/// A text by the places that editors count.
class TextPlaces {
public:
  explicit TextPlaces(llvm::StringRef text);

  llvm::lsp::Position at(size_t offset) const;
  /// From 1, the column in bytes.
  llvm::lsp::Position at(unsigned line, unsigned column) const;
  /// The word that begins there.
  llvm::lsp::Range word(unsigned line, unsigned column) const;

private:
  llvm::StringRef text;
  std::vector<size_t> lineStarts;

  size_t offsetOf(unsigned line, unsigned column) const;
};

/// The text of a file, as an editor has it or as it is written.
using TextOf = std::function<std::string(const std::string &path)>;

struct Document {
  std::string path, uri;
  std::string text;
  int64_t version = 0;

  Analysis analysis;        ///< of `analyzedText`; with the fix-its that are known to help
  std::string analyzedText; ///< "": none yet
  int64_t analyzedVersion = -1;

  bool isAnalyzed() const { return analyzedVersion == version; }
};

/// Parameters of textDocument/publishDiagnostics. `pages`: the folder of the obstacles' pages, or
/// "".
llvm::json::Value diagnosticsOf(const Document &document, const TextOf &textOf,
                                const std::string &pages);
/// Of the loop that begins in the line; null: there is none.
llvm::json::Value hoverAt(const Document &document, const llvm::lsp::Position &position,
                          const std::string &pages);
/// The fix-its of the loops that begin in these lines.
llvm::json::Value actionsIn(const Document &document, const llvm::lsp::Range &range);

} // namespace kasuri
