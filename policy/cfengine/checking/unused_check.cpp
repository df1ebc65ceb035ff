#include "policy/cfengine/checking/lint.h"
#include "policy/cfengine/program/function.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>
#include <set>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind unused_variable{
    "unused-variable", "the variable '{}' is never used", Severity::warning};
constexpr DiagnosticKind unused_bundle{
    "unused-bundle", "the bundle '{}' is never called", Severity::warning};
constexpr DiagnosticKind unused_body{
    "unused-body", "the body '{}' of type '{}' is never used", Severity::warning};

/// Whether a call matters without its result: it runs a program, or defines variables.
bool has_side_effect(const ast::Expression& value) {
    const auto* call = boxed_if<ast::Call>(value.node);
    const Function* function = call != nullptr ? find_function(call->name) : nullptr;
    if (function == nullptr) return call != nullptr;
    return function->runs_programs || function->affects_variables ||
           std::ranges::any_of(function->parameters, [](const Parameter& parameter) {
               return parameter.kind == ParameterKind::variable || parameter.name == "array";
           });
}

class UseCheck {
public:
    UseCheck(const PolicyNames& names, const LintFacts& facts, Diagnostics& diagnostics)
        : names_(names),
          facts_(facts),
          diagnostics_(diagnostics) {}

    void variable(const PromiseSite& site) {
        const auto& [file, bundle, section, promise] = site;
        if (section.type != "vars" || bundle.type == "common") return;
        const std::string_view name = promise.promiser.substr(0, promise.promiser.find('['));
        const bool is_own = name.find_first_of(".:$@") == name.npos;
        if (!is_own || names_.reads_any_variable() || names_.is_mentioned(name)) return;
        for (const ast::Attribute& attribute : promise.attributes) {
            if (attribute.name == "meta" || attribute.name == "handle") return;
            if (is_variable_type(attribute.name) && has_side_effect(attribute.value)) return;
        }
        if (reported_.emplace(&bundle, name).second)
            diagnostics_.add(unused_variable, promise.span, {name});
    }

    void definitions(const ast::File& file, bool is_entry) {
        std::vector<const ast::Bundle*> unused;
        for (const ast::Bundle& bundle : file.bundles) {
            if (!is_used(bundle)) unused.push_back(&bundle);
        }
        const bool is_library = !is_entry && unused.size() * 2 >= file.bundles.size();
        for (const ast::Bundle* bundle : unused) {
            if (!is_library) diagnostics_.add(unused_bundle, bundle->span, {bundle->name});
        }
        for (const ast::Body& body : file.bodies) {
            if (is_entry && !body.is_control() && !is_used(body))
                diagnostics_.add(unused_body, body.span, {body.name, body.type});
        }
    }

private:
    /// Bundles of services have names that nothing calls; those of other agents run by themselves.
    bool is_used(const ast::Bundle& bundle) const {
        const bool is_callable = bundle.type == "agent" || bundle.type.starts_with("edit_");
        if (!is_callable || bundle.name == "main" || bundle.name == "__main__") return true;
        if (bundle.name.starts_with("service_") || bundle.name == "standard_services") return true;
        if (std::ranges::find(facts_.sequence, bundle.name) != facts_.sequence.end()) return true;
        return names_.is_mentioned(bundle.name) || names_.calls().may_be(bundle.name);
    }

    bool is_used(const ast::Body& body) const {
        return body.name_space == "bodydefault" || names_.is_mentioned(body.name);
    }

    const PolicyNames& names_;
    const LintFacts& facts_;
    Diagnostics& diagnostics_;
    std::set<std::pair<const ast::Bundle*, std::string_view>> reported_;
};

} // namespace

void check_uses(
    const std::vector<PromiseSite>& sites,
    std::span<const ast::File> files,
    const PolicyNames& names,
    const LintFacts& facts,
    Diagnostics& diagnostics
) {
    if (facts.extent != Extent::whole) return;
    UseCheck check(names, facts, diagnostics);
    for (const PromiseSite& site : sites)
        check.variable(site);
    for (const ast::File& file : files)
        check.definitions(file, &file == &files.front());
}

} // namespace vow::cfengine
