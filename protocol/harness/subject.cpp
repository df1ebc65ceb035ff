#include "protocol/harness/subject.h"

#include "protocol/client/module_start.h"

#include <fstream>

#include <unistd.h>

namespace vow::harness {
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

} // namespace

Subject subject_at(const std::string& path, const std::string& interpreter) {
    if (interpreter.empty() && access(path.c_str(), R_OK) == 0 && access(path.c_str(), X_OK) != 0) {
        std::vector<std::string> command = named_in_first_line(path);
        if (!command.empty()) {
            command.push_back(path);
            return {.name = path, .command = std::move(command)};
        }
    }
    return {
        .name = path,
        .command = client::command_of({.name = {}, .interpreter = interpreter, .path = path})};
}

} // namespace vow::harness
