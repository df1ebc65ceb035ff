#include "policy/skopos/plan/attribute_reader.h"

#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/mistakes.h"

#include <algorithm>
#include <charconv>

namespace vow::skopos {
namespace {

constexpr std::int64_t max_rounds = 1'000'000'000;
constexpr double max_delay = 1e9; // seconds, some thirty years

template <class Number>
std::optional<Number> number_from(std::string_view text) {
    Number number{};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
}

} // namespace

const YamlNode* AttributeReader::attribute_node(std::string_view name) const {
    return attribute_of(map_, name);
}

Span AttributeReader::key_span(std::string_view name) const {
    const auto found = std::ranges::find_if(map_.members, [&](const YamlNode::Member& member) {
        return member.key.text == name;
    });
    return span_of(source_, found->key);
}

Span AttributeReader::value_span(std::string_view name) const {
    return span_of(source_, *map_.find(name));
}

std::optional<std::string> AttributeReader::text(std::string_view name) const {
    const YamlNode* node = of_kind(name, YamlNode::Kind::scalar, "a text");
    return node == nullptr ? std::nullopt : std::optional(node->text);
}

std::optional<bool> AttributeReader::truth(std::string_view name) const {
    const YamlNode* node = attribute_node(name);
    if (node == nullptr) return std::nullopt;
    const auto truth = node->kind == YamlNode::Kind::scalar ? truth_from(node->text) : std::nullopt;
    if (!truth) report_type(name, "true or false");
    return truth;
}

std::optional<std::int64_t> AttributeReader::count(std::string_view name) const {
    const YamlNode* node = attribute_node(name);
    if (node == nullptr) return std::nullopt;
    const auto count = node->kind == YamlNode::Kind::scalar ? count_from(node->text) : std::nullopt;
    if (!count) report_type(name, "a whole number, 0 or more");
    return count;
}

std::optional<double> AttributeReader::seconds(std::string_view name) const {
    const YamlNode* node = attribute_node(name);
    if (node == nullptr) return std::nullopt;
    const auto seconds =
        node->kind == YamlNode::Kind::scalar ? seconds_from(node->text) : std::nullopt;
    if (!seconds) report_type(name, "a number of seconds, 0 or more");
    return seconds;
}

std::optional<Selector> AttributeReader::selector(
    std::string_view name, std::initializer_list<std::string_view> words
) const {
    const YamlNode* node = attribute_node(name);
    if (node == nullptr) return std::nullopt;
    const bool is_allowed =
        node->kind == YamlNode::Kind::scalar && std::ranges::find(words, node->text) != words.end();
    if (is_allowed) return selector_from(node->text);
    std::string expected;
    for (const std::string_view word : words) {
        if (!expected.empty()) expected += word == *(words.end() - 1) ? " or " : ", ";
        expected += word;
    }
    report_type(name, expected);
    return std::nullopt;
}

const YamlNode* AttributeReader::mapping(std::string_view name) const {
    return of_kind(name, YamlNode::Kind::map, "a mapping");
}

const YamlNode* AttributeReader::list(std::string_view name) const {
    return of_kind(name, YamlNode::Kind::sequence, "a list");
}

const YamlNode* AttributeReader::of_kind(
    std::string_view name, YamlNode::Kind kind, std::string_view expected
) const {
    const YamlNode* node = attribute_node(name);
    if (node == nullptr || node->kind == kind) return node;
    report_type(name, expected);
    return nullptr;
}

void AttributeReader::report_missing(std::string_view name) const {
    const YamlNode& place = map_.members.empty() ? map_ : map_.members.front().key;
    diagnostics_.add(missing_step_attribute, span_of(source_, place), {owner_, name});
}

void AttributeReader::report_type(std::string_view name, std::string_view expected) const {
    const std::string what = "'" + std::string(name) + "' of " + owner_;
    diagnostics_.add(wrong_type, value_span(name), {what, expected});
}

std::optional<Selector> selector_from(std::string_view word) {
    if (word == "old") return Selector::old_ones;
    if (word == "new") return Selector::new_ones;
    if (word == "target") return Selector::target;
    return std::nullopt;
}

std::optional<std::int64_t> count_from(std::string_view text) {
    const auto number = number_from<std::int64_t>(text);
    return number && *number >= 0 && *number <= max_rounds ? number : std::nullopt;
}

std::optional<double> seconds_from(std::string_view text) {
    const auto number = number_from<double>(text);
    return number && *number >= 0 && *number <= max_delay ? number : std::nullopt;
}

} // namespace vow::skopos
