#include "reorder/WriteNest.h"

#include "reorder/NestText.h"

#include <isl/options.h>

namespace kasuri {

static std::optional<WrittenNest> write(const isl::ctx &context, const AffineNest &nest,
                                        const std::vector<std::string> &loops,
                                        const NestNames &names, const ReorderOptions &options) {
  try {
    const Polyhedra polyhedra = polyhedraOf(context, nest);
    const std::optional<NestOrder> order =
        chooseOrder(nest, polyhedra, loops, names.innermost, options);
    if (!order || !isLegal(order->schedule, polyhedra))
      return std::nullopt;
    WrittenNest written{printNest(nest, polyhedra, *order, names, "    "), order->what,
                        order->gain};
    const bool isWhole = isl_ctx_last_error(polyhedra.domain.ctx().get()) == isl_error_none;
    return isWhole ? std::optional(std::move(written)) : std::nullopt;
  } catch (const isl::exception &) {
    return std::nullopt;
  }
}

std::optional<WrittenNest> writeNest(const AffineNest &nest, const std::vector<std::string> &loops,
                                     const NestNames &names, const ReorderOptions &options) {
  isl_ctx *context = isl_ctx_alloc();
  isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE); // without messages of its own
  isl_ctx_set_max_operations(context, options.steps);
  std::optional<WrittenNest> written = write(isl::ctx(context), nest, loops, names, options);
  isl_ctx_free(context);
  return written;
}

} // namespace kasuri
