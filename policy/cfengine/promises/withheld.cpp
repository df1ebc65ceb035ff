#include "policy/cfengine/promises/withheld.h"

#include "policy/cfengine/program/reference_order.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// The first reference to a withheld variable; null if there is none.
const Reference* first_withheld(PromiseRound& round, const std::vector<const Reference*>& all) {
    const auto& withheld = round.run().withheld;
    const auto found = std::ranges::find_if(all, [&](const Reference* reference) {
        if (!reference->fixed) return false;
        const Symbol bundle = reference->fixed->bundle.value_or(round.frame().bundle.qualified);
        return withheld.contains({bundle, reference->fixed->name});
    });
    return found == all.end() ? nullptr : *found;
}

} // namespace

bool reads_secret(const Expression& value) {
    const auto* call = boxed_if<FunctionCall>(value.node);
    return call != nullptr &&
           (call->function->reads_secret || std::ranges::any_of(call->arguments, reads_secret));
}

bool uses_withheld(PromiseRound& round, const Expression& value) {
    if (round.run().withheld.empty()) return false;
    return first_withheld(round, references_of(value)) != nullptr;
}

std::string withheld_reference(PromiseRound& round) {
    if (round.run().withheld.empty()) return {};
    const Reference* reference = first_withheld(round, references_of(round.statement()));
    return reference == nullptr ? std::string() : reference->source;
}

} // namespace vow::cfengine
