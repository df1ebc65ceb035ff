#include "protocol/data/yaml_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace vow {
namespace {

constexpr std::size_t max_node_depth = 1000;
constexpr std::size_t max_repeated = 20'000;                      ///< nodes that aliases may add
constexpr std::size_t max_repeated_text = std::size_t{16} << 20U; ///< bytes that they may add

constexpr std::size_t max_nodes = 1'000'000;

constexpr std::array<std::string_view, 5> nulls = {"", "~", "null", "Null", "NULL"};

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

/// Makes the nodes of a document from its events, and refuses one with too many of them: one byte
/// of text can become hundreds of memory.
///
/// Aliases may refer to nodes that hold aliases: a few lines can expand beyond any memory. A
/// written node takes at least one byte, so a document is refused in which the nodes that have a
/// name, and those that aliases stand for, are far more than that.
class TreeBuilder {
public:
    TreeBuilder(YamlReader& reader, const std::function<void()>& at_node)
        : reader_(reader),
          at_node_(at_node),
          nodes_left_(reader.size() + max_repeated),
          text_left_(2 * reader.size() + max_repeated_text) {}

    /// Reads the content of a document, up to its end.
    YamlNode document() {
        for (;;) {
            const yaml_event_t& event = reader_.next();
            if (event.type == YAML_DOCUMENT_END_EVENT) return std::move(root_);
            take(event);
        }
    }

private:
    /// A sequence or map whose end has not come.
    struct Open {
        YamlNode node;
        std::string name;
        std::optional<YamlNode> key = {}; ///< the value of which is to come
    };

    void take(const yaml_event_t& event) {
        switch (event.type) {
        case YAML_ALIAS_EVENT: return alias(event);
        case YAML_SCALAR_EVENT: return scalar(event);
        case YAML_SEQUENCE_START_EVENT: {
            const auto& start = event.data.sequence_start;
            return open(event, YamlNode::Kind::sequence, start.anchor, start.tag);
        }
        case YAML_MAPPING_START_EVENT: {
            const auto& start = event.data.mapping_start;
            return open(event, YamlNode::Kind::map, start.anchor, start.tag);
        }
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT: return close();
        default: return;
        }
    }

    void alias(const yaml_event_t& event) {
        const YamlPlace place = begin(event);
        const std::string name = text_of(event.data.alias.anchor);
        const auto named = named_.find(name);
        if (named != named_.end()) return add(copy_of(named->second, place));
        if (std::ranges::find(open_, name, &Open::name) != open_.end())
            throw error_at(place, "an alias stands for a node that it is in");
        throw error_at(place, "no node before it is called '" + name + "'");
    }

    void scalar(const yaml_event_t& event) {
        const auto& scalar = event.data.scalar;
        YamlNode node = node_at(begin(event), YamlNode::Kind::scalar);
        node.text.assign(text_of(scalar.value), scalar.length);
        const bool is_plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
        if (scalar.tag != nullptr)
            node.tag = text_of(scalar.tag);
        else if (!is_plain)
            node.tag = "!";
        else if (std::ranges::find(nulls, node.text) != nulls.end())
            node = {.kind = YamlNode::Kind::null, .line = node.line, .offset = node.offset};
        else
            node.tag = "?";
        complete(std::move(node), scalar.anchor == nullptr ? "" : text_of(scalar.anchor));
    }

    void open(
        const yaml_event_t& event,
        YamlNode::Kind kind,
        const yaml_char_t* anchor,
        const yaml_char_t* tag
    ) {
        const YamlPlace place = begin(event);
        if (open_.size() >= max_node_depth) throw error_at(place, "nested too deeply");
        YamlNode node = node_at(place, kind);
        node.tag = tag == nullptr ? "?" : text_of(tag);
        open_.push_back({std::move(node), anchor == nullptr ? "" : text_of(anchor)});
    }

    void close() {
        Open closed = std::move(open_.back());
        open_.pop_back();
        complete(std::move(closed.node), closed.name);
    }

    static const char* text_of(const yaml_char_t* text) {
        return reinterpret_cast<const char*>(text); // NOLINT: libyaml's type
    }

    static YamlError error_at(const YamlPlace& place, std::string message) {
        return {std::move(message), place.line, place.offset};
    }

    static YamlNode node_at(const YamlPlace& place, YamlNode::Kind kind) {
        return {.kind = kind, .line = place.line, .offset = place.offset};
    }

    /// Counts a node, and returns its place.
    YamlPlace begin(const yaml_event_t& event) {
        const YamlPlace place = reader_.place_of(event.start_mark);
        if (at_node_) at_node_();
        if (++nodes_ > max_nodes)
            throw error_at(place, "it has more than " + std::to_string(max_nodes) + " values");
        return place;
    }

    void complete(YamlNode node, const std::string& name) {
        if (!name.empty()) named_.insert_or_assign(name, copy_of(node, {node.offset, node.line}));
        add(std::move(node));
    }

    YamlNode copy_of(const YamlNode& node, const YamlPlace& place) {
        const Extent extent = extent_of(node);
        if (open_.size() + extent.levels > max_node_depth)
            throw error_at(place, "nested too deeply");
        if (extent.nodes > nodes_left_)
            throw error_at(place, "its aliases expand to too many values");
        if (extent.text > text_left_) throw error_at(place, "its aliases expand to too much text");
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
            .offset = node.offset,
            .text = std::move(node.text)};
    }

    YamlReader& reader_;
    const std::function<void()>& at_node_;
    std::size_t nodes_left_; ///< that names and aliases may add
    std::size_t text_left_;  ///< bytes
    std::size_t nodes_ = 0;
    YamlNode root_ = {};
    std::vector<Open> open_;
    std::map<std::string, YamlNode, std::less<>> named_;
};

} // namespace

YamlNode read_tree(YamlReader& reader, const std::function<void()>& at_node) {
    return TreeBuilder(reader, at_node).document();
}

} // namespace vow
