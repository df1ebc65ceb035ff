#include "policy/run/host.h"

#include "protocol/text/words.h"

namespace vow {

Answer<std::string> within(std::size_t most, Answer<std::string> text) {
    if (!text || text->size() <= most) return text;
    return {.why_not = "it is larger than " + std::to_string(most >> 20U) + " MiB"};
}

Answer<std::string> read_whole_file(Host& host, const std::string& path, std::size_t most) {
    return within(most, host.read_file(path, most + 1));
}

Answer<std::string> read_whole_guarded_file(Host& host, const std::string& path, std::size_t most) {
    return within(most, host.read_guarded_file(path, most + 1));
}

Answer<std::string> read_file_part(Host& host, const std::string& path, std::size_t limit) {
    return limit <= most_answer_bytes ? host.read_file(path, limit) : read_whole_file(host, path);
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
