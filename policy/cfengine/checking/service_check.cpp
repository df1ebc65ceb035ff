#include "policy/cfengine/checking/promise_check.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <optional>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind unkept_service{
    "unkept-service", "nothing keeps the service '{}': {}", Severity::warning};
constexpr std::string_view last_resort = "default:standard_services";

/// A method may name its own bundle, in itself or in what it inherits.
bool has_method(const ast::Promise& promise) {
    return std::ranges::find(promise.attributes, "service_method", &ast::Attribute::name) !=
           promise.attributes.end();
}

/// Why the module of the type cannot keep a service; nullopt if it can.
std::optional<std::string> fault_without_bundle(const ast::Promise& promise) {
    if (const auto fault = fault_of_name(names::unit, promise.promiser))
        return "it has no bundle, and its name " + *fault;
    const auto policy =
        std::ranges::find(promise.attributes, "service_policy", &ast::Attribute::name);
    if (policy == promise.attributes.end()) return {};
    const auto* text = std::get_if<ast::Quoted>(&policy->value.node);
    if (text == nullptr || has_reference(text->text)) return {};
    constexpr auto& known = names::service_policies;
    if (std::ranges::find(known, text->text) != known.end()) return {};
    return "it has no bundle, and 'service_policy' is none of " + joined(known, ", ");
}

} // namespace

void check_service(const ast::Bundle& bundle, const ast::Promise& promise, CheckContext& checking) {
    if (!checking.whole() || !checking.strict()) return;
    if (has_method(promise) || has_reference(promise.promiser)) return;
    const Definitions& definitions = checking.definitions;
    const std::string own = "service_" + canonified(promise.promiser);
    const std::vector<std::string_view> types = {"agent", "common"};
    if (definitions.bundle(types, own, bundle.name_space) != nullptr) return;
    if (definitions.bundle(types, last_resort, "default") != nullptr) return;
    const auto fault = fault_without_bundle(promise);
    if (!fault) return;
    checking.diagnostics.add(
        unkept_service,
        promise.span,
        {promise.promiser, *fault},
        "define 'bundle agent " + own + "(service, policy)'"
    );
}

} // namespace vow::cfengine
