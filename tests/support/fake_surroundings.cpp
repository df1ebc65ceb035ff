#include "tests/support/fake_surroundings.h"

#include <algorithm>

namespace vow::test {

namespace {

void replace_all(std::string& text, const std::string& search, const std::string& by) {
    for (auto at = text.find(search); at != text.npos; at = text.find(search, at + by.size()))
        text.replace(at, search.size(), by);
}

std::vector<TaggedName> listed(const std::map<std::string, Tags, std::less<>>& names) {
    std::vector<TaggedName> all;
    for (const auto& [name, tags] : names)
        all.push_back({name, tags});
    return all;
}

} // namespace

std::optional<Value> FakeSurroundings::variable(std::string_view name) {
    const auto value = values.find(name);
    return value != values.end() ? std::optional(value->second) : std::nullopt;
}

std::optional<Data> FakeSurroundings::array(std::string_view name) {
    const std::string prefix = std::string(name) + "[";
    std::vector<Data::Member> members;
    for (auto at = values.lower_bound(prefix); at != values.end(); ++at) {
        if (!at->first.starts_with(prefix)) break;
        const std::string key =
            at->first.substr(prefix.size(), at->first.size() - prefix.size() - 1);
        members.emplace_back(key, at->second.as_data());
    }
    if (members.empty()) return std::nullopt;
    return Data::object(std::move(members));
}

void FakeSurroundings::define(std::string_view name, Value value, Tags tags) {
    values.insert_or_assign(std::string(name), std::move(value));
    known_tags.insert_or_assign(std::string(name), std::move(tags));
}

std::optional<bool> FakeSurroundings::holds(std::string_view class_expression) {
    if (class_expression.empty()) return std::nullopt;
    if (class_expression.starts_with('!')) return !*holds(class_expression.substr(1));
    return class_expression == "any" || defined_classes.contains(class_expression);
}

void FakeSurroundings::define_class(std::string_view name, Tags tags) {
    defined_classes.insert_or_assign(std::string(name), std::move(tags));
}

bool FakeSurroundings::remove_class(std::string_view name) {
    const auto defined = defined_classes.find(name);
    if (defined == defined_classes.end()) return true;
    const bool is_hard = std::ranges::find(defined->second, "hardclass") != defined->second.end();
    if (!is_hard) defined_classes.erase(defined);
    return !is_hard;
}

std::optional<Tags> FakeSurroundings::variable_tags(std::string_view name) {
    if (!values.contains(name)) return std::nullopt;
    const auto tags = known_tags.find(name);
    return tags != known_tags.end() ? tags->second : Tags{};
}

std::optional<Tags> FakeSurroundings::class_tags(std::string_view name) {
    const auto tags = defined_classes.find(name);
    return tags != defined_classes.end() ? std::optional(tags->second) : std::nullopt;
}

std::vector<std::vector<TaggedName>> FakeSurroundings::classes() {
    return {listed(defined_classes)};
}

std::vector<TaggedName> FakeSurroundings::variables() {
    std::vector<TaggedName> all;
    for (const auto& [name, value] : values) {
        const auto tags = known_tags.find(name);
        all.push_back({name, tags != known_tags.end() ? tags->second : Tags{}});
    }
    return all;
}

std::optional<std::string> FakeSurroundings::mapped(std::size_t index, const Bindings& bindings) {
    std::string text = patterns.at(index);
    for (const auto& [name, value] : bindings)
        replace_all(text, "$(" + name + ")", value);
    return text;
}

std::string FakeSurroundings::expanded(std::string_view text) {
    std::string out(text);
    for (const auto& [name, value] : values) {
        if (const auto* scalar = value.text()) replace_all(out, "$(" + name + ")", *scalar);
    }
    return out;
}

} // namespace vow::test
