#include "protocol/data/yaml.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

/// Reads YAML as data, whose text is JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto parsed = parse_yaml(fuzz::text_of(bytes, size));
    const auto* node = std::get_if<YamlNode>(&parsed);
    if (node == nullptr) return 0;
    const auto again = parse_json(json_text(data_of(*node)));
    fuzz::require(std::holds_alternative<Data>(again));
    return 0;
}
