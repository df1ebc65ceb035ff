#include "protocol/system/file_descriptor.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr int most_interpreters = 5;    // as the kernel follows from first line to first line
constexpr std::size_t first_line = 256; ///< bytes that the kernel reads of a script

/// The words after "#!" in the first line of a file; none if it is not a script, or unreadable.
std::vector<std::string> interpreter_words(const std::string& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    std::array<char, first_line> bytes; // NOLINT(*-member-init): read() fills it
    const ssize_t count = file ? ::read(file.number(), bytes.data(), bytes.size()) : 0;
    std::string_view line(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (!line.starts_with("#!")) return {};
    line = line.substr(2, line.find('\n') - 2);
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
        if (end > begin) words.emplace_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// The program that `env` starts for a script: the first word that is neither an option nor a
/// variable, searched in PATH. Empty if there is none.
std::string program_of_env(const std::vector<std::string>& words) {
    const auto name = std::find_if(words.begin() + 1, words.end(), [](const std::string& word) {
        return !word.starts_with('-') && word.find('=') == std::string::npos;
    });
    const char* path = std::getenv("PATH");
    if (name == words.end() || name->find('/') != std::string::npos || path == nullptr)
        return name == words.end() ? "" : *name;
    for (std::string_view rest = path; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        std::string program = std::string(rest.substr(0, end)).append("/").append(*name);
        if (::access(program.c_str(), X_OK) == 0) return program;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

/// The path that a command's file has for us: it is looked up after chroot and chdir.
std::string path_seen(const std::string& path, const Command& command) {
    if (path.starts_with('/')) return command.root + path;
    return command.folder.empty() ? path : command.root + command.folder + "/" + path;
}

bool is_python(const std::string& interpreter) {
    return interpreter.substr(interpreter.rfind('/') + 1).starts_with("python");
}

/// Whether Python can import a file of that name, or finds something in a folder of that name.
bool is_importable(const dirent& entry) {
    const std::string_view name = entry.d_name;
    if (name == "." || name == "..") return false;
    return entry.d_type == DT_DIR || entry.d_type == DT_LNK || name.ends_with(".py") ||
           name.ends_with(".pyc") || name.ends_with(".so");
}

} // namespace

/// Python searches the folder of a script first, even for modules of its own library.
std::optional<std::string> Trust::judge_imports(const std::string& script) const {
    const std::unique_ptr<char, void (*)(void*)> real(
        ::realpath(script.c_str(), nullptr), &std::free
    );
    if (!real) return std::nullopt;
    const std::string path = real.get();
    const std::string top = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
    for (const std::string& folder : {top, top + "/__pycache__"}) {
        const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), &::closedir);
        struct stat status = {};
        if (!open || ::fstat(::dirfd(open.get()), &status) != 0) continue;
        if ((status.st_mode & S_IWOTH) != 0)
            return "Python imports from '" + folder + "', where everyone can put files (move '" +
                   path + "' to a folder of its own)";
        while (const dirent* entry = ::readdir(open.get())) {
            if (!is_importable(*entry)) continue;
            if (auto objection = walk(folder + "/" + entry->d_name).objection) return objection;
        }
    }
    return std::nullopt;
}

Trust::Finding
Trust::judge_program(const std::string& path, const Command& command, int depth) const {
    const std::string seen = path_seen(path, command);
    Finding found = walk(seen);
    if (found.objection || found.error != 0 || depth == 0) return found;
    const std::vector<std::string> words = interpreter_words(seen);
    if (words.empty()) return found;
    std::vector<std::string> interpreters = {words.front()};
    if (words.front().ends_with("/env")) interpreters.push_back(program_of_env(words));
    for (const std::string& each : interpreters) {
        // The start itself fails if an interpreter is missing.
        if (const auto objection = judge_program(each, command, depth - 1).objection) {
            found.objection =
                "the first line of '" + seen + "' names '" + each + "', and " + *objection;
            return found;
        }
    }
    if (std::ranges::any_of(interpreters, is_python)) found.objection = judge_imports(seen);
    return found;
}

std::variant<TrustedCommand, Objection> Trust::checked(Command command) const {
    if (!users_ || command.user.value_or(0) != 0 || command.arguments.empty())
        return TrustedCommand(std::move(command), 0);
    const std::string& program = command.arguments.front();
    Finding found = judge_program(program, command, most_interpreters);
    const int error = found.error;
    for (const std::string& file : command.code) {
        if (!found.objection)
            found.objection = judge_program(file, command, most_interpreters).objection;
        if (!found.objection && is_python(program))
            found.objection = judge_imports(path_seen(file, command));
    }
    if (found.objection) return Objection{advised(*std::move(found.objection))};
    return TrustedCommand(std::move(command), error);
}

} // namespace vow
