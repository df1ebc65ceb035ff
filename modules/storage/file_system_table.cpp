#include "modules/storage/file_system_table.h"

#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

bool is_line_for(std::string_view line, std::string_view folder) {
    if (line.starts_with('#')) return false;
    const auto fields = words_of(line);
    return std::ranges::find(fields, mount_field(folder)) != fields.end();
}

} // namespace

bool FileSystemTable::has(std::string_view folder) const {
    return std::ranges::any_of(lines_of(text_), [&](std::string_view line) {
        return is_line_for(line, folder);
    });
}

void FileSystemTable::add(const Mount& mount, const std::string& folder) {
    if (!text_.empty() && !text_.ends_with('\n')) text_ += '\n';
    text_ += mount_field(mount.device()) + " \t " + mount_field(folder) + " \t " + mount.type +
             " \t " + mount_field(mount.options) + "\n";
}

void FileSystemTable::remove(std::string_view folder) {
    std::string rest;
    for (const std::string_view line : lines_of(text_)) {
        if (!is_line_for(line, folder)) rest.append(line).append("\n");
    }
    text_ = std::move(rest);
}

} // namespace vow::modules
