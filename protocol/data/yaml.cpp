#include "protocol/data/yaml.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

namespace vow {
namespace {

constexpr int max_node_depth = 1000;
constexpr std::size_t max_repeated = 20'000;                      ///< nodes that aliases may add
constexpr std::size_t max_repeated_text = std::size_t{16} << 20U; ///< bytes that they may add

constexpr std::size_t max_nodes = 1'000'000;
constexpr std::size_t uncounted_bytes = std::size_t{1} << 20U;

/// Refuses a document with too many nodes before it is built: one byte of text can become hundreds
/// of memory.
class NodeLimit : public YAML::EventHandler {
public:
    void OnDocumentStart(const YAML::Mark& /*mark*/) override { has_begun_ = false; }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override { count(mark); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override { count(mark); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string&)
        override {
        count(mark);
    }
    void OnSequenceStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value
    ) override {
        count(mark);
    }
    void OnSequenceEnd() override {}
    void OnMapStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value
    ) override {
        count(mark);
    }
    void OnMapEnd() override {}

    /// Where the content of the last document begins.
    const YAML::Mark& begin() const { return begin_; }

private:
    void count(const YAML::Mark& mark) {
        if (!std::exchange(has_begun_, true)) begin_ = mark;
        if (++nodes_ > max_nodes)
            throw YAML::Exception(
                mark, "it has more than " + std::to_string(max_nodes) + " values"
            );
    }

    std::size_t nodes_ = 0;
    YAML::Mark begin_;
    bool has_begun_ = false;
};

void check_number_of_nodes(const std::string& text) {
    if (text.size() <= uncounted_bytes) return;
    std::istringstream stream(text);
    NodeLimit limit;
    YAML::Parser(stream).HandleNextDocument(limit);
}

void refuse_further_documents(const std::string& text) {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    NodeLimit limit;
    parser.HandleNextDocument(limit);
    if (parser.HandleNextDocument(limit))
        throw YAML::Exception(limit.begin(), "it has more than one document");
}

/// Aliases may refer to nodes that hold aliases: a few lines can expand beyond any memory. A
/// written node takes at least one byte, and a written text at least half of its length, so a
/// document with far more of them is refused.
class YamlReader {
public:
    explicit YamlReader(std::size_t bytes)
        : nodes_left_(bytes + max_repeated),
          text_left_(2 * bytes + max_repeated_text) {}

    YamlNode node_of(const YAML::Node& source, int depth) {
        if (depth > max_node_depth) throw YAML::Exception(source.Mark(), "nested too deeply");
        if (nodes_left_-- == 0)
            throw YAML::Exception(source.Mark(), "its aliases expand to too many values");
        YamlNode node;
        set_place(node, source.Mark());
        node.tag = source.Tag();
        switch (source.Type()) {
        case YAML::NodeType::Undefined:
        case YAML::NodeType::Null: break;
        case YAML::NodeType::Scalar:
            node.kind = YamlNode::Kind::scalar;
            node.text = text_of(source);
            break;
        case YAML::NodeType::Sequence:
            node.kind = YamlNode::Kind::sequence;
            for (const YAML::Node& item : source)
                node.items.push_back(node_of(item, depth + 1));
            break;
        case YAML::NodeType::Map:
            node.kind = YamlNode::Kind::map;
            for (const auto& member : source)
                node.members.push_back({key_of(member.first), node_of(member.second, depth + 1)});
            break;
        }
        return node;
    }

private:
    static void set_place(YamlNode& node, const YAML::Mark& mark) {
        if (mark.line >= 0) node.line = static_cast<std::uint32_t>(mark.line + 1);
        if (mark.column >= 0) node.column = static_cast<std::uint32_t>(mark.column + 1);
    }
    /// A key is a scalar; any other key is reduced to its place.
    YamlNode key_of(const YAML::Node& source) {
        YamlNode key{.kind = YamlNode::Kind::scalar, .text = text_of(source)};
        set_place(key, source.Mark());
        return key;
    }

    std::string text_of(const YAML::Node& scalar) {
        const std::string& text = scalar.Scalar();
        if (text.size() > text_left_)
            throw YAML::Exception(scalar.Mark(), "its aliases expand to too much text");
        text_left_ -= text.size();
        return text;
    }

    std::size_t nodes_left_;
    std::size_t text_left_; ///< bytes
};

template <class Words>
bool contains(const Words& words, std::string_view word) {
    return std::ranges::find(words, word) != std::end(words);
}

constexpr std::array<std::string_view, 7> truths = {
    "true", "True", "TRUE", "y", "yes", "Yes", "on"};
constexpr std::array<std::string_view, 7> falses = {
    "false", "False", "FALSE", "n", "no", "No", "off"};
constexpr std::array<std::string_view, 5> nulls = {"", "~", "null", "Null", "NULL"};

Data scalar_data(const YamlNode& node) {
    if (node.tag == "!") return Data::string(node.text);
    if (contains(truths, node.text)) return Data::boolean(true);
    if (contains(falses, node.text)) return Data::boolean(false);
    if (contains(nulls, node.text)) return {};
    const auto number = parse_json(node.text);
    const Data* data = std::get_if<Data>(&number);
    const bool is_number =
        data && (data->kind() == Data::Kind::integer || data->kind() == Data::Kind::real);
    return is_number ? *data : Data::string(node.text);
}

} // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
    const auto found =
        std::ranges::find_if(members, [&](const Member& member) { return member.key.text == key; });
    return found == members.end() ? nullptr : &found->value;
}

namespace {

YamlError error_of(const std::string& message, const YAML::Mark& mark) {
    return {
        .message = message,
        .line = static_cast<std::uint32_t>(std::max(mark.line, 0) + 1),
        .offset = static_cast<std::size_t>(std::max(mark.pos, 0))};
}

} // namespace

std::variant<YamlNode, YamlError> parse_yaml(std::string_view text, FurtherDocuments further) {
    try {
        const std::string whole(text);
        check_number_of_nodes(whole);
        YamlNode root = YamlReader(text.size()).node_of(YAML::Load(whole), 0);
        if (further == FurtherDocuments::refused) refuse_further_documents(whole);
        return root;
    } catch (const YAML::DeepRecursion& error) {
        return error_of("nested too deeply", error.mark); // its message is "bad file"
    } catch (const YAML::Exception& error) {
        return error_of(error.msg, error.mark);
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
