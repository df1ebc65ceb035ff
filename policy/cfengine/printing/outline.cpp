#include "policy/cfengine/printing/outline.h"

#include "policy/run/written_promise.h"

#include <string>
#include <utility>
#include <variant>

namespace vow::cfengine {
namespace {

Origin origin_in(const Bundle& bundle, const Span& span) {
    Origin origin = origin_at(span);
    origin.bundle = bundle.name;
    return origin;
}

/// The handle as it is written; that of promises without one is made of their place.
std::string handle_of(const PromiseStatement& promise) {
    const Expression* written = promise.find(CommonAttribute::handle);
    const auto* text = written == nullptr ? nullptr : std::get_if<Text>(&written->node);
    return text == nullptr ? promise.default_handle() : text->source();
}

std::vector<std::string> conditions_of(const PromiseStatement& promise) {
    std::vector<std::string> conditions;
    if (!promise.guard.is_any()) conditions.emplace_back(promise.guard.text);
    for (const CommonAttribute name :
         {CommonAttribute::if_, CommonAttribute::ifvarclass, CommonAttribute::unless}) {
        const Expression* condition = promise.find(name);
        if (condition != nullptr) conditions.emplace_back(condition->span.text());
    }
    return conditions;
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
                     conditions_of(promise)}
                );
            }
        }
    }
    return parts;
}

} // namespace vow::cfengine
