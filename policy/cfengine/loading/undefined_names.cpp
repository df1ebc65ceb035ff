#include "policy/cfengine/checking/known_names.h"
#include "policy/cfengine/loading/defined_names.h"
#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/program/reference_order.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind undefined_variable{
    "undefined-variable", "the variable '{}' is not defined", Severity::warning};
constexpr DiagnosticKind undefined_handle{
    "undefined-handle",
    "no promise has the handle '{}', so this one is always skipped",
    Severity::warning};

using NameSet = std::set<std::string, std::less<>>;

std::vector<std::string_view> views_of(const NameSet& names) {
    return {names.begin(), names.end()};
}

class NameCheck {
public:
    NameCheck(const Program& program, Variables& variables, Diagnostics& diagnostics)
        : program_(program),
          variables_(variables),
          diagnostics_(diagnostics),
          defined_(program) {}

    void check(const Bundle& bundle) {
        for (const Section& section : bundle.sections) {
            for (const PromiseStatement& promise : section.promises) {
                for (const Reference* reference : references_of(promise))
                    check(bundle, section, promise, *reference);
                check_handles(promise);
            }
        }
    }

private:
    void check(
        const Bundle& bundle,
        const Section& section,
        const PromiseStatement& promise,
        const Reference& reference
    ) {
        if (!reference.fixed) return;
        const Symbol name = reference.fixed->name;
        const std::string_view text = program_.names.text(name);
        const Symbol where = reference.fixed->bundle.value_or(bundle.qualified);
        if (!reference.fixed->bundle && (text == "this" || text == "with")) return;
        if (defined_.is_tested(text) || variables_.slot(where, name) != nullptr) return;
        const std::string_view bundle_name = program_.names.text(where);
        if (bundle_name == "sys") {
            if (!may_be_fact(text)) warn(promise, reference, views_of(facts()));
            return;
        }
        if (defined_.anywhere().may_be(text)) return;
        const NamePatterns* scope = defined_.scope(where);
        if (scope == nullptr) {
            if (!may_be_bundle(bundle_name)) warn(promise, reference, {});
        } else if (!scope->may_be(text) && !is_given_later(section, text)) {
            warn(promise, reference, scope->written());
        }
    }

    /// Whether a bundle that the policy does not define may have variables: it is special, has
    /// those of host data, of a module or of `meta` promises.
    bool may_be_bundle(std::string_view qualified) const {
        const std::size_t colon = qualified.find(':');
        if (colon == qualified.npos || qualified.starts_with("data:")) return true;
        return defined_.has_modules() || qualified.ends_with("_meta");
    }

    /// The versions that a package body compares have values when it does; its commands may be kept
    /// in variables.
    static bool is_given_later(const Section& section, std::string_view name) {
        return section.kind == PromiseKind::variable && (name == "v1" || name == "v2");
    }

    /// Handles are texts, but those of a list may also be calls.
    void check_handles(const PromiseStatement& promise) {
        const Expression* needed = promise.find(CommonAttribute::depends_on);
        const auto* list = needed ? std::get_if<ListOf>(&needed->node) : nullptr;
        if (list == nullptr) return;
        for (const Expression& item : list->items) {
            const auto* text = std::get_if<Text>(&item.node);
            if (text == nullptr || !text->is_literal()) continue;
            const std::string handle(text->literal());
            // Handles are found without a namespace; npos + 1 is 0.
            const std::string name = handle.substr(handle.find_last_of(":.") + 1);
            if (defined_.handles().may_be(handle)) continue;
            diagnostics_.add(
                undefined_handle,
                item.span,
                {handle},
                did_you_mean(name, defined_.handles().written())
            );
        }
    }

    void warn(
        const PromiseStatement& promise,
        const Reference& reference,
        const std::vector<std::string_view>& candidates
    ) {
        const std::string written = written_name(reference);
        if (!warned_.insert(written + " " + promise.span.source->path()).second) return;
        const std::string_view base = program_.names.text(reference.fixed->name);
        diagnostics_.add(
            undefined_variable,
            place_of(reference, promise),
            {written},
            did_you_mean(base, candidates)
        );
    }

    /// As in the policy, without brackets and indices.
    static std::string written_name(const Reference& reference) {
        const std::string inner = reference.source.substr(2, reference.source.size() - 3);
        return inner.substr(0, inner.find('['));
    }

    /// References do not carry their places: most follow the promiser.
    static Span place_of(const Reference& reference, const PromiseStatement& promise) {
        const std::size_t begin =
            promise.span.source->text().find(reference.source, promise.span.begin);
        if (begin == std::string_view::npos) return promise.span;
        const auto first = static_cast<std::uint32_t>(begin);
        return {
            promise.span.source,
            first,
            first + static_cast<std::uint32_t>(reference.source.size())};
    }

    const NameSet& facts() {
        if (!facts_.empty()) return facts_;
        for (const TaggedName& variable : variables_.all()) {
            const auto name = read_variable_name(variable.name);
            if (name && name->bundle == "sys") facts_.emplace(name->name);
        }
        return facts_;
    }

    const Program& program_;
    Variables& variables_;
    Diagnostics& diagnostics_;
    DefinedNames defined_;
    NameSet facts_; ///< collected when the first one is not defined
    NameSet warned_;
};

} // namespace

void warn_of_undefined_names(
    const Program& program, Variables& variables, Diagnostics& diagnostics
) {
    NameCheck names(program, variables, diagnostics);
    for (const Bundle& bundle : program.bundles)
        names.check(bundle);
}

} // namespace vow::cfengine
