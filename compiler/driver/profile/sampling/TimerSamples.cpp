#include "driver/profile/sampling/TimerSamples.h"

#include "driver/Layout.h"
#include "driver/profile/RunProgram.h"
#include "sampler/samples.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace object = llvm::object;
using Words = std::vector<std::string>;

constexpr const char *preload = "LD_PRELOAD";
constexpr uint64_t stepBytes = 16 << 20; ///< 64 threads with deep stacks fill it in half a second
constexpr auto lookEvery = std::chrono::milliseconds(50);

std::string samplerLibrary() {
  return findInstallation("kasuri").libraryDirectory + "/kasuri/sampler.so";
}

/// What keeps an ELF file from loading the library; "": nothing.
std::string whyNotLoaded(const object::ObjectFile &file) {
  const auto *ours = llvm::dyn_cast<object::ELF64LEObjectFile>(&file);
  if (!ours || file.getArch() != llvm::Triple(llvm::sys::getProcessTriple()).getArch())
    return "it is a program of another machine";
  auto segments = ours->getELFFile().program_headers();
  if (!segments) {
    llvm::consumeError(segments.takeError());
    return "its file is damaged";
  }
  for (const auto &segment : *segments)
    if (segment.p_type == llvm::ELF::PT_INTERP)
      return "";
  return "it is linked statically";
}

/// They take over threads and signals themselves.
bool hasSanitizer(const object::ObjectFile &file) {
  const llvm::StringRef bytes = file.getData();
  return bytes.contains("__asan_init") || bytes.contains("__tsan_init");
}

bool runsAsAnother(const std::string &program) {
  struct stat its;
  if (stat(program.c_str(), &its) != 0)
    return false;
  return ((its.st_mode & S_ISUID) && its.st_uid != getuid()) ||
         ((its.st_mode & S_ISGID) && its.st_gid != getgid());
}

/// A variable of the environment, which has its old value afterwards.
class Setting {
public:
  Setting(const char *name, const std::string &value) : name(name) {
    if (const char *its = std::getenv(name))
      before = its;
    setenv(name, value.c_str(), 1);
  }
  ~Setting() {
    if (before.empty())
      unsetenv(name);
    else
      setenv(name, before.c_str(), 1);
  }
  Setting(const Setting &) = delete;
  Setting &operator=(const Setting &) = delete;

private:
  const char *name;
  std::string before;
};

bool isSeparated(const std::string &file) { return file.find_first_of(" :") != std::string::npos; }

/// A name of the library that can stand in a list, if need be in the folder; "": there is none.
std::string listedName(const std::string &folder) {
  std::string library = samplerLibrary(), link = folder + "/sampler.so";
  if (!isSeparated(library))
    return library;
  return isSeparated(link) || fs::create_link(library, link) ? "" : link;
}

std::string inFrontOfOthers(const std::string &library) {
  const char *others = std::getenv(preload);
  return library + (others && *others ? std::string(":") + others : "");
}

/// The file that the processes of a command write their samples to. It grows while they do.
class SampleFile {
public:
  explicit SampleFile(const std::string &path)
      : descriptor(open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
    if (descriptor < 0 || posix_fallocate(descriptor, 0, stepBytes) != 0)
      return;
    void *memory = mmap(nullptr, sizeof *head, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED)
      return;
    head = static_cast<sampler_head *>(memory);
    *head = {.format = SAMPLER_FORMAT,
             .used = sizeof *head,
             .ready = stepBytes,
             .lost = 0,
             .modules = 0,
             .processes = 0};
    grower = std::thread([this] { grow(); });
  }
  ~SampleFile() {
    hasEnded = true;
    if (grower.joinable())
      grower.join();
    if (head)
      munmap(head, sizeof *head);
    if (descriptor >= 0)
      close(descriptor);
  }
  SampleFile(const SampleFile &) = delete;
  SampleFile &operator=(const SampleFile &) = delete;

  bool isThere() const { return head; }
  uint64_t lost() const { return __atomic_load_n(&head->lost, __ATOMIC_RELAXED); }
  uint64_t processes() const { return __atomic_load_n(&head->processes, __ATOMIC_RELAXED); }
  /// Behind which nothing is written.
  uint64_t bytes() const {
    return std::min(__atomic_load_n(&head->used, __ATOMIC_ACQUIRE), head->ready);
  }

private:
  int descriptor;
  sampler_head *head = nullptr;
  std::atomic<bool> hasEnded = false;
  std::thread grower;

