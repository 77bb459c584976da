// Makes report.html of a report.json, for tests of the page with reports that no compiler run
// gives.
#include "report/ReportHtml.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: render_report report.json > report.html\n";
    return 2;
  }
  auto json = llvm::MemoryBuffer::getFile(argv[1]);
  if (!json) {
    llvm::errs() << "cannot read " << argv[1] << ": " << json.getError().message() << '\n';
    return 1;
  }
  kasuri::SourceLines sources;
  llvm::outs() << kasuri::reportHtml((*json)->getBuffer(), sources);
  return 0;
}
