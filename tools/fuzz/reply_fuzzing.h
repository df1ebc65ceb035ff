#pragma once

#include "protocol/wire/codec.h"
#include "protocol/wire/line_buffer.h"
#include "tools/fuzz/fuzzing.h"

#include <algorithm>

namespace vow::fuzz {

/// Reads the output of a module: its header, then lines in `variant`, in pieces as a pipe delivers
/// them. Every fault has its words.
inline void read_module_output(std::string_view output, wire::Variant variant) {
    constexpr std::size_t piece = 7; // an odd number, so that pieces end anywhere in a line
    wire::LineBuffer lines;
    wire::parse_header(output.substr(0, output.find('\n')));
    const wire::Extensions all = {wire::ProgressLines::offered, wire::WholeOutcomes::offered};
    const auto codec = wire::make_codec(variant, all);
    while (!output.empty()) {
        const std::size_t count = std::min(piece, output.size());
        std::copy_n(output.begin(), count, lines.room(count).begin());
        lines.filled(count);
        output.remove_prefix(count);
        while (const auto line = lines.next_line()) {
            codec->is_reply(*line);
            const auto result = codec->read_line(*line);
            const auto* error = std::get_if<wire::FormatError>(&result);
            require(error == nullptr || !error->why.empty());
        }
    }
}

} // namespace vow::fuzz
