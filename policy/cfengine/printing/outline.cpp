#include "policy/cfengine/printing/outline.h"

#include <string>
#include <utility>
#include <variant>

namespace vow::cfengine {
namespace {

Origin origin_in(const Bundle& bundle, const Span& span) {
    Origin origin{.bundle = bundle.name};
    if (span.source == nullptr) return origin;
    const Position position = span.position();
    origin.file = span.source->path();
    origin.line = position.line;
    origin.column = position.column;
    return origin;
}

/// The handle as it is written; that of promises without one is made of their place.
std::string handle_of(const PromiseStatement& promise) {
    const Expression* written = promise.find(CommonAttribute::handle);
    const auto* text = written == nullptr ? nullptr : std::get_if<Text>(&written->node);
    return text == nullptr ? promise.default_handle() : text->source();
}

} // namespace

std::vector<OutlinePart> outline_of(const Program& program) {
    std::vector<OutlinePart> parts;
    parts.reserve(program.bundles.size() + program.promises);
    for (const Bundle& bundle : program.bundles) {
        parts.push_back(
            {OutlinePart::Kind::scope, "bundle", bundle.name, origin_in(bundle, bundle.span)}
        );
        for (const Section& section : bundle.sections) {
            for (const PromiseStatement& promise : section.promises) {
                Origin origin = origin_in(bundle, promise.span);
                origin.handle = handle_of(promise);
                parts.push_back(
                    {OutlinePart::Kind::promise,
                     section.type,
                     promise.promiser.source(),
                     std::move(origin),
                     promise.guard.text}
                );
            }
        }
    }
    return parts;
}

} // namespace vow::cfengine
