#include "policy/cfengine/values/data_text.h"

#include "policy/cfengine/values/tolerant_json.h"
#include "protocol/data/yaml.h"

namespace vow::cfengine {

std::variant<Data, DataError> parse_yaml_data(std::string_view text) {
    const auto read = parse_yaml(text);
    if (const auto* error = std::get_if<YamlError>(&read))
        return DataError{error->message, error->offset};
    return data_of(std::get<YamlNode>(read));
}

std::variant<Data, DataError> parse_data_text(std::string_view text) {
    return text.starts_with("---") ? parse_yaml_data(text) : parse_tolerant_json(text);
}

} // namespace vow::cfengine
