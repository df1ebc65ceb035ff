#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace vow::harness {

/// That of a path itself, also of a link; nullopt if there is nothing.
std::optional<struct stat> status_of(const std::filesystem::path& path);

/// The content of a path in comparable form: of a link its target, of a device its number.
std::string content_of(const std::filesystem::path& path, const struct stat& status);

/// "file", "folder", "link" or "special file".
std::string_view kind_of(const struct stat& status);

/// The permission bits: "644".
std::string octal(mode_t mode);

/// The first line that differs in two texts: "line 3 was 'a' and is 'b'", with these verbs.
std::string first_difference(
    const std::string& one, std::string_view of_one, const std::string& two, std::string_view of_two
);

} // namespace vow::harness
