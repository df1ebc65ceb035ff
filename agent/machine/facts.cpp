#include "agent/machine/facts.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

bool matches(std::string_view pattern, std::string_view name) {
    if (pattern == any_name || !pattern.ends_with('*')) return pattern == name;
    return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool is_in(std::span<const std::string_view> patterns, std::string_view name) {
    return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
        return matches(pattern, name);
    });
}

} // namespace

void FactSheet::add_class(std::string_view name) {
    classes_.insert(canonified(name));
}

MachineFacts::MachineFacts(Host& host, Site site) : host_(host), site_(std::move(site)) {
    for (const FactGroup& group : fact_groups())
        pending_.push_back(&group);
}

bool MachineFacts::is_class(std::string_view name) {
    if (sheet_.classes().contains(name)) return true;
    discover(name, &FactGroup::classes);
    if (sheet_.classes().contains(name)) return true;
    discover(any_name, &FactGroup::classes);
    return sheet_.classes().contains(name);
}

const Fact* MachineFacts::find(std::string_view name) {
    const auto& values = sheet_.values();
    if (const auto known = values.find(name); known != values.end()) return &known->second;
    discover(name, &FactGroup::values);
    const auto found = values.find(name);
    return found == values.end() ? nullptr : &found->second;
}

std::vector<std::string> MachineFacts::keys(std::string_view name) {
    const std::string prefix = std::string(name) + '[';
    discover(prefix, &FactGroup::values);
    std::vector<std::string> found;
    auto element = sheet_.values().lower_bound(prefix);
    for (; element != sheet_.values().end() && element->first.starts_with(prefix); ++element) {
        const std::size_t length = element->first.size() - prefix.size() - 1; // without the "]"
        found.push_back(element->first.substr(prefix.size(), length));
    }
    return found;
}

/// Groups that define no class, such as the counters of the network, are left for later.
std::vector<std::string> MachineFacts::all_classes() {
    std::erase_if(pending_, [&](const FactGroup* group) {
        if (group->classes.empty()) return false;
        group->discover(host_, site_, sheet_);
        return true;
    });
    return {sheet_.classes().begin(), sheet_.classes().end()};
}

std::vector<std::string> MachineFacts::all_names() {
    discover_all();
    std::vector<std::string> names;
    for (const auto& [name, value] : sheet_.values())
        names.push_back(name);
    return names;
}

void MachineFacts::discover(std::string_view name, Names names) {
    std::erase_if(pending_, [&](const FactGroup* group) {
        if (!is_in(group->*names, name)) return false;
        group->discover(host_, site_, sheet_);
        return true;
    });
}

void MachineFacts::discover_all() {
    for (const FactGroup* group : std::exchange(pending_, {})) {
        group->discover(host_, site_, sheet_);
    }
}

} // namespace vow::agent
