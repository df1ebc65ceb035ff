#include "policy/skopos/plan/document.h"

#include <algorithm>
#include <array>
#include <set>

namespace vow::skopos {
namespace {

constexpr DiagnosticKind bad_yaml{"bad-yaml", "this is not YAML: {}"};
constexpr DiagnosticKind duplicate_key{"duplicate-key", "'{}' is there twice"};

constexpr std::string_view merge_key = "<<";

/// The length of a quoted scalar at the beginning of `text`, up to the end of its line.
std::size_t quoted_length(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    for (std::size_t at = 1; at < line.size(); ++at) {
        if (line[at] == '\\' && line[0] == '"')
            ++at;
        else if (line[at] == line[0])
            return at + 1;
    }
    return std::max<std::size_t>(line.size(), 1);
}

std::size_t length_of(const YamlNode& node, std::string_view text) {
    if (node.kind != YamlNode::Kind::scalar || text.empty()) return 1;
    if (text.front() == '"' || text.front() == '\'') return quoted_length(text);
    if (!node.text.empty() && text.starts_with(node.text)) return node.text.size();
    return 1;
}

/// Resolves merge keys and looks for repeated ones, from the leaves to the root.
class MapReader {
public:
    MapReader(
        const SourceText& source, Diagnostics& diagnostics, const std::function<void()>& at_node
    )
        : source_(source),
          diagnostics_(diagnostics),
          at_node_(at_node) {}

    void read(YamlNode& node) {
        if (at_node_) at_node_();
        for (YamlNode& item : node.items)
            read(item);
        for (YamlNode::Member& member : node.members)
            read(member.value);
        if (node.kind == YamlNode::Kind::map) read_members(node);
    }

private:
    using Keys = std::set<std::string>;

    void read_members(YamlNode& map) {
        Keys keys;
        std::vector<YamlNode::Member> members;
        std::vector<YamlNode> merged;
        for (YamlNode::Member& member : map.members) {
            if (member.key.text == merge_key) {
                merged.push_back(std::move(member.value));
                continue;
            }
            if (keys.insert(member.key.text).second) {
                members.push_back(std::move(member));
            } else {
                diagnostics_.add(duplicate_key, span_of(source_, member.key), {member.key.text});
            }
        }
        map.members = std::move(members);
        for (const YamlNode& node : merged)
            merge(map, keys, node);
    }

    /// Adds the members that the map does not have itself.
    void merge(YamlNode& map, Keys& keys, const YamlNode& added) {
        if (added.kind == YamlNode::Kind::sequence) {
            for (const YamlNode& item : added.items)
                merge(map, keys, item);
        } else if (added.kind == YamlNode::Kind::map) {
            for (const YamlNode::Member& member : added.members) {
                if (keys.insert(member.key.text).second) map.members.push_back(member);
            }
        } else {
            diagnostics_.add(bad_yaml, span_of(source_, added), {"'<<' merges mappings only"});
        }
    }

    const SourceText& source_;
    Diagnostics& diagnostics_;
    const std::function<void()>& at_node_;
};

constexpr std::array<std::string_view, 9> truths = {
    "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"};
constexpr std::array<std::string_view, 9> falses = {
    "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"};

Data scalar_data(const YamlNode& node) {
    const bool is_plain = node.tag == "?" || node.tag.empty();
    if (!is_plain) return Data::string(node.text);
    if (const auto truth = truth_from(node.text)) return Data::boolean(*truth);
    const auto number = parse_json(node.text);
    const auto* data = std::get_if<Data>(&number);
    const bool is_number = data != nullptr && (data->kind() == Data::Kind::integer ||
                                               data->kind() == Data::Kind::real);
    return is_number ? *data : Data::string(node.text);
}

/// A tab before the fault is the fault: YAML is indented with blanks.
std::uint32_t place_of(const YamlError& error, const SourceText& source) {
    const std::string_view text = source.text();
    const std::size_t fault = std::min(error.offset, text.size());
    const std::size_t line = text.substr(0, fault).rfind('\n') + 1; // npos + 1 is 0
    const std::string_view indentation = text.substr(line, fault - line);
    const std::size_t tab = indentation.find('\t');
    const bool is_indented_by_tab = tab != std::string_view::npos &&
                                    indentation.find_first_not_of(" \t") == std::string_view::npos;
    return static_cast<std::uint32_t>(is_indented_by_tab ? line + tab : fault);
}

} // namespace

std::optional<YamlNode> read_document(
    const SourceText& source, Diagnostics& diagnostics, const std::function<void()>& at_node
) {
    auto read = parse_yaml(source.text(), FurtherDocuments::refused, at_node);
    if (const auto* error = std::get_if<YamlError>(&read)) {
        const auto end = static_cast<std::uint32_t>(source.text().size());
        const std::uint32_t begin = place_of(*error, source);
        const bool is_tab = begin < end && source.text()[begin] == '\t';
        diagnostics.add(
            bad_yaml,
            {&source, begin, std::min(begin + 1, end)},
            {error->message},
            is_tab ? "YAML is indented with blanks, not with tabs" : ""
        );
        return std::nullopt;
    }
    auto& root = std::get<YamlNode>(read);
    MapReader(source, diagnostics, at_node).read(root);
    return std::move(root);
}

Span span_of(const SourceText& source, const YamlNode& node) {
    const std::size_t begin = std::min(node.offset, source.text().size());
    const std::string_view rest = source.text().substr(begin);
    const std::size_t end = begin + std::min(length_of(node, rest), rest.size());
    return {&source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

const YamlNode* attribute_of(const YamlNode& map, std::string_view name) {
    const YamlNode* found = map.find(name);
    return found == nullptr || found->kind == YamlNode::Kind::null ? nullptr : found;
}

Data typed_data(const YamlNode& node) {
    return data_of(node, scalar_data);
}

std::optional<bool> truth_from(std::string_view word) {
    if (std::ranges::find(truths, word) != truths.end()) return true;
    if (std::ranges::find(falses, word) != falses.end()) return false;
    return std::nullopt;
}

} // namespace vow::skopos
