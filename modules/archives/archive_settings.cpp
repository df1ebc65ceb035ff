#include "modules/archives/archive_settings.h"

#include "protocol/promise/settings.h"
#include "protocol/text/text.h"

namespace vow::modules {
namespace {

const ArchiveFormat& format_for(const Promise& promise) {
    const std::string named = Settings(promise.attributes).text_or("format", "");
    return named.empty() ? format_of(promise.promiser) : *find_format(named);
}

} // namespace

ArchiveSettings::ArchiveSettings(const Promise& promise)
    : path(promise.promiser),
      format(format_for(promise)) {
    const Settings settings(promise.attributes);
    from = settings.text_or("from", "");
    into = settings.text_or("into", "");
    keeps_set_id = settings.holds("set_id");
    limits.size = static_cast<std::uint64_t>(settings.number("max_size").value_or(0));
    limits.entries = static_cast<std::uint64_t>(settings.number("max_entries").value_or(0));
    limits.ratio = static_cast<std::uint64_t>(settings.number("max_ratio").value_or(0));
}

ArchiveSettings ArchiveSettings::of_folder(const Promise& promise) {
    constexpr std::string_view checksum_kind = "sha256:";
    const Settings attributes(promise.attributes);
    ArchiveSettings settings(promise);
    settings.path = attributes.text_or("source", "");
    settings.into = promise.promiser;
    settings.creates = attributes.text_or("creates", "");
    settings.strip = static_cast<std::size_t>(attributes.number("strip").value_or(0));
    settings.limits = {.size = 10ULL << 30, .entries = 100'000, .ratio = 200};
    const std::string checksum = attributes.text_or("checksum", "");
    if (!checksum.empty()) settings.checksum = lower_case(checksum.substr(checksum_kind.size()));
    return settings;
}

} // namespace vow::modules
