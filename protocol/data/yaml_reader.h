#pragma once

#include "protocol/data/yaml_node.h"

#include <yaml.h>

namespace vow {

/// A place in a YAML text.
struct YamlPlace {
    std::size_t offset = 0; ///< in bytes
    std::uint32_t line = 1; ///< from 1; a line ends with a line feed
};

/// The events of a YAML text, as libyaml reads them; not the nodes that they make. Borrows the
/// text.
class YamlReader {
public:
    explicit YamlReader(std::string_view text);
    ~YamlReader();
    YamlReader(const YamlReader&) = delete;
    YamlReader& operator=(const YamlReader&) = delete;

    /// The size of the text in bytes.
    std::size_t size() const { return text_.size(); }

    /// The next event. It is valid until the next call. Throws YamlError.
    const yaml_event_t& next();

    /// The place of a mark. Takes time by the distance from the last one.
    YamlPlace place_of(const yaml_mark_t& mark);

private:
    YamlError fault();
    void step_forward();
    void step_back();

    std::string_view text_;
    yaml_parser_t parser_{};
    yaml_event_t event_{};
    YamlPlace at_;
    std::size_t characters_ = 0; ///< before `at_`
};

} // namespace vow
