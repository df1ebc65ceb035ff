#include "policy/cfengine/functions/text/line_formats.h"
#include "policy/cfengine/values/data_text.h"
#include "protocol/data/data.h"
#include "protocol/data/yaml.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

namespace {

/// Reads comma separated values. No row is without a field, and fields are parts of the text.
void read_csv(std::string_view text) {
    std::size_t length = 0;
    for (const cfengine::CsvRow& row : cfengine::parse_csv(text)) {
        fuzz::require(!row.empty());
        for (const std::string& field : row)
            length += field.size();
    }
    fuzz::require(length <= text.size());
}

/// Reads JSON strictly and as the policy language does. The text of strict JSON is read again as
/// the same data, by both.
void read_json(std::string_view text) {
    cfengine::parse_tolerant_json(text);
    const auto parsed = parse_json(text);
    const auto* data = std::get_if<Data>(&parsed);
    if (data == nullptr) return;
    const std::string written = json_text(*data);
    for (const auto& again : {parse_json(written), cfengine::parse_tolerant_json(written)}) {
        const auto* same = std::get_if<Data>(&again);
        fuzz::require(same != nullptr && json_text(*same) == written);
    }
}

/// Reads YAML as data, whose text is JSON.
void read_yaml(std::string_view text) {
    const auto parsed = parse_yaml(text);
    const auto* node = std::get_if<YamlNode>(&parsed);
    if (node == nullptr) return;
    const auto again = parse_json(json_text(data_of(*node)));
    fuzz::require(std::holds_alternative<Data>(again));
}

constexpr fuzz::Fuzzer table[] = {{"csv", read_csv}, {"json", read_json}, {"yaml", read_yaml}};

} // namespace

const std::span<const fuzz::Fuzzer> fuzz::fuzzers = table;
