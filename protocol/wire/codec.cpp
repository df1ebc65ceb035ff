#include "protocol/wire/codec.h"

#include "protocol/wire/codecs.h"
#include "protocol/wire/whole_outcome.h"

#include <algorithm>
#include <charconv>

namespace vow::wire {

std::unique_ptr<Codec> make_codec(Variant variant, Extensions extensions) {
    if (variant == Variant::json_based) return std::make_unique<JsonCodec>(extensions);
    return std::make_unique<LineCodec>(extensions.progress);
}

std::unique_ptr<Codec> make_codec(const Header& header) {
    Extensions extensions;
    if (header.has("progress")) extensions.progress = ProgressLines::offered;
    if (header.has(whole_outcome_feature)) extensions.outcomes = WholeOutcomes::offered;
    return make_codec(header.variant, extensions);
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

std::variant<ProgressLine, FormatError> progress_line_of(std::string_view line) {
    const std::string_view progress_text = line.substr(progress_prefix.size());
    const std::size_t blank = std::min(progress_text.find(' '), progress_text.size());
    const std::string_view number = progress_text.substr(0, blank);
    int percent = -1;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), percent);
    const bool is_number = error == std::errc() && end == number.data() + number.size();
    if (!is_number || percent < 0 || percent > 100) {
        return FormatError{
            "wrote a progress line that is not 'progress=PERCENT TEXT' with a percentage from 0 to "
            "100",
            FormatError::Harm::to_line};
    }
    return ProgressLine{
        percent, std::string(progress_text.substr(std::min(blank + 1, progress_text.size())))};
}

} // namespace vow::wire
