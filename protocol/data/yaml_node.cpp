#include "protocol/data/yaml_node.h"

#include <algorithm>

namespace vow {

const YamlNode* YamlNode::find(std::string_view key) const {
    const auto found =
        std::ranges::find_if(members, [&](const Member& member) { return member.key.text == key; });
    return found == members.end() ? nullptr : &found->value;
}

} // namespace vow
