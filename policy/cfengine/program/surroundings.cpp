#include "policy/cfengine/program/surroundings.h"

#include "policy/cfengine/values/data_text.h"
#include "protocol/data/conversion.h"

namespace vow::cfengine {

Answer<std::string> read_file(Surroundings& around, const std::string& path, std::size_t limit) {
    Host& host = around.settled_world().host;
    return around.manner().follows_planted_links ? host.read_file(path, limit)
                                                 : host.read_guarded_file(path, limit);
}

std::optional<Data> named_data(std::string_view name, Surroundings& around) {
    const auto value = around.variable(name);
    if (value && value->text() == nullptr) return value->as_data();
    return around.array(name);
}

std::variant<Data, DataError> inline_data(std::string_view text, Surroundings& around) {
    const bool knows_namespaces = !around.manner().reads_colons_as_json;
    return parse_tolerant_json(text, [&](std::string_view name) -> std::optional<Data> {
        if (!knows_namespaces && name.find(':') != name.npos) return {};
        if (const auto value = around.variable(name)) return value->as_data();
        return around.array(name);
    });
}

Data expanded(const Data& data, Surroundings& around) {
    return with_changed_texts(data, [&](std::string_view text) { return around.expanded(text); });
}

} // namespace vow::cfengine
