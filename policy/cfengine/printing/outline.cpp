#include "policy/cfengine/printing/printed_policy.h"
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

OutlinePart::Condition condition(std::string_view text, const ClassGuard& guard, Names& names) {
    OutlinePart::Condition made{.text = std::string(text)};
    for (const Symbol name : guard.classes())
        made.classes.emplace_back(names.text(name));
    return made;
}

/// A condition that is computed names classes only when it is evaluated.
ClassGuard guard_in(const Expression& expression, std::string_view name_space, Names& names) {
    const auto* text = std::get_if<Text>(&expression.node);
    if (text == nullptr || !text->is_literal()) return {};
    auto compiled = compile_class_guard(text->literal(), name_space, names);
    auto* guard = std::get_if<ClassGuard>(&compiled);
    return guard == nullptr ? ClassGuard() : std::move(*guard);
}

std::vector<OutlinePart::Condition>
conditions_of(const PromiseStatement& promise, std::string_view name_space, Names& names) {
    std::vector<OutlinePart::Condition> conditions;
    if (!promise.guard->is_any())
        conditions.push_back(condition(promise.guard->text, promise.guard->compiled, names));
    promise.all_conditions([&](CommonAttribute /*name*/, const Expression& found) {
        const ClassGuard guard = guard_in(found, name_space, names);
        conditions.push_back(condition(found.span.text(), guard, names));
        return true;
    });
    return conditions;
}

OutlinePart::Defines defines(PromiseKind kind) {
    switch (kind) {
    case PromiseKind::class_: return OutlinePart::Defines::class_;
    case PromiseKind::variable: return OutlinePart::Defines::variable;
    default: return OutlinePart::Defines::nothing;
    }
}

OutlinePart outline_of(
    const PromiseStatement& promise, const Section& section, const Bundle& bundle, Names& names
) {
    OutlinePart part{
        .kind = OutlinePart::Kind::promise,
        .type = section.type,
        .name = promise.promiser.source(),
        .origin = origin_in(bundle, promise.span),
        .defines = defines(section.kind),
        .conditions = conditions_of(promise, bundle.name_space, names)};
    part.origin.handle = handle_of(promise);
    return part;
}

} // namespace

std::vector<OutlinePart> outline_of(Program& program) {
    std::vector<OutlinePart> parts;
    parts.reserve(program.bundles.size() + program.promises);
    for (const Bundle& bundle : program.bundles) {
        parts.push_back(
            {OutlinePart::Kind::scope, "bundle", bundle.name, origin_in(bundle, bundle.span)}
        );
        for (const Section& section : bundle.sections) {
            for (const PromiseStatement& promise : section.promises)
                parts.push_back(outline_of(promise, section, bundle, program.names));
        }
    }
    return parts;
}

} // namespace vow::cfengine
