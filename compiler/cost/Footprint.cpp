// Cache footprint: where the data of an access is when it comes to it.
//
//     for (t = 0; t < steps; t++)             a: 8 MB, walked anew for each t: from memory, one
//       for (i = 0; i < 1000000; i++)            line in 8 iterations
//         a[i] += b[i & 255];                 b: 2 KB: stays in the first cache
//
// An access touches, over a loop, the product of the trips of those loops whose counters are in its
// address (no more than is declared). Where the counter of an enclosing loop is not, the same data
// comes back with its next iteration, and is then in the smallest cache that holds all that one
// iteration touches. Else it was last used before the nest, at best: it is where the whole nest's
// data would be. Consecutive addresses share lines; strides up to a page are fetched ahead.
//
// Streams go on beside computing; for all else the core waits. Large memory that one nest fills,
// once in the run, and does not read is new: the system has to find its pages.
//
// This is the reuse-distance argument of cache models (Mattson and others 1970) taken by whole
// loops. It gives up on conflicts, on what callees touch, and on other cores' use of a shared
// cache.
#include "cost/Footprint.h"

#include "model/Regions.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kasuri {
namespace {

constexpr double unknownPlaces = 8192; ///< that subscripts from memory lead to

struct Access {
  ValueId value;
  RegionId block;
  std::string base;                       ///< what names the memory: accesses of the same share it
  std::map<ObjectId, double> strideBytes; ///< by plain variable in its subscripts: per unit
  bool isScattered = false;               ///< a subscript is itself loaded
  double extentBytes = 0;                 ///< declared; 0: unknown
};

class Footprints {
public:
  Footprints(const Program &program, const std::vector<double> &trips,
             const std::vector<double> &executions, const CacheSizes &caches)
      : program(program), trips(trips), executions(executions), caches(caches),
        times(program.regions.size()), loopOf(program.regions.size()) {
    for (size_t i = 0; i < loopOf.size(); ++i)
      loopOf[i] = findLoopOf(RegionId(i));
  }

  std::vector<MemoryTime> run() {
    for (size_t i = 0; i < program.values.size(); ++i)
      collect(ValueId(i));
    sortByLoop();
    // Neighbours, as in a stencil, share the lines that one of them brings.
    std::map<std::pair<RegionId, std::string>, const Access *> most;
    for (const Access &each : accesses) {
      const Access *&first = most[{loopsAround(each.block).front(), each.base}];
      if (!first || missOf(each) > missOf(*first))
        first = &each;
    }
    for (const auto &[place, access] : most) {
      MemoryTime &time = times[access->block.index()];
      (isStream(*access) ? time.streamNs : time.waitNs) += missOf(*access);
      time.waitNs += newPagesOf(*access);
    }
    return std::move(times);
  }

  std::vector<TouchedData> touchedBy(RegionId loop) {
    for (ValueId value : valuesWithin(program, loop))
      collect(value);
    sortByLoop();
    std::map<std::string, TouchedData> all;
    for (size_t i : within[loop]) {
      const Access &access = accesses[i];
      TouchedData &data = all[access.base];
      data.base = access.base;
      const double bytes = touched(access, program[loop].parent);
      if (access.isScattered || strideOf(access, loop) == 0)
        data.fixedBytes = std::max(data.fixedBytes, bytes);
      else
        data.bytesPerTrip = std::max(data.bytesPerTrip, bytes / std::max(1.0, trips[loop.index()]));
    }
    std::vector<TouchedData> result;
    for (auto &[base, data] : all)
      result.push_back(std::move(data));
    return result;
  }

private:
  const Program &program;
  const std::vector<double> &trips;
  const std::vector<double> &executions;
  const CacheSizes &caches;
  std::vector<MemoryTime> times;
  std::vector<RegionId> loopOf; ///< by region: the innermost loop around it, or itself
  std::vector<Access> accesses;
  std::map<RegionId, std::vector<size_t>> within; ///< by loop: indices into `accesses`
  std::map<RegionId, double> bodies;              ///< by loop: bytes of one iteration
  std::map<RegionId, double> nests;               ///< by outermost loop: of all of it

  void sortByLoop() {
    for (size_t i = 0; i < accesses.size(); ++i)
      for (RegionId loop : loopsAround(accesses[i].block))
        within[loop].push_back(i);
  }

