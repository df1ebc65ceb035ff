#include "protocol/data/yaml.h"

#include "protocol/data/yaml_tree.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vow {
namespace {

template <class Words>
bool contains(const Words& words, std::string_view word) {
    return std::ranges::find(words, word) != std::end(words);
}

constexpr std::array<std::string_view, 7> truths = {
    "true", "True", "TRUE", "y", "yes", "Yes", "on"};
constexpr std::array<std::string_view, 7> falses = {
    "false", "False", "FALSE", "n", "no", "No", "off"};

Data scalar_data(const YamlNode& node) {
    if (node.tag == "!") return Data::string(node.text);
    if (contains(truths, node.text)) return Data::boolean(true);
    if (contains(falses, node.text)) return Data::boolean(false);
    const auto number = parse_json(node.text);
    const Data* data = std::get_if<Data>(&number);
    const bool is_number =
        data && (data->kind() == Data::Kind::integer || data->kind() == Data::Kind::real);
    return is_number ? *data : Data::string(node.text);
}

} // namespace

std::variant<YamlNode, YamlError>
parse_yaml(std::string_view text, FurtherDocuments further, const std::function<void()>& at_node) {
    try {
        YamlReader reader(text);
        reader.next(); // the start of the stream
        if (reader.next().type == YAML_STREAM_END_EVENT) return YamlNode{};
        YamlNode root = read_tree(reader, at_node);
        if (further == FurtherDocuments::ignored || reader.next().type == YAML_STREAM_END_EVENT)
            return root;
        const YamlPlace second = reader.place_of(reader.next().start_mark);
        return YamlError{"it has more than one document", second.line, second.offset};
    } catch (const YamlError& error) {
        return error;
    }
}

Data data_of(const YamlNode& node) {
    return data_of(node, scalar_data);
}

Data data_of(const YamlNode& node, Data (*scalar)(const YamlNode& node)) {
    switch (node.kind) {
    case YamlNode::Kind::null: return {};
    case YamlNode::Kind::scalar: return scalar(node);
    case YamlNode::Kind::sequence: {
        Data::Array items;
        for (const YamlNode& item : node.items)
            items.push_back(data_of(item, scalar));
        return Data::array(std::move(items));
    }
    case YamlNode::Kind::map: break;
    }
    std::vector<Data::Member> members;
    for (const YamlNode::Member& member : node.members)
        members.emplace_back(member.key.text, data_of(member.value, scalar));
    return Data::object(std::move(members));
}

} // namespace vow
