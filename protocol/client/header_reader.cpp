#include "protocol/client/header_reader.h"

#include "protocol/client/quotation.h"

namespace vow::client {
namespace {

constexpr const char* header_expected =
    "Expected 'NAME VERSION v1 json_based', or 'line_based', and an empty line";

} // namespace

std::optional<wire::Header> HeaderReader::take(std::string_view line) {
    constexpr auto cause = ModuleError::Cause::protocol;
    if (line.find('\0') != line.npos) throw error(cause, "wrote a zero byte in its header");
    if (line_.empty()) {
        line_ = line; // empty lines before the header are harmless
        return std::nullopt;
    }
    if (!line.empty()) {
        throw error(
            cause,
            "sent no empty line after its header " + quoted_excerpt(line_) + ", but " +
                quoted_excerpt(line)
        );
    }
    auto header = wire::parse_header(line_);
    if (const auto* fault = std::get_if<wire::HeaderError>(&header)) {
        throw error(
            cause, "sent the header " + quoted_excerpt(line_) + ", which " + fault->message
        );
    }
    return std::get<wire::Header>(std::move(header));
}

ModuleError HeaderReader::missing(
    ModuleError::Cause cause, std::string_view unfinished, const std::string& why
) const {
    const std::string read = line_.empty() ? std::string(unfinished) : line_;
    if (!read.empty()) {
        return error(
            cause, "did not end its header " + quoted_excerpt(read) + " with an empty line" + why
        );
    }
    return {
        cause,
        "Did not receive header from promise module '" + module_ + "'" + why,
        header_expected};
}

ModuleError HeaderReader::error(ModuleError::Cause cause, const std::string& what) const {
    return {cause, "Promise module '" + module_ + "' " + what, header_expected};
}

} // namespace vow::client
