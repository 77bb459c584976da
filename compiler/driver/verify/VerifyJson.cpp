#include "driver/verify/VerifyReport.h"

#include "llvm/Support/JSON.h"

namespace kasuri {
namespace {

using llvm::json::OStream;

void writeDifference(OStream &out, const Difference &difference) {
  out.object([&] {
    out.attribute("part", difference.part);
    out.attribute("offset", static_cast<int64_t>(difference.offset));
    out.attribute("line", static_cast<int64_t>(difference.line));
    out.attribute("expected", difference.expected);
    out.attribute("found", difference.found);
  });
}

void writeRace(OStream &out, const Race &race) {
  out.object([&] {
    out.attribute("kind", race.kind);
    out.attributeArray("accesses", [&] {
      for (const RacingAccess &each : race.accesses)
        out.object([&] {
          out.attribute("access", each.verb);
          out.attribute("place", each.place);
          out.attribute("function", each.function);
          out.attribute("layer", each.layer);
        });
    });
  });
}

void writeCheck(OStream &out, const Check &check) {
  out.object([&] {
    out.attribute("version", check.version);
    out.attribute("threadSanitizer", check.kind == CheckKind::Races);
    if (check.workers)
      out.attribute("workers", static_cast<int64_t>(*check.workers));
    else
      out.attribute("workers", nullptr);
    out.attribute("command", static_cast<int64_t>(check.command));
    out.attribute("verdict", nameOf(check.verdict));
    out.attribute("reason", check.reason);
    out.attribute("seconds", check.seconds);
    out.attributeArray("orders", [&] {
      for (const std::string &each : check.orders)
        out.value(each);
    });
    out.attribute("ordersThere", static_cast<int64_t>(check.ordersThere.orders));
    out.attributeArray("differences", [&] {
      for (const Difference &each : check.differences)
        writeDifference(out, each);
    });
    out.attributeArray("races", [&] {
      for (const Race &each : check.races)
        writeRace(out, each);
    });
  });
}

void writeVersion(OStream &out, const ParallelVersion &version, const Verification &verification) {
  const auto write = [&](const std::vector<std::string> &names) {
    for (const std::string &each : names)
      out.value(each);
  };
  out.object([&] {
    out.attribute("name", version.name);
    std::vector<std::string> names;
    for (const auto &[symbol, name] : version.layers)
      names.push_back(name);
    out.attributeArray("layers", [&] { write(names); });
    out.attributeArray("layersNotRun", [&] { write(layersNotRun(version, verification)); });
  });
}

void writeOracle(OStream &out, const OracleResult &result) {
  out.object([&] {
    out.attribute("problem", result.problem);
    out.attribute("iterations", result.iterations);
    out.attribute("layers", result.layers);
    out.attributeArray("faults", [&] {
      for (const std::string &each : result.faults)
        out.value(each);
    });
    out.attributeArray("loops", [&] {
      for (const OracleLoop &loop : result.loops)
        out.object([&] {
          out.attribute("place", loop.place);
          out.attribute("parallel", loop.isParallel);
          out.attribute("entered", loop.entered);
          out.attribute("iterations", loop.iterations);
          out.attributeArray("conflicts", [&] {
            for (const OracleConflict &each : loop.conflicts)
              out.object([&] {
                out.attribute("kind", each.kind);
                out.attribute("earlier", each.earlier);
                out.attribute("later", each.later);
                out.attribute("variable", each.variable);
                out.attribute("claim", each.claim);
              });
          });
        });
    });
  });
}

void writeCommand(OStream &out, const std::string &command, const Reference &reference) {
  out.object([&] {
    out.attribute("command", command);
    out.attribute("ends", reference.isUsable ? statusText(reference.outcome.waitStatus) : "late");
    out.attributeArray("unstable", [&] {
      for (const std::string &each : reference.unstable)
        out.value(each);
    });
  });
}

} // namespace

std::string verificationJson(const VerifyRequest &request, const Builds &builds,
                             const Verification &verification) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream out(stream, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("format", "kasuri-verification");
    out.attribute("version", 1);
    out.attribute("same", isSame(verification));
    out.attributeArray("sources", [&] {
      for (const SourceInput &each : request.options.inputs)
        out.value(each.path);
    });
    out.attributeArray("commands", [&] {
      for (size_t i = 0; i < request.commands.size(); ++i)
        writeCommand(out, request.commands[i], verification.references[i]);
    });
    out.attributeArray("versions", [&] {
      for (const ParallelVersion &each : builds.parallel)
        writeVersion(out, each, verification);
    });
    out.attributeArray("promises", [&] {
      for (const std::string &each : builds.promises)
        out.value(each);
    });
    out.attributeArray("checks", [&] {
      for (const Check &each : verification.checks)
        writeCheck(out, each);
    });
    out.attributeArray("oracle", [&] {
      for (const OracleResult &each : verification.oracle)
        writeOracle(out, each);
    });
  });
  stream << '\n';
  return text;
}

} // namespace kasuri
