#include "policy/run/host.h"

#include "protocol/text/text.h"

namespace vow {

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
