#include "policy/run/host.h"

#include "policy/run/host_files.h"
#include "protocol/text/text.h"

namespace vow {

Answer<std::string> within(std::size_t max_bytes, Answer<std::string> text) {
    if (!text || text->size() <= max_bytes) return text;
    return {.why_not = "it is larger than " + std::to_string(max_bytes >> 20U) + " MiB"};
}

Answer<std::string>
read_whole_file(HostFiles& files, const std::string& path, std::size_t max_bytes) {
    return within(max_bytes, files.read_file(path, max_bytes + 1));
}

Answer<std::string>
read_whole_guarded_file(HostFiles& files, const std::string& path, std::size_t max_bytes) {
    return within(max_bytes, files.read_guarded_file(path, max_bytes + 1));
}

Answer<std::string> read_file_part(HostFiles& files, const std::string& path, std::size_t limit) {
    return limit <= max_answer_bytes ? files.read_file(path, limit) : read_whole_file(files, path);
}

std::optional<std::string> program_on_path(Host& host, std::string_view name) {
    const std::string folders = host.environment("PATH").value_or("/usr/bin:/bin");
    for (const std::string_view folder : split_at(folders, ':')) {
        if (!folder.starts_with('/')) continue;
        std::string path = std::string(folder).append("/").append(name);
        const auto status = host.status(path, Symlinks::follow);
        const bool is_folder = status && status->kind == FileKind::directory;
        if (!is_folder && host.may(Access::execute, path)) return path;
    }
    return std::nullopt;
}

} // namespace vow
