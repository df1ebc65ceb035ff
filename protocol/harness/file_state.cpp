#include "protocol/harness/file_state.h"

#include "protocol/client/quotation.h"
#include "protocol/harness/scratch_folder.h"

#include <algorithm>
#include <filesystem>
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

namespace {

namespace fs = std::filesystem;

} // namespace

FolderState::FolderState(const std::string& folder) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
        const auto status = status_of(entry.path());
        if (!status) continue;
        std::string content;
        if (!S_ISDIR(status->st_mode)) content = content_of(entry.path(), *status);
        files_[entry.path().lexically_relative(folder)] = {
            std::string(kind_of(*status)),
            status->st_mode & 07777U,
            without_folder(std::move(content), folder)};
    }
}

FolderState FolderState::common_with(const FolderState& other) const {
    FolderState common;
    for (const auto& [path, file] : files_) {
        const auto found = other.files_.find(path);
        if (found != other.files_.end() && found->second == file)
            common.files_[path] = file;
        else
            common.changing_.insert(path);
    }
    common.changing_.insert(changing_.begin(), changing_.end());
    common.changing_.insert(other.changing_.begin(), other.changing_.end());
    const auto has_same_name = [](const auto& one, const auto& two) {
        return one.first == two.first;
    };
    common.has_changing_names_ = has_changing_names_ || other.has_changing_names_ ||
                                 !std::ranges::equal(files_, other.files_, has_same_name);
    return common;
}

std::vector<std::string> FolderState::differences_from(const FolderState& usual) const {
    std::vector<std::string> lines;
    for (const auto& [path, file] : usual.files_) {
        const auto found = files_.find(path);
        const std::string what = found == files_.end() ? "it does not exist, but otherwise does"
                                                       : difference_between(found->second, file);
        if (!what.empty()) lines.push_back(std::string(path).append(": ").append(what));
    }
    if (usual.has_changing_names_) return lines;
    for (const auto& [path, file] : files_) {
        if (!usual.files_.contains(path) && !usual.changing_.contains(path))
            lines.push_back(path + ": it exists, but otherwise does not");
    }
    return lines;
}

std::string FolderState::difference_between(const File& now, const File& usual) {
    if (now.kind != usual.kind) return "it is a " + now.kind + ", but otherwise a " + usual.kind;
    if (now.content != usual.content)
        return first_difference(now.content, "is", usual.content, "otherwise");
    if (now.mode == usual.mode) return {};
    return "its mode is " + octal(now.mode) + ", but otherwise " + octal(usual.mode);
}

} // namespace vow::harness
