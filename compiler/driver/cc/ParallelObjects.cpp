#include "driver/cc/ParallelObjects.h"

#include "driver/Exit.h"
#include "driver/Outputs.h"
#include "driver/cc/Processes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Threading.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>

namespace kasuri {
namespace {

struct Job {
  size_t unit = 0;
  std::vector<std::string> command; ///< but for the files
  std::string directory, source, object, messages;
  std::string original; ///< by which debuggers know the source
  CacheKey key;
  bool mayBeKept = true;
};

/// The text is preprocessed: names that are macros where no standard is asked for are names.
std::vector<std::string> commandFor(const ObjectSource &source, const Installation &installation) {
  std::vector<std::string> command = source.compiler;
  command.insert(command.end(), source.flags.begin(), source.flags.end());
  command.insert(command.end(), {"-w", "-Ulinux", "-Uunix", "-Ui386", "-Uarm",
                                 "-I" + installation.includeDirectory});
  return command;
}

CacheKey keyOf(const Job &job, const std::string &text, const Installation &installation) {
  CacheKey key;
  key.addProgram(llvm::sys::findProgramByName(job.command.front()).get());
  key.add(llvm::sys::getHostCPUName()); // -march=native
  for (const char *header : {"/kasuri/kasuri.h", "/kasuri/loops.h", "/kasuri/words.h"})
    key.add(contentsOf(installation.includeDirectory + header));
  key.add(job.command);
  key.add(job.directory);
  key.add(job.original);
  key.add(text);
  return key;
}

Job jobFor(size_t unit, const ObjectSource &source, const std::string &text,
           const Installation &installation, const std::string &scratch) {
  const std::string stem = scratch + "/unit" + std::to_string(unit);
  Job job{.unit = unit,
          .command = commandFor(source, installation),
          .directory = llvm::sys::fs::is_directory(source.directory) ? source.directory : "",
          .source = stem + ".c",
          .object = stem + ".o",
          .messages = stem + ".txt",
          .original = source.path,
          .key = {}};
  // What assembly includes is not in the text.
  job.mayBeKept = text.find(".inc") == std::string::npos &&
                  !llvm::sys::findProgramByName(job.command.front()).getError();
  if (job.mayBeKept)
    job.key = keyOf(job, text, installation);
  return job;
}

int start(const Job &job) {
  std::vector<std::string> words = job.command;
  words.insert(words.end(), {"-fdebug-prefix-map=" + job.source + "=" + job.original, "-c",
                             job.source, "-o", job.object});
  return startCommand(std::move(words), {.directory = job.directory, .messagesFile = job.messages});
}

/// The messages of those that fail.
std::string runAll(const std::vector<Job> &jobs) {
  const size_t atOnce = llvm::hardware_concurrency().compute_thread_count();
  std::string problem;
  for (size_t first = 0; first < jobs.size(); first += atOnce) {
    const size_t last = std::min(first + atOnce, jobs.size());
    std::vector<int> running;
    for (size_t i = first; i < last; ++i)
      running.push_back(start(jobs[i]));
    for (size_t i = first; i < last; ++i)
      if (finishCommand(running[i - first]) != exitDone)
        problem += "'" + jobs[i].source + "' does not compile:\n" + contentsOf(jobs[i].messages);
  }
  return problem;
}

} // namespace

ParallelObjects compileParallel(const LinkInputs &inputs, const ParallelTexts &texts,
                                const Installation &installation, const ResultCache &cache,
                                const std::string &scratch) {
  ParallelObjects result;
  std::vector<Job> jobs;
  Outputs files;
  for (const auto &[unit, text] : texts.textOf) {
    const Job job = jobFor(unit, inputs.units[unit].source, text, installation, scratch);
    result.fileOf[unit] = job.object;
    const auto known = job.mayBeKept ? cache.get(job.key) : std::nullopt;
    files.add(known ? job.object : job.source, known ? *known : text);
    if (!known)
      jobs.push_back(job);
  }
  if (auto problem = files.commit())
    result.problem = *problem + "\n";
  else
    result.problem = runAll(jobs);
  for (const Job &job : jobs)
    if (result.problem.empty() && job.mayBeKept)
      cache.put(job.key, contentsOf(job.object));
  return result;
}

} // namespace kasuri
