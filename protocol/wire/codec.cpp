#include "protocol/wire/codec.h"

#include "protocol/wire/json_codec.h"
#include "protocol/wire/line_codec.h"

namespace vow::wire {

std::unique_ptr<Codec> make_codec(Variant variant) {
    if (variant == Variant::json_based) return std::make_unique<JsonCodec>();
    return std::make_unique<LineCodec>();
}

void turn_into_evaluate(std::string& validate_request) {
    constexpr std::string_view before = "validate";
    constexpr std::string_view after = "evaluate";
    // The operation is the first field of either variant.
    validate_request.replace(validate_request.find(before), before.size(), after);
}

std::optional<LogLine> log_line_of(std::string_view line) {
    constexpr std::string_view prefix = "log_";
    if (!line.starts_with(prefix)) return std::nullopt;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view word = line.substr(prefix.size(), equals - prefix.size());
    return LogLine{
        .level = log_level_from(word),
        .word = std::string(word),
        .text = std::string(line.substr(equals + 1))};
}

} // namespace vow::wire
