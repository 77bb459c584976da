#include "reorder/WriteNest.h"

#include "reorder/LineCopies.h"
#include "reorder/NestCondition.h"
#include "reorder/NestText.h"
#include "reorder/NestTrees.h"
#include "reorder/SkewedLanes.h"
#include "reorder/SkewedTiles.h"
#include "reorder/TurnedChains.h"

#include <isl/options.h>

#include <algorithm>

namespace kasuri {

constexpr size_t fewStatements = 6;
constexpr int mostParts = 4; ///< of a condition that a person reads
constexpr char indentation[] = "    ";

/// By bands of loops that may be permuted, or else by tiles in the order of the source, or by rows
/// that are computed together; by turned chains where these gain more. For the first, isl's
/// scheduler may need too many steps.
static std::optional<NestOrder> orderOf(const AffineNest &nest, const Polyhedra &polyhedra,
                                        const std::vector<std::string> &loops,
                                        const InnermostLoops &allowed,
                                        const ReorderOptions &options) {
  std::optional<NestOrder> turned;
  if (!options.onlyAcrossSteps)
    turned = chooseTurnedChains(nest, polyhedra, loops, allowed, options);
  const auto isBest = [&](const std::optional<NestOrder> &order) {
    return order && (!turned || order->gain >= turned->gain);
  };
  bool gaveUp = false;
  if (!options.onlyAcrossSteps)
    if (auto order = chooseOrder(nest, polyhedra, loops, allowed, options, gaveUp); isBest(order))
      return order;
  if (auto order = chooseSkewedTiles(nest, polyhedra, loops, allowed, options); isBest(order))
    return order;
  if (turned)
    return turned;
  if (auto order = chooseSkewedLanes(nest, polyhedra, loops, allowed, options))
    return order;
  if (gaveUp)
    spendSteps(polyhedra.domain.ctx().get());
  return std::nullopt;
}

/// Grids that change places mostly have one size, and nests are much simpler then.
static isl::set withOneSize(isl::set condition, const AffineNest &nest) {
  for (size_t i = 0; i < nest.parameters.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (const std::string &field = nest.parameters[i].field;
          !field.empty() && field == nest.parameters[k].field) {
        const std::string a = parameterName(i), b = parameterName(k);
        condition = condition.intersect(
            isl::set(condition.ctx(), "[" + a + ", " + b + "] -> { : " + a + " = " + b + " }"));
      }
  return condition.coalesce();
}

/// Where sizes of several arrays meet, there are many ways for them to be right if some of the
/// loops are empty. Then only sizes with which all statements are executed are taken.
static void chooseCondition(const AffineNest &nest, const ReorderOptions &options,
                            Polyhedra &polyhedra) {
  isl::set &condition = polyhedra.within;
  if (options.hasOneSize)
    condition = withOneSize(condition, nest);
  if (options.onlyAcrossSteps || isl_set_n_basic_set(condition.get()) > mostParts) {
    polyhedra.domain.foreach_set(
        [&](const isl::set &its) { condition = condition.intersect(its.params()); });
    condition = condition.coalesce();
    polyhedra.parameters = polyhedra.parameters.intersect(condition);
  }
}

/// Nothing if there is no condition that a person reads, or if it never holds.
static std::optional<Polyhedra> polyhedraWithin(const isl::ctx &context, const AffineNest &nest,
                                                const ReorderOptions &options) {
  Polyhedra polyhedra = polyhedraOf(context, nest);
  chooseCondition(nest, options, polyhedra);
  if (isl_set_n_basic_set(polyhedra.within.get()) > mostParts ||
      polyhedra.within.is_disjoint(polyhedra.inFront))
    return std::nullopt;
  return polyhedra;
}

static std::optional<WrittenNest> ifWhole(WrittenNest made, const Polyhedra &polyhedra) {
  const bool isWhole = isl_ctx_last_error(polyhedra.domain.ctx().get()) == isl_error_none;
  return isWhole ? std::optional(std::move(made)) : std::nullopt;
}

static std::optional<WrittenNest> write(const isl::ctx &context, const AffineNest &nest,
                                        const std::vector<std::string> &loops,
                                        const NestNames &names, const ReorderOptions &options,
                                        const CopiedNest *copied) {
  const std::optional<Polyhedra> within = polyhedraWithin(context, nest, options);
  if (!within)
    return std::nullopt;
  const Polyhedra &polyhedra = *within;
  const AffineNest &written = copied ? copied->nest : nest;
  Polyhedra its = polyhedra;
  if (copied) {
    its = polyhedraOf(context, written);
    its.parameters = polyhedra.parameters;
  }
  const std::optional<NestOrder> order = orderOf(written, its, loops, names.innermost, options);
  if (!order || !isLegal(*order, polyhedra))
    return std::nullopt;
  const std::string copies =
      copied ? printCopies(nest, polyhedra, loops, *copied, indentation) : "";
  return ifWhole(
      {copies + printNest(written, its, *order, copied ? copied->names : names, indentation),
       order->what, printCondition(nest, polyhedra, names), order->gain, order->bytesOfPlace},
      polyhedra);
}

static std::optional<WrittenNest> writeWithLines(const isl::ctx &context, const AffineNest &nest,
                                                 const std::vector<std::string> &loops,
                                                 const NestNames &names,
                                                 const ReorderOptions &options) {
  const std::optional<Polyhedra> polyhedra = polyhedraWithin(context, nest, options);
  const auto made =
      polyhedra ? withExpandedLines(nest, *polyhedra, names) : std::optional<ExpandedLines>();
  if (!made)
    return std::nullopt;
  Polyhedra its = polyhedraOf(context, made->nest);
  its.parameters = polyhedra->parameters;
  const std::optional<NestOrder> order = orderOf(made->nest, its, loops, names.innermost, options);
  if (!order || !isLegal(*order, its) || !keepsValues(*polyhedra, *made, *order))
    return std::nullopt;
  const auto copies = printLineCopies(nest, *polyhedra, loops, names, *made, indentation);
  if (!copies)
    return std::nullopt;
  WrittenNest written{
      copies->inFront + printNest(made->nest, its, *order, made->names, indentation) +
          copies->behind,
      order->what + ", with lines of " + made->what, printCondition(nest, *polyhedra, names),
      order->gain / made->timeBefore, order->bytesOfPlace};
  for (const LinesOfLoop &each : made->lines)
    written.buffers.push_back(each.buffer);
  return ifWhole(std::move(written), *polyhedra);
}

/// What `attempt` makes in a context of its own, within the steps.
template <typename Result, typename Attempt>
static Result inContext(const AffineNest &nest, uint64_t &steps, Attempt attempt) {
  isl_ctx *context = isl_ctx_alloc();
  isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE); // without messages of its own
  // Steps take the longer the more statements there are.
  isl_ctx_set_max_operations(context, steps * fewStatements /
                                          std::max(fewStatements, nest.statements.size()));
  Result result{};
  try {
    result = attempt(isl::ctx(context));
  } catch (const isl::exception &) {
    // It stays as it is.
  }
  if (areStepsSpent(context))
    steps /= 2;
  release(context);
  return result;
}

std::optional<WrittenNest> writeNest(const AffineNest &nest, const std::vector<std::string> &loops,
                                     const NestNames &names, const ReorderOptions &options,
                                     uint64_t &steps, const CopiedNest *copied) {
  return inContext<std::optional<WrittenNest>>(nest, steps, [&](const isl::ctx &context) {
    return write(context, nest, loops, names, options, copied);
  });
}

std::optional<WrittenNest> writeWithLines(const AffineNest &nest,
                                          const std::vector<std::string> &loops,
                                          const NestNames &names, const ReorderOptions &options,
                                          uint64_t &steps) {
  return inContext<std::optional<WrittenNest>>(nest, steps, [&](const isl::ctx &context) {
    return writeWithLines(context, nest, loops, names, options);
  });
}

double estimateGain(const AffineNest &nest, const std::vector<std::string> &loops,
                    const ReorderOptions &options, uint64_t &steps) {
  return inContext<double>(nest, steps, [&](const isl::ctx &context) {
    const std::optional<NestOrder> order = orderOf(nest, polyhedraOf(context, nest), loops,
                                                   InnermostLoops(nest.statements.size()), options);
    return order ? order->gain : 0;
  });
}

} // namespace kasuri
