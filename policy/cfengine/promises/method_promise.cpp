#include "policy/cfengine/promises/bundle_call.h"
#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/promise_run.h"

namespace vow::cfengine {
namespace {

/// The bundle a method names: by usebundle, or by its promiser (semantics 10.1).
struct NamedBundle {
    std::string name;
    std::vector<Expression> arguments;
};

NamedBundle named_by(PromiseRound& round) {
    const Expression* source = round.statement().find("usebundle");
    if (source == nullptr) return {round.promiser(), {}};
    if (const auto* use = boxed_if<BundleUse>(source->node)) {
        return {round.expander().text(use->name).text, use->arguments};
    }
    return {round.text("usebundle").value_or(round.promiser()), {}};
}

/// References that are left in the values of arguments, as $(this.bundle) in one of the bundle
/// sequence may be, mean those of the calling promise.
void expand_again(Expander& expander, ArgumentValues& arguments) {
    for (auto& argument : arguments) {
        auto* value = std::get_if<Value>(&argument);
        if (value == nullptr) continue;
        auto expanded = expander.expand_again({.value = *value}, TextPart::value).value;
        // A text does not become the list that it names.
        if (expanded && expanded->type() == value->type()) *value = *std::move(expanded);
    }
}

} // namespace

void run_method(PromiseRound& round) {
    NamedBundle named = named_by(round);
    const Bundle* bundle = find_callable(round, named.name);
    if (bundle == nullptr) {
        const bool is_open = named.name.find("$(") != std::string::npos;
        if (is_open && !round.is_last_pass()) return;
        return reject_missing_bundle(round, named.name);
    }
    auto arguments = arguments_of(round.expander(), *bundle, named.arguments);
    if (!arguments) return conclude(round, {Verdict::not_kept});
    expand_again(round.expander(), arguments->values);
    keep_call(round, {std::move(named.name), *bundle, *std::move(arguments)});
}

} // namespace vow::cfengine
