// A pipeline as C text. Nothing is decided here.
//
//     ks_lane *const ks_l = ks_pipe_join(ks_f->ks_pipe, ks_part, ks_parts);
//     ks_int64 ks_k;
//     while ((ks_k = ks_pipe_claim(ks_l)) >= 0) {
//       if (!ks_pipe_enter(ks_l, 0)) break;
//       n = *ks_f->n;                                      taken from the iteration before
//       if (!((n = get(b)) > 0)) {
//         *ks_f->n = n; ks_pipe_end(ks_l, ks_k - 1, 0); break; }
//       *ks_f->n = n; ks_pipe_leave(ks_l, 0);
//       { ...the source's body, with its other segments marked... }
//     }
//     ks_pipe_quit(ks_l);
#include "emit/Outline.h"

namespace kasuri {

std::string printSegments(const OutlinedLayer &layer, const OutlinedTask &task) {
  std::string out = "static const ks_segment " + layer.symbol + "_segments[] = {\n";
  for (size_t i = 0; i < task.segmentNames.size(); ++i)
    out += "    {\"" + task.segmentNames[i] + "\", " +
           std::to_string(task.piped->segments[i].line) + "},\n";
  return out + "};\n";
}

std::string printPipedMembers(const PipedLoop &loop) {
  std::string out = "  ks_pipe *ks_pipe;\n  ks_int64 ks_ended;\n";
  for (size_t i = 0; i < loop.saved.size(); ++i)
    if (const uint64_t bytes = loop.saved[i].bytes)
      out += "  unsigned char " + PipedLoop::savedBy(i + 1) + "[" + std::to_string(bytes) + "];\n";
  return out;
}

static std::string indented(const std::string &lines, const char *by) {
  std::string out;
  for (size_t at = 0; at < lines.size();) {
    const size_t end = lines.find('\n', at) + 1;
    out += by + lines.substr(at, end - at);
    at = end;
  }
  return out;
}

std::string printPiped(const OutlinedTask &task, const std::string &index) {
  const PipedLoop &loop = *task.piped;
  const PipedLoop::Segment &head = loop.segments.front();
  std::string out, freed;
  for (const PipedLoop::Buffer &each : loop.buffers) {
    if (!each.home.empty())
      out += "  void *const " + each.home + " = " + each.name + ";\n";
    out += "  " + each.name + " = ks_scratch(" + each.bytes + ");\n";
    freed += "  ks_scratch_free(" + each.name + ");\n";
  }
  for (const std::string &each : loop.freed)
    freed += "  __builtin_free(" + each + ");\n";
  out += indented(loop.versionNames, "  ") + indented(loop.versionsInFront, "  ");
  if (!loop.versionsInBody.empty())
    out += "  int ks_has_versions = 0;\n";
  out += "  ks_lane *const ks_l = ks_pipe_join(ks_f->ks_pipe, ks_part, ks_parts);\n"
         "  ks_int64 ks_k;\n";
  for (unsigned i = 0; i < loop.tests; ++i)
    out += "  int " + PipedLoop::test(i) + ";\n";
  out += "  while ((ks_k = ks_pipe_claim(ks_l)) >= 0) {\n"
         "    if (!ks_pipe_enter(ks_l, 0))\n      break;\n";
  if (!head.take.empty())
    out += "    " + head.take + "\n";
  if (!loop.step.empty())
    out += "    if (ks_k > 0) {\n      " + loop.step + ";\n    }\n";
  if (!loop.condition.empty())
    out += "    if (" + std::string(loop.testsFirst ? "" : "ks_k > 0 && ") + "!(" + loop.condition +
           ")) {\n      " + head.end + "ks_pipe_end(ks_l, ks_k - 1, 0);\n      break;\n    }\n";
  if (!loop.versionsInBody.empty())
    out += "    if (!ks_has_versions) {\n      ks_has_versions = 1;\n" +
           indented(loop.versionsInBody, "      ") + "    }\n";
  if (loop.isHeadAlone)
    out += "    " + head.leave + "ks_pipe_leave(ks_l, 0);\n";
  out += task.bodyLine + "    " + task.text + "\n";
  if (loop.hasNext)
    out += "  " + PipedLoop::next(index) + ":;\n";
  return out + "  }\n  ks_pipe_quit(ks_l);\n" + freed + indented(loop.versionsFreed, "  ");
}

std::string printPipeOpen(const OutlinedLayer &layer, const OutlinedTask &task,
                          const std::string &described) {
  return "    ks_f.ks_pipe = ks_pipe_open(" + described + ", " + layer.symbol + "_segments, " +
         std::to_string(task.piped->segments.size()) + ");\n    ks_pipe_gather(ks_f.ks_pipe, " +
         std::to_string(static_cast<int>(task.piped->standardInput)) + ");\n";
}

std::string printPipeClose() {
  return "    ks_f.ks_ended = ks_pipe_close(ks_f.ks_pipe).ks_outcome;\n";
}

/// Each as the only statement of a loop of its own, so that `break` leads behind it.
std::string printPipeExits(const OutlinedTask &task) {
  std::string out;
  for (const OutlinedTask::Exit &exit : task.pipeExits) {
    const std::string &restore = task.piped->saved[exit.outcome - 1].restore;
    out += "    if (ks_f.ks_ended == " + std::to_string(exit.outcome) + ")\n      do {\n" +
           (restore.empty() ? "" : "        " + restore + "\n") + exit.line + "    " + exit.text +
           "\n      } while (0);\n";
  }
  return out;
}

} // namespace kasuri
