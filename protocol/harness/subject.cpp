#include "protocol/harness/subject.h"

#include "protocol/client/module_start.h"
#include "protocol/system/trust.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace vow::harness {

LateAnswers::LateAnswers() {
    using Count = std::atomic<int>;
    void* const memory =
        ::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    count_ = {new (memory) Count(0), [](Count* count) { ::munmap(count, sizeof(Count)); }};
}

namespace {

/// The words after "#!" in the first line: a path, and at most one argument.
std::vector<std::string> named_in_first_line(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    if (!std::getline(in, line) || !line.starts_with("#!")) return {};
    const std::size_t begin = line.find_first_not_of(" \t", 2);
    if (begin == std::string::npos) return {};
    const std::size_t end = line.find_first_of(" \t", begin);
    std::vector<std::string> words = {line.substr(begin, end - begin)};
    const std::size_t argument = line.find_first_not_of(" \t", end);
    if (argument != std::string::npos) words.push_back(line.substr(argument));
    return words;
}

/// The interpreter for a file that names none.
std::string_view usual_interpreter(const std::string& path) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> interpreters = {
        {{".js", "node"}, {".pl", "perl"}, {".py", "python3"}, {".sh", "sh"}}};
    for (const auto& [ending, program] : interpreters) {
        if (path.ends_with(ending)) return program;
    }
    return {};
}

/// A program without a folder, as a shell finds it; unchanged if it is not found.
std::string found_in_path(const std::string& program) {
    const char* const folders = std::getenv("PATH");
    if (program.empty() || program.find('/') != std::string::npos || folders == nullptr)
        return program;
    std::istringstream in(folders);
    for (std::string folder; std::getline(in, folder, ':');) {
        std::string path = folder.append("/").append(program);
        if (access(path.c_str(), X_OK) == 0) return path;
    }
    return program;
}

} // namespace

Subject subject_at(const std::string& path, const std::string& interpreter) {
    const bool is_script = access(path.c_str(), R_OK) == 0;
    std::vector<std::string> named = named_in_first_line(path);
    if (interpreter.empty() && is_script && (access(path.c_str(), X_OK) != 0 || named.empty())) {
        std::vector<std::string> command = std::move(named);
        if (command.empty() && !usual_interpreter(path).empty())
            command.push_back(found_in_path(std::string(usual_interpreter(path))));
        if (!command.empty()) {
            command.push_back(path);
            return {.name = path, .command = std::move(command), .file = path};
        }
    }
    return {
        .name = path,
        .command =
            client::command_of({.name = {}, .interpreter = found_in_path(interpreter), .path = path}
            ),
        .file = path};
}

client::Subprocess Subject::start() const {
    Command started{
        .arguments = command,
        .environment = client::module_environment(progress),
        .session = session};
    if (!file.empty()) started.code = {file};
    const std::string& named = file.empty() ? command.front() : file;
    return client::start_command(
        std::move(started), name, trusting(Trust::of_process({named}), trusted_users)
    );
}

} // namespace vow::harness
