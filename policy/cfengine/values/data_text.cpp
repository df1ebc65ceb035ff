#include "policy/cfengine/values/data_text.h"

#include "policy/cfengine/values/tolerant_json.h"

#include <yaml-cpp/yaml.h>

#include <array>

namespace vow::cfengine {
namespace {

constexpr int deepest = 1000;
constexpr std::size_t most_repeated = 20'000; ///< values that aliases may add

template <class Words>
bool holds(const Words& words, std::string_view word) {
    for (const std::string_view candidate : words) {
        if (candidate == word) return true;
    }
    return false;
}

constexpr std::array<std::string_view, 7> truths = {
    "true", "True", "TRUE", "y", "yes", "Yes", "on"};
constexpr std::array<std::string_view, 7> falses = {
    "false", "False", "FALSE", "n", "no", "No", "off"};
constexpr std::array<std::string_view, 5> nulls = {"", "~", "null", "Null", "NULL"};

/// A plain scalar has the type that its text implies; a quoted one is text.
Data scalar_of(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    if (node.Tag() == "!") return Data::string(text);
    if (holds(truths, text)) return Data::boolean(true);
    if (holds(falses, text)) return Data::boolean(false);
    if (holds(nulls, text)) return {};
    const auto number = parse_json(text);
    const Data* data = std::get_if<Data>(&number);
    const bool is_number =
        data && (data->kind() == Data::Kind::integer || data->kind() == Data::Kind::real);
    return is_number ? *data : Data::string(text);
}

/// Aliases may refer to values with aliases, so that a few lines expand to more than fits in
/// memory. Every written value takes at least a byte; a document with many more values than bytes
/// is refused.
class YamlReader {
public:
    explicit YamlReader(std::size_t bytes) : left_(bytes + most_repeated) {}

    Data data_of(const YAML::Node& node, int depth) {
        if (depth > deepest) throw YAML::Exception(node.Mark(), "nested too deeply");
        if (left_-- == 0)
            throw YAML::Exception(node.Mark(), "its aliases expand to too many values");
        switch (node.Type()) {
        case YAML::NodeType::Undefined:
        case YAML::NodeType::Null: return {};
        case YAML::NodeType::Scalar: return scalar_of(node);
        case YAML::NodeType::Sequence: return array_of(node, depth);
        case YAML::NodeType::Map: return object_of(node, depth);
        }
        return {};
    }

private:
    Data array_of(const YAML::Node& node, int depth) {
        Data::Array items;
        for (const YAML::Node& item : node)
            items.push_back(data_of(item, depth + 1));
        return Data::array(std::move(items));
    }

    Data object_of(const YAML::Node& node, int depth) {
        std::vector<Data::Member> members;
        for (const auto& member : node) {
            members.emplace_back(member.first.Scalar(), data_of(member.second, depth + 1));
        }
        return Data::object(std::move(members));
    }

    std::size_t left_;
};

} // namespace

std::variant<Data, DataError> parse_yaml(std::string_view text) {
    try {
        return YamlReader(text.size()).data_of(YAML::Load(std::string(text)), 0);
    } catch (const YAML::Exception& error) {
        const auto offset = error.mark.pos > 0 ? static_cast<std::size_t>(error.mark.pos) : 0;
        return DataError{error.msg, offset};
    }
}

std::variant<Data, DataError> parse_data_text(std::string_view text) {
    return text.starts_with("---") ? parse_yaml(text) : parse_tolerant_json(text);
}

} // namespace vow::cfengine
