#include "protocol/packages/package_list.h"
#include "protocol/wire/codec.h"
#include "protocol/wire/line_buffer.h"
#include "tools/fuzz/fuzzing.h"

#include <algorithm>

using namespace vow;

namespace {

/// Reads the output of a module: its header, then lines in `variant`, in pieces as a pipe delivers
/// them. Every fault has its words.
void read_module_output(std::string_view output, wire::Variant variant) {
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
            fuzz::require(error == nullptr || !error->why.empty());
        }
    }
}

void read_json_reply(std::string_view output) {
    read_module_output(output, wire::Variant::json_based);
}

void read_line_reply(std::string_view output) {
    read_module_output(output, wire::Variant::line_based);
}

std::size_t length_of(const PackageList& packages) {
    std::size_t length = 0;
    for (const Package& package : packages)
        length += package.name.size() + package.version.size() + package.architecture.size();
    return length;
}

/// Reads the packages in the reply of a package module, and in a database of dpkg. They are parts
/// of the text; those of a reply are complete.
void read_package_reply(std::string_view text) {
    const auto listing = packages_in(package_lines_in(text));
    fuzz::require(length_of(listing.packages) <= text.size());
    for (const Package& package : listing.packages)
        fuzz::require(!package.name.empty() && !package.version.empty());
    fuzz::require(length_of(packages_in_dpkg(text)) <= text.size());
}

constexpr fuzz::Fuzzer table[] = {
    {"json_reply", read_json_reply},
    {"line_reply", read_line_reply},
    {"package_reply", read_package_reply}};

} // namespace

const std::span<const fuzz::Fuzzer> fuzz::fuzzers = table;
