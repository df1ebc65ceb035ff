#pragma once

#include <string>
#include <string_view>
#include <vector>

struct archive;

namespace vow::modules {

/// A format of new archives, by the ending of their names.
struct ArchiveFormat {
    std::string_view name;
    std::string_view ending;
    int (*set_format)(archive* written);
    int (*add_filter)(archive* written);
};

/// Returns null for an unknown format.
const ArchiveFormat* find_format(std::string_view name);
/// The format that the end of a path names; zip if it names none.
const ArchiveFormat& format_of(std::string_view path);
std::vector<std::string> names_of_formats();

} // namespace vow::modules
