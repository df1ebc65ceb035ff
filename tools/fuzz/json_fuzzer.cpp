#include "policy/cfengine/values/data_text.h"
#include "protocol/data/data.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

/// Reads JSON strictly and as the policy language does. The text of strict JSON is read again as
/// the same data, by both.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    cfengine::parse_tolerant_json(text);
    const auto parsed = parse_json(text);
    const auto* data = std::get_if<Data>(&parsed);
    if (data == nullptr) return 0;
    const std::string written = json_text(*data);
    for (const auto& again : {parse_json(written), cfengine::parse_tolerant_json(written)}) {
        const auto* same = std::get_if<Data>(&again);
        fuzz::require(same != nullptr && json_text(*same) == written);
    }
    return 0;
}
