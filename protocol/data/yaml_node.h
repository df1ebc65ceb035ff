#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// A node of a YAML document, with its position in the text.
struct YamlNode {
    enum class Kind { null, scalar, sequence, map };
    struct Member;

    Kind kind = Kind::null;
    std::uint32_t line = 1; ///< from 1
    std::size_t offset = 0; ///< of its begin in the text, in bytes
    std::string text = {};  ///< of a scalar
    std::string tag = {};   ///< "!json"; "?" for a plain scalar without one, "!" for a quoted one
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

} // namespace vow
