#include "protocol/description/fault.h"

#include <algorithm>
#include <span>

namespace vow {
namespace {

/// "'a', 'b'"
std::string names_in_quotes(std::span<const std::string> names) {
    std::string text;
    for (const std::string& name : names)
        text.append(text.empty() ? "'" : ", '").append(name).append("'");
    return text;
}

/// "is required unless 'b', 'c' or 'd' is promised", after the name of an attribute.
std::string required_without(std::span<const std::string> alternatives) {
    if (alternatives.empty()) return "is missing";
    std::string names;
    for (const std::string& name : alternatives) {
        const bool is_last = &name == &alternatives.back();
        names.append(names.empty() ? "'" : is_last ? " or '" : ", '").append(name).append("'");
    }
    return "is required unless " + names + " is promised";
}

/// The condition under which a rule applies: "with 'b' with 'c' ".
std::string conditions(const AttributeRule& rule) {
    std::string text;
    for (const std::string& name : std::span(rule.with).subspan(1))
        text.append("with '").append(name).append("' ");
    return text;
}

} // namespace

std::vector<Fault>
faults_of_rule(const AttributeRule& rule, const IsPromised& is_promised, const std::string& body) {
    if (!std::ranges::all_of(rule.with, is_promised)) return {};
    std::vector<Fault> faults;
    const auto add = [&](const std::string& attribute, std::string text) {
        if (!rule.summary.empty()) text.append(": ").append(rule.summary);
        faults.push_back({Fault::Kind::rule, attribute, std::move(text), body});
    };
    const bool lacks = !rule.needs.empty() && std::ranges::none_of(rule.needs, is_promised);
    if (rule.with.empty()) {
        if (lacks) add(rule.needs[0], required_without(std::span(rule.needs).subspan(1)));
        return faults;
    }
    const std::string with = conditions(rule);
    if (lacks) {
        const std::string needs = rule.needs.size() == 1 ? "needs " : "needs one of ";
        add(rule.with[0], with + needs + names_in_quotes(rule.needs));
    }
    for (const std::string& other : rule.excludes) {
        if (is_promised(other)) add(rule.with[0], with + "excludes '" + other + "'");
    }
    return faults;
}

} // namespace vow