  /// Innermost first.
  std::vector<RegionId> loopsAround(RegionId region) const {
    std::vector<RegionId> loops;
    for (RegionId loop = loopOf[region.index()]; loop.valid(); loop = loopAround(loop))
      loops.push_back(loop);
    return loops;
  }

  RegionId loopAround(RegionId loop) const {
    const RegionId parent = program[loop].parent;
    return parent.valid() ? loopOf[parent.index()] : RegionId();
  }

  /// Regions come after those around them.
  RegionId findLoopOf(RegionId region) const {
    const RegionId parent = program[region].parent;
    return program[region].kind == Region::Kind::Loop      ? region
           : parent.valid() && parent.value < region.value ? loopOf[parent.index()]
                                                           : innermostLoop(program, region);
  }

  void collect(ValueId id) {
    const Instruction &value = program[id];
    const bool isAccess = value.op == Op::Load || value.op == Op::Store;
    if (!isAccess || variableOf(program, id).valid() || loopsAround(value.block).empty())
      return;
    Access access;
    access.value = id;
    access.block = value.block;
    follow(value.operands[0], access);
    accesses.push_back(std::move(access));
  }

  /// The address has a subscript; that of a member has none.
  bool isElement(ValueId address) const {
    const Instruction &value = program[address];
    return value.op == Op::Element || (value.op == Op::Field && isElement(value.operands[0]));
  }

  /// From the address back to what it starts from.
  void follow(ValueId id, Access &access) const {
    const Instruction &value = program[id];
    switch (value.op) {
    case Op::Address:
      access.base = "&" + std::to_string(value.object.index());
      access.extentBytes = static_cast<double>(program[value.object].type.size);
      return;
    case Op::Load:
      if (ObjectId pointer = variableOf(program, id); pointer.valid()) {
        access.base = "*" + std::to_string(pointer.index());
        // while (p < end) ... *p++
        access.strideBytes[pointer] += static_cast<double>(program[pointer].pointeeSize);
        return;
      }
      follow(value.operands[0], access);
      if (const Instruction &member = program[value.operands[0]]; member.op == Op::Field)
        access.base += "." + std::to_string(member.number);
      access.base += "->";
      access.extentBytes = 0;
      return;
    case Op::Element:
      follow(value.operands[0], access);
      if (value.operands.size() > 1)
        subscript(value.operands[1], static_cast<double>(std::abs(value.number)), access);
      return;
    case Op::Field:
      follow(value.operands[0], access);
      return;
    default:
      if (!value.operands.empty())
        follow(value.operands[0], access);
    }
  }

  /// Adds the variables in the subscript, whose units are `bytes` apart.
  void subscript(ValueId id, double bytes, Access &access) const {
    const Instruction &value = program[id];
    if (value.op == Op::Load) {
      if (const ObjectId variable = variableOf(program, id); variable.valid()) {
        access.strideBytes[variable] += bytes;
      } else if (isElement(value.operands[0])) {
        access.isScattered = true;
        // A byte counts to 256; of larger subscripts nothing is known.
        const double places = value.type.size == 1 ? 256 : unknownPlaces;
        if (access.extentBytes == 0)
          access.extentBytes = places * bytes;
      }
      return;
    }
    const bool isProduct = value.op == Op::Mul || value.op == Op::Shl;
    for (size_t i = 0; i < value.operands.size(); ++i) {
      const Instruction &other =
          program[withoutConverts(program, value.operands[value.operands.size() - 1 - i])];
      // A row's length that is no constant is long.
      constexpr double unknownFactor = 64;
      const double factor = !isProduct                 ? 1
                            : other.op != Op::Constant ? unknownFactor
                            : value.op == Op::Shl ? std::exp2(other.number & 31)
                                                  : std::abs(static_cast<double>(other.number));
      subscript(value.operands[i], bytes * factor, access);
    }
  }

  /// By how much the address moves with each iteration of the loop; 0: not at all.
  double strideOf(const Access &access, RegionId loop) const {
    const CountedForm &form = program[loop].counted;
    auto found = access.strideBytes.find(form.variable);
    return !form.variable.valid() || found == access.strideBytes.end()
               ? 0
               : found->second * std::max(1.0, static_cast<double>(std::abs(form.step)));
  }

  bool movesWith(const Access &access, RegionId loop) const {
    return access.isScattered || !program[loop].counted.variable.valid() ||
           strideOf(access, loop) > 0;
  }

