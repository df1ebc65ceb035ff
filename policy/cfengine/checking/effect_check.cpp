#include "policy/cfengine/checking/definitions.h"
#include "policy/cfengine/checking/lint.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind without_effect{
    "without-effect", "'{}' has no effect without {}", Severity::warning};
constexpr DiagnosticKind overruled{
    without_effect.name, "'{}' has no effect, as a later one counts", Severity::warning};

/// An attribute of a promise or body type that does nothing unless one of others is there.
struct Need {
    std::string_view type;
    std::string_view attribute;
    std::array<std::string_view, 5> others; ///< the unused ones are empty
};

constexpr std::array<Need, 2> needs_of_promises = {{
    {"files", "template_data", {"edit_template", "edit_template_string"}},
    {"files", "template_method", {"edit_template", "edit_template_string"}},
}};

constexpr std::array<Need, 6> needs_of_bodies = {{
    {"classes", "timer_policy", {"persist_time"}},
    {"classes",
     "persist_time",
     {"promise_kept", "promise_repaired", "repair_failed", "repair_denied", "repair_timeout"}},
    {"copy_from", "encrypt", {"servers"}},
    {"copy_from", "portnumber", {"servers"}},
    {"copy_from", "protocol_version", {"servers"}},
    {"copy_from", "trustkey", {"servers"}},
}};

class EffectCheck {
public:
    EffectCheck(std::span<const ast::File> files, Diagnostics& diagnostics)
        : diagnostics_(diagnostics) {
        for (const ast::File& file : files) {
            for (const ast::Body& body : file.bodies) {
                const ast::Attribute* parent = inheritance_of(body);
                const auto name = parent != nullptr ? name_used(parent->value) : std::nullopt;
                if (name) parents_.insert(qualified_name(*name).name);
            }
        }
    }

    void promise(const PromiseSite& site) {
        const auto& attributes = site.promise.attributes;
        const auto has = [&](std::string_view name) {
            return std::ranges::find(attributes, name, &ast::Attribute::name) != attributes.end();
        };
        for (const Need& need : needs_of_promises) {
            const ast::Attribute* attribute = find_attribute(site.promise, need.attribute);
            if (need.type == site.section.type && attribute != nullptr)
                require(need, *attribute, has);
        }
        check_repetition(attributes);
    }

    /// Bodies that inherit, or that others inherit from, are parts of others.
    void body(const ast::Body& body) {
        if (inheritance_of(body) != nullptr || parents_.contains(body.name)) return;
        const auto has = [&](std::string_view name) {
            return std::ranges::any_of(body.clauses, [name](const ast::BodyClause& clause) {
                return clause.attribute.name == name;
            });
        };
        for (const ast::BodyClause& clause : body.clauses) {
            for (const Need& need : needs_of_bodies) {
                if (need.type == body.type && need.attribute == clause.attribute.name)
                    require(need, clause.attribute, has);
            }
        }
    }

private:
    /// The last attribute of a name counts, but all conditions do.
    void check_repetition(const std::vector<ast::Attribute>& attributes) {
        std::map<std::string_view, const ast::Attribute*> known;
        for (const ast::Attribute& attribute : attributes) {
            if (attribute.name == "if" || attribute.name == "ifvarclass") continue;
            const ast::Attribute*& earlier = known[attribute.name];
            if (earlier != nullptr)
                diagnostics_.add(overruled, earlier->span, {earlier->name}).notes = {
                    {"it is promised again here", attribute.span}};
            earlier = &attribute;
        }
    }

    template <class Has>
    void require(const Need& need, const ast::Attribute& attribute, const Has& has) {
        std::vector<std::string> others;
        for (const std::string_view other : need.others) {
            if (other.empty()) continue;
            if (has(other)) return;
            others.push_back("'" + std::string(other) + "'");
        }
        diagnostics_.add(without_effect, attribute.span, {attribute.name, joined(others, " or ")});
    }

    Diagnostics& diagnostics_;
    std::set<std::string_view> parents_;
};

} // namespace

void check_effects(
    const std::vector<PromiseSite>& sites,
    std::span<const ast::File> files,
    Diagnostics& diagnostics
) {
    EffectCheck check(files, diagnostics);
    for (const PromiseSite& site : sites)
        check.promise(site);
    for (const ast::File& file : files)
        for (const ast::Body& body : file.bodies)
            check.body(body);
}

} // namespace vow::cfengine