  void grow() {
    while (!hasEnded) {
      std::this_thread::sleep_for(lookEvery);
      const uint64_t used = __atomic_load_n(&head->used, __ATOMIC_RELAXED);
      const uint64_t next = std::max(head->ready, used / stepBytes * stepBytes) + stepBytes;
      if (used + stepBytes / 2 <= head->ready || next > SAMPLER_MOST_BYTES)
        continue;
      if (posix_fallocate(descriptor, 0, static_cast<off_t>(next)) == 0)
        __atomic_store_n(&head->ready, next, __ATOMIC_RELEASE);
    }
  }
};

/// The records of a file, as samples.h has them.
class RecordReader {
public:
  explicit RecordReader(std::span<const uint64_t> words) : words(words) {
    eachRecord([this](uint64_t first, std::span<const uint64_t> rest) {
      if (sampler_kind(first) == SAMPLER_MODULE)
        modules[sampler_number(first)] =
            reinterpret_cast<const char *>(rest.data()); // the last byte is 0
    });
  }

  std::vector<SampledStack> stacks() const {
    std::vector<SampledStack> all;
    eachRecord([&](uint64_t first, std::span<const uint64_t> rest) {
      if (sampler_kind(first) != SAMPLER_SAMPLE)
        return;
      SampledStack stack{.frames = {}, .times = static_cast<double>(sampler_number(first))};
      for (const uint64_t frame : rest)
        stack.frames.push_back({.file = fileOf(frame),
                                .offset = sampler_address(frame),
                                .isCall = !stack.frames.empty(),
                                .isAddress = true});
      all.push_back(std::move(stack));
    });
    return all;
  }

private:
  std::span<const uint64_t> words;
  std::map<uint32_t, std::string> modules; ///< files, by number

  std::string fileOf(uint64_t frame) const {
    auto found = modules.find(sampler_module(frame));
    return found == modules.end() || !llvm::StringRef(found->second).starts_with("/")
               ? ""
               : found->second;
  }

  template <typename Do> void eachRecord(Do handle) const {
    for (size_t i = sizeof(sampler_head) / sizeof(uint64_t); i < words.size();) {
      const uint64_t first = words[i++];
      const size_t count = sampler_is_first(first) ? sampler_words(first) : 0;
      if (count == 0 || count > words.size() - i)
        continue;
      handle(first, words.subspan(i, count));
      i += count;
    }
  }
};

} // namespace

std::string whyNotByTimer(const std::string &program) {
  const std::string library = samplerLibrary();
  if (!fs::exists(library))
    return "Kasuri's own sampler is not built for this system";
  if (runsAsAnother(program))
    return "it runs as another user, so Kasuri's own sampler cannot be loaded into it";
  auto file = object::ObjectFile::createObjectFile(program);
  if (!file) {
    llvm::consumeError(file.takeError());
    return ""; // a script
  }
  if (hasSanitizer(*file->getBinary()))
    return "it is built with a sanitizer, beside which Kasuri's own sampler cannot run";
  const std::string why = whyNotLoaded(*file->getBinary());
  return why.empty() ? "" : why + ", so Kasuri's own sampler cannot be loaded into it";
}

std::variant<Samples, std::string> recordByTimer(const Words &command, const std::string &folder) {
  const std::string path = folder + "/samples";
  const std::string library = listedName(folder);
  if (library.empty())
    return "Kasuri's own sampler, and the folder of temporary files, have a space or colon in "
           "their "
           "names";
  SampleFile file(path);
  if (!file.isThere())
    return "there is no room for samples in '" + folder + "'";
  Samples samples{.stacks = {}, .everyNs = SAMPLER_EVERY_NS, .isByTimer = true};
  {
    const Setting list(preload, inFrontOfOthers(library)), name(SAMPLER_FILE, path);
    samples.status = runMeasured(command);
  }
  if (file.processes() == 0)
    return "it has not loaded Kasuri's own sampler";
  auto read = llvm::MemoryBuffer::getFileSlice(path, file.bytes() / 8 * 8, 0);
  if (!read)
    return "the samples cannot be read";
  const llvm::StringRef bytes = (*read)->getBuffer();
  std::vector<uint64_t> words(bytes.size() / sizeof(uint64_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint64_t));
  samples.stacks = RecordReader(words).stacks();
  samples.lost = static_cast<double>(file.lost());
  return samples;
}

} // namespace kasuri
