#include "modules/archives/archive_format.h"

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

} // namespace vow::modules
