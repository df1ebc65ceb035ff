#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// One step of a path that can be built: an element with certain attributes, and with elements that
/// hold a text.
struct BuildStep {
    struct Condition {
        enum class Of { attribute, element };

        Of of;
        std::string name;
        std::string value;
    };

    std::string name;
    std::vector<Condition> conditions = {};
    std::size_t end = 0; ///< the offset of the first byte after it in the path
};

/// The steps of `/name[@name="value" | name='value']/...`. Quotes may be left out; names and values
/// consist of letters, digits, `_`, `-` and `.`. nullopt if the path is anything else.
std::optional<std::vector<BuildStep>> build_steps(std::string_view path);

} // namespace vow::cfengine
