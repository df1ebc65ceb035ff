#include "protocol/harness/file_state.h"

#include "protocol/client/quotation.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace vow::harness {

std::optional<struct stat> status_of(const std::filesystem::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return status;
}

namespace {

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

std::string content_of(const std::filesystem::path& path, const struct stat& status) {
    std::error_code error;
    if (S_ISREG(status.st_mode)) return text_of_file(path);
    if (S_ISLNK(status.st_mode)) return std::filesystem::read_symlink(path, error);
    return std::to_string(status.st_rdev);
}

std::string_view kind_of(const struct stat& status) {
    if (S_ISREG(status.st_mode)) return "file";
    if (S_ISDIR(status.st_mode)) return "folder";
    if (S_ISLNK(status.st_mode)) return "link";
    return "special file";
}

std::string octal(mode_t mode) {
    std::string digits;
    for (mode_t rest = mode & 07777U; rest != 0 || digits.empty(); rest >>= 3U)
        digits.insert(digits.begin(), static_cast<char>('0' + (rest & 7U)));
    return digits;
}

std::string first_difference(
    const std::string& one, std::string_view of_one, const std::string& two, std::string_view of_two
) {
    std::size_t line = 1;
    std::size_t begin = 0;
    const std::size_t common = std::min(one.size(), two.size());
    for (std::size_t i = 0; i < common && one[i] == two[i]; ++i) {
        if (one[i] != '\n') continue;
        ++line;
        begin = i + 1;
    }
    const auto line_at = [&](const std::string& text) {
        return client::quoted_excerpt(
            std::string_view(text).substr(begin, text.find('\n', begin) - begin)
        );
    };
    return "line " + std::to_string(line) + " " + std::string(of_one) + " " + line_at(one) +
           " and " + std::string(of_two) + " " + line_at(two);
}

} // namespace vow::harness
