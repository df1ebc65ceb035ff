#pragma once

#include "protocol/data/data.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

/// A node of a YAML document, with its position in the text.
struct YamlNode {
    enum class Kind { null, scalar, sequence, map };
    struct Member;

    Kind kind = Kind::null;
    std::uint32_t line = 1;   ///< from 1
    std::uint32_t column = 1; ///< from 1
    std::string text = {};    ///< of a scalar
    std::string tag = {};     ///< "!json"; "?" for a plain scalar without one, "!" for a quoted one
    std::vector<YamlNode> items = {}; ///< of a sequence
    std::vector<Member> members;      ///< of a map, in written order

    /// The value of the first member with that key. Null without such a member, or if not a map.
    const YamlNode* find(std::string_view key) const;
};

struct YamlNode::Member {
    YamlNode key, value;
};

/// Why a text is not YAML, and the position of the fault.
struct YamlError {
    std::string message;
    std::uint32_t line; ///< from 1
    std::size_t offset; ///< in bytes
};

/// The treatment of further documents in the same text.
enum class FurtherDocuments { ignored, refused };

/// Reads one document. Aliases are replaced by what they stand for, up to a limit. Nesting is
/// limited to 1,000 levels. Calls `at_node` for each node; it may throw, to end the reading.
std::variant<YamlNode, YamlError> parse_yaml(
    std::string_view text,
    FurtherDocuments further = FurtherDocuments::ignored,
    const std::function<void()>& at_node = {}
);

/// A node as data. Plain scalars have the types of the YAML core schema; quoted ones are texts.
Data data_of(const YamlNode& node);
/// The same with other types for plain scalars.
Data data_of(const YamlNode& node, Data (*scalar)(const YamlNode& node));

} // namespace vow
