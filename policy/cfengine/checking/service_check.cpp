#include "policy/cfengine/checking/service_check.h"

#include "policy/cfengine/values/variable_name.h"
#include "policy/cfengine/vocabulary/literal.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind unkept_service{
    "unkept-service", "no bundle keeps the service '{}'", Severity::warning};

constexpr std::string_view last_resort = "default:standard_services";

/// A method may name its own bundle, in itself or in what it inherits.
bool has_method(const ast::Promise& promise) {
    return std::ranges::find(promise.attributes, "service_method", &ast::Attribute::name) !=
           promise.attributes.end();
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
    checking.diagnostics.add(
        unkept_service,
        promise.span,
        {promise.promiser},
        "define 'bundle agent " + own + "(service, policy)', or include a library that defines '" +
            std::string(last_resort) + "'"
    );
}

} // namespace vow::cfengine
