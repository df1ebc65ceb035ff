#include "policy/skopos/values/descriptor_text.h"

#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/mistakes.h"

#include <algorithm>

namespace vow::skopos {
namespace {

bool continues_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

} // namespace

bool is_variable_name(std::string_view text) {
    const bool begins_well = !text.empty() && !(text.front() >= '0' && text.front() <= '9');
    return begins_well && std::ranges::all_of(text, continues_name);
}

Data DescriptorText::data_of(const YamlNode& node) const {
    return typed_data(replaced(node));
}

YamlNode DescriptorText::replaced(const YamlNode& node) const {
    YamlNode copy = node;
    if (node.kind == YamlNode::Kind::scalar) copy.text = replaced_text(node);
    std::ranges::transform(node.items, copy.items.begin(), [this](const YamlNode& item) {
        return replaced(item);
    });
    for (YamlNode::Member& member : copy.members)
        member.value = replaced(member.value);
    return copy;
}

std::string DescriptorText::replaced_text(const YamlNode& scalar) const {
    constexpr std::string_view opening = "${";
    std::string_view rest = scalar.text;
    std::string text;
    for (;;) {
        const std::size_t begin = rest.find(opening);
        const std::size_t end = begin == std::string_view::npos ? begin : rest.find('}', begin);
        if (end == std::string_view::npos) return text.append(rest);
        const std::size_t inner = begin + opening.size();
        text += rest.substr(0, begin);
        text += value_of(rest.substr(inner, end - inner), scalar);
        rest.remove_prefix(end + 1);
    }
}

/// `reference` is the text between the braces. One that does not begin with a name stays as it is.
std::string DescriptorText::value_of(std::string_view reference, const YamlNode& scalar) const {
    const auto name_end = std::ranges::find_if_not(reference, continues_name);
    const std::string_view name(reference.begin(), name_end);
    std::string_view otherwise(name_end, reference.end());
    const bool replaces_empty = otherwise.starts_with(":-");
    const bool has_default = replaces_empty || otherwise.starts_with('-');
    if (!is_variable_name(name) || (!has_default && !otherwise.empty()))
        return "${" + std::string(reference) + "}";
    otherwise.remove_prefix(replaces_empty ? 2 : has_default ? 1 : 0);
    const auto found = variables_.find(name);
    if (found != variables_.end() && !(replaces_empty && found->second.empty()))
        return found->second;
    if (secrets_.contains(name)) return "${" + std::string(name) + "}";
    if (has_default) return std::string(otherwise);
    std::vector<std::string_view> names;
    for (const auto& [known, value] : variables_)
        names.push_back(known);
    for (const auto& [known, source] : secrets_)
        names.push_back(known);
    diagnostics_.add(unset_variable, span_of(source_, scalar), {name}, did_you_mean(name, names));
    return {};
}

} // namespace vow::skopos
