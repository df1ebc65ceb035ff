#include "protocol/harness/folder_state.h"

#include "protocol/harness/file_state.h"
#include "protocol/harness/scratch_folder.h"

#include <algorithm>
#include <filesystem>

namespace vow::harness {
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