  double sizeOf(const Access &access) const {
    return static_cast<double>(std::max<uint64_t>(1, program[access.value].type.size));
  }

  /// Touched by the access, in whole lines, while the loops from its own up to, without, `end` run.
  double touched(const Access &access, RegionId end) const {
    double places = 1, least = caches.lineBytes;
    for (RegionId loop : loopsAround(access.block)) {
      if (loop == end)
        break;
      if (movesWith(access, loop))
        places *= std::max(1.0, trips[loop.index()]);
      if (const double stride = strideOf(access, loop); stride > 0)
        least = std::min(least, stride);
    }
    const double bytes = places * std::max(sizeOf(access), least);
    return access.extentBytes > 0 ? std::min(bytes, access.extentBytes) : bytes;
  }

  /// By all accesses in the loop, during one of its iterations or all of them.
  double bytesOf(RegionId loop, bool isWhole) {
    std::map<RegionId, double> &known = isWhole ? nests : bodies;
    if (auto found = known.find(loop); found != known.end())
      return found->second;
    std::map<std::string, double> most;
    for (size_t i : within[loop]) {
      double &bytes = most[accesses[i].base];
      bytes = std::max(bytes, touched(accesses[i], isWhole ? program[loop].parent : loop));
    }
    double sum = 0;
    for (const auto &[base, bytes] : most)
      sum += bytes;
    return known[loop] = sum;
  }

  /// What is touched between two uses of the access's data.
  double reuseBytes(const Access &access) {
    const std::vector<RegionId> loops = loopsAround(access.block);
    for (RegionId loop : loops)
      if (!movesWith(access, loop))
        return bytesOf(loop, false);
    return bytesOf(loops.back(), true);
  }

  /// One line from where so many bytes have room.
  double lineNs(double bytes, bool isStream) const {
    size_t level = 0;
    while (level < CacheSizes::levels && bytes > caches.bytes[level])
      ++level;
    if (level == 0)
      return 0;
    return isStream ? caches.streamedNs[level - 1] : caches.scatteredNs[level - 1];
  }

  /// Nothing is fetched ahead from page to page.
  bool isStream(const Access &access) const {
    const double stride = strideOf(access, loopsAround(access.block).front());
    return !access.isScattered && stride > 0 && stride < caches.pageBytes;
  }

  /// Memory that a nest writes once in the run, and never reads, is new to the program.
  double newPagesOf(const Access &access) const {
    const std::vector<RegionId> loops = loopsAround(access.block);
    const std::vector<size_t> &others = within.at(loops.back());
    const bool isNew = executions[loops.back().index()] == 1 &&
                       std::none_of(others.begin(), others.end(), [&](size_t other) {
                         return accesses[other].base == access.base &&
                                program[accesses[other].value].op == Op::Load;
                       });
    const double stride = strideOf(access, loops.front());
    const double bytes = touched(access, program[loops.back()].parent);
    if (!isNew || access.isScattered || bytes < 2 * caches.pageBytes)
      return 0;
    return caches.newPageNs * std::min(1.0, stride / caches.pageBytes);
  }

  double missOf(const Access &access) {
    const std::vector<RegionId> loops = loopsAround(access.block);
    const double stride = strideOf(access, loops.front());
    if (access.isScattered) // its places come back at any time
      return lineNs(touched(access, program[loops.back()].parent), false);
    if (stride <= 0)
      return 0;
    const double farNs = lineNs(reuseBytes(access), isStream(access));
    if (stride < caches.lineBytes)
      return farNs * stride / caches.lineBytes;
    // Down a column: the next columns share its lines.
    for (size_t i = 1; i < loops.size(); ++i)
      if (const double next = strideOf(access, loops[i]); next > 0 && next < caches.lineBytes) {
        const double share = next / caches.lineBytes;
        return share * farNs + (1 - share) * lineNs(bytesOf(loops[i], false), true);
      }
    return farNs;
  }
};

} // namespace

std::vector<TouchedData> touchedData(const Program &program, const std::vector<double> &trips,
                                     const CacheSizes &caches, RegionId loop) {
  return Footprints(program, trips, {}, caches).touchedBy(loop);
}

std::vector<MemoryTime> memoryTimes(const Program &program, const std::vector<double> &trips,
                                    const std::vector<double> &executions,
                                    const CacheSizes &caches) {
  return Footprints(program, trips, executions, caches).run();
}

} // namespace kasuri
