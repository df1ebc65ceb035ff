#include "protocol/data/yaml.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace vow {
namespace {

constexpr std::size_t max_node_depth = 1000;
constexpr std::size_t max_repeated = 20'000;                      ///< nodes that aliases may add
constexpr std::size_t max_repeated_text = std::size_t{16} << 20U; ///< bytes that they may add

constexpr std::size_t max_nodes = 1'000'000;

/// The size of a node with everything in it.
struct Extent {
    std::size_t nodes = 1;
    std::size_t text = 0; ///< bytes
    std::size_t levels = 1;
};

Extent extent_of(const YamlNode& node) {
    Extent whole{.text = node.text.size()};
    const auto add = [&whole](const YamlNode& inner) {
        const Extent part = extent_of(inner);
        whole.nodes += part.nodes;
        whole.text += part.text;
        whole.levels = std::max(whole.levels, part.levels + 1);
    };
    for (const YamlNode& item : node.items)
        add(item);
    for (const YamlNode::Member& member : node.members) {
        whole.text += member.key.text.size();
        add(member.value);
    }
    return whole;
}

/// Makes the nodes of a document as it is read, and refuses one with too many of them: one byte of
/// text can become hundreds of memory.
///
/// Aliases may refer to nodes that hold aliases: a few lines can expand beyond any memory. A
/// written node takes at least one byte, so a document is refused in which the nodes that have a
/// name, and those that aliases stand for, are far more than that.
class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(std::size_t bytes, const std::function<void()>& at_node)
        : at_node_(at_node),
          nodes_left_(bytes + max_repeated),
          text_left_(2 * bytes + max_repeated_text) {}

    YamlNode take() { return std::move(root_); }
    /// Where the content begins.
    const YAML::Mark& begin() const { return begin_; }

    void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        complete(node_at(mark, YamlNode::Kind::null, ""), anchor, mark);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        count(mark);
        const auto named = named_.find(anchor);
        if (named == named_.end())
            throw YAML::Exception(mark, "an alias stands for a node that it is in");
        add(copy_of(named->second, mark));
    }
    void OnScalar(
        const YAML::Mark& mark,
        const std::string& tag,
        YAML::anchor_t anchor,
        const std::string& value
    ) override {
        YamlNode node = node_at(mark, YamlNode::Kind::scalar, tag);
        node.text = value;
        complete(std::move(node), anchor, mark);
    }
    void OnSequenceStart(
        const YAML::Mark& mark,
        const std::string& tag,
        YAML::anchor_t anchor,
        YAML::EmitterStyle::value /*style*/
    ) override {
        open_.push_back({node_at(mark, YamlNode::Kind::sequence, tag), anchor, mark});
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(
        const YAML::Mark& mark,
        const std::string& tag,
        YAML::anchor_t anchor,
        YAML::EmitterStyle::value /*style*/
    ) override {
        open_.push_back({node_at(mark, YamlNode::Kind::map, tag), anchor, mark});
    }
    void OnMapEnd() override { close(); }

private:
    /// A sequence or map whose end has not come.
    struct Open {
        YamlNode node;
        YAML::anchor_t anchor;
        YAML::Mark mark;
        std::optional<YamlNode> key = {}; ///< the value of which is to come
    };

    YamlNode node_at(const YAML::Mark& mark, YamlNode::Kind kind, const std::string& tag) {
        count(mark);
        YamlNode node{.kind = kind};
        if (mark.line >= 0) node.line = static_cast<std::uint32_t>(mark.line + 1);
        if (mark.column >= 0) node.column = static_cast<std::uint32_t>(mark.column + 1);
        node.tag = tag;
        return node;
    }

    void count(const YAML::Mark& mark) {
        if (at_node_) at_node_();
        if (nodes_ == 0) begin_ = mark;
        if (++nodes_ > max_nodes)
            throw YAML::Exception(
                mark, "it has more than " + std::to_string(max_nodes) + " values"
            );
    }

    void close() {
        Open closed = std::move(open_.back());
        open_.pop_back();
        complete(std::move(closed.node), closed.anchor, closed.mark);
    }

    void complete(YamlNode node, YAML::anchor_t anchor, const YAML::Mark& mark) {
        if (anchor != YAML::NullAnchor) named_.insert_or_assign(anchor, copy_of(node, mark));
        add(std::move(node));
    }

    YamlNode copy_of(const YamlNode& node, const YAML::Mark& mark) {
        const Extent extent = extent_of(node);
        if (open_.size() + extent.levels > max_node_depth)
            throw YAML::Exception(mark, "nested too deeply");
        if (extent.nodes > nodes_left_)
            throw YAML::Exception(mark, "its aliases expand to too many values");
        if (extent.text > text_left_)
            throw YAML::Exception(mark, "its aliases expand to too much text");
        nodes_left_ -= extent.nodes;
        text_left_ -= extent.text;
        return node;
    }

    void add(YamlNode node) {
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == YamlNode::Kind::sequence) {
            parent.node.items.push_back(std::move(node));
        } else if (parent.key) {
            parent.node.members.push_back({*std::move(parent.key), std::move(node)});
            parent.key.reset();
        } else {
            parent.key = key_of(std::move(node));
        }
    }

    /// A key is a scalar; any other key is reduced to its place.
    static YamlNode key_of(YamlNode node) {
        return {
            .kind = YamlNode::Kind::scalar,
            .line = node.line,
            .column = node.column,
            .text = std::move(node.text)};
    }

    const std::function<void()>& at_node_;
    std::size_t nodes_left_; ///< that names and aliases may add
    std::size_t text_left_;  ///< bytes
    std::size_t nodes_ = 0;
    YAML::Mark begin_;
    YamlNode root_ = {};
    std::vector<Open> open_;
    std::map<YAML::anchor_t, YamlNode> named_;
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

std::variant<YamlNode, YamlError>
parse_yaml(std::string_view text, FurtherDocuments further, const std::function<void()>& at_node) {
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        TreeBuilder first(text.size(), at_node);
        parser.HandleNextDocument(first);
        TreeBuilder second(text.size(), at_node);
        if (further == FurtherDocuments::refused && parser.HandleNextDocument(second))
            throw YAML::Exception(second.begin(), "it has more than one document");
        return first.take();
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
