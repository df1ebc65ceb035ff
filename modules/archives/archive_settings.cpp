#include "modules/archives/archive_settings.h"

#include "protocol/promise/settings.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

#include <archive.h>

namespace vow::modules {

namespace {

constexpr auto zip = &archive_write_set_format_zip;
constexpr auto tar = &archive_write_set_format_pax_restricted;

constexpr std::array formats = {
    ArchiveFormat{"zip", ".zip", zip, &archive_write_add_filter_none},
    ArchiveFormat{"tar", ".tar", tar, &archive_write_add_filter_none},
    ArchiveFormat{"tar.gz", ".tar.gz", tar, &archive_write_add_filter_gzip},
    ArchiveFormat{"tar.xz", ".tar.xz", tar, &archive_write_add_filter_xz},
    ArchiveFormat{"tar.zst", ".tar.zst", tar, &archive_write_add_filter_zstd},
};

} // namespace

const ArchiveFormat* find_format(std::string_view name) {
    const auto* found = std::ranges::find(formats, name, &ArchiveFormat::name);
    return found == formats.end() ? nullptr : found;
}

const ArchiveFormat& format_of(std::string_view path) {
    if (path.ends_with(".tgz")) return *find_format("tar.gz");
    const auto* found = std::ranges::find_if(formats, [&](const ArchiveFormat& format) {
        return path.ends_with(format.ending);
    });
    return found == formats.end() ? formats.front() : *found;
}

std::vector<std::string> names_of_formats() {
    std::vector<std::string> names;
    for (const ArchiveFormat& format : formats)
        names.emplace_back(format.name);
    return names;
}

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
