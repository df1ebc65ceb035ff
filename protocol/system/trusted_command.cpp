#include "protocol/system/file_descriptor.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr int max_interpreters = 5;     // as the kernel follows from first line to first line
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

/// The value of PATH for a command.
std::string_view search_path(const Command& command) {
    constexpr std::string_view name = "PATH=";
    if (!command.environment) {
        const char* ours = std::getenv("PATH");
        return ours == nullptr ? "" : ours;
    }
    for (const std::string_view variable : *command.environment) {
        if (variable.starts_with(name)) return variable.substr(name.size());
    }
    return {};
}

/// The word that `env` starts as a program: the first that is neither an option nor a variable.
/// nullopt: none, so it only prints the environment.
std::optional<std::string> word_of_env(const std::vector<std::string>& words) {
    for (std::size_t at = 1; at < words.size(); ++at) {
        std::string_view word = words[at];
        if (word.starts_with("-S")) word.remove_prefix(2);
        const bool is_program =
            !word.empty() && !word.starts_with('-') && word.find('=') == word.npos;
        if (is_program) return std::string(word);
    }
    return std::nullopt;
}

/// The first word of `sh -c LINE`: a word of the shell, or a program that the shell runs. Empty if
/// the command is another, and for a word that the shell expands or reads as something else.
std::string first_word_of_line(const std::vector<std::string>& arguments) {
    constexpr std::string_view not_plain = "'\"\\$`<>|&;()*?[]{}~=#!\n";
    const bool is_line =
        arguments.size() > 2 && arguments[1] == "-c" && arguments.front().ends_with("/sh");
    if (!is_line) return {};
    std::string_view line = arguments[2];
    const bool is_quoted = line.starts_with('"');
    if (is_quoted) line.remove_prefix(1);
    const std::string_view word = line.substr(0, line.find_first_of(is_quoted ? "\"" : " \t"));
    return word.find_first_of(not_plain) == word.npos ? std::string(word) : std::string();
}

bool is_python(const std::string& interpreter) {
    return interpreter.substr(interpreter.rfind('/') + 1).starts_with("python");
}

} // namespace

/// A path is looked up after chroot and chdir.
Trust::Seen Trust::seen_by(const Command& command, const std::string& path) {
    std::string seen = path;
    const std::string folder =
        command.folder.empty() && !command.root.empty() ? "/" : command.folder;
    if (!path.starts_with('/') && !folder.empty()) seen = folder + "/" + path;
    return {.path = std::move(seen), .root = command.root};
}

/// Others can also put a file into a sticky folder, or make one that is not there.
std::optional<std::string> Trust::fault_of_search(const Seen& folder) const {
    const Finding found = walk(folder);
    if (found.objection || !users_) return found.objection;
    return found.error != 0 ? found.absence : fault_of_writers(found.real, found.status);
}

std::optional<std::string> Trust::objection_to_search(const std::string& folder) const {
    auto found = fault_of_search({folder});
    if (found) found = advised(*std::move(found));
    return found;
}

/// Each folder up to that with the program decides.
Trust::Search Trust::search(const std::string& name, const Command& command) const {
    for (std::string_view rest = search_path(command); !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string folder(end == 0 ? "." : rest.substr(0, end));
        if (const auto fault = fault_of_search(seen_by(command, folder))) {
            std::string words = "'" + name;
            words.append("' is looked up in '").append(folder).append("', and ").append(*fault);
            return {.fault = std::move(words)};
        }
        std::string program = std::string(folder).append("/").append(name);
        const Finding found = walk(seen_by(command, program));
        const bool is_there = found.objection || found.error == 0;
        if (is_there && ::access(found.real.c_str(), X_OK) == 0)
            return {.program = std::move(program)};
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

Trust::Search
Trust::program_of_env(const std::vector<std::string>& words, const Command& command) const {
    auto word = word_of_env(words);
    if (!word || word->find('/') != std::string::npos) return {.program = std::move(word)};
    return search(*word, command);
}

Trust::Finding
Trust::judge_program(const std::string& path, const Command& command, int depth) const {
    const Seen seen = seen_by(command, path);
    Finding found = walk(seen);
    if (found.objection || found.error != 0 || depth == 0) return found;
    const std::vector<std::string> words = interpreter_words(found.real);
    if (words.empty()) return found;
    std::vector<std::string> interpreters = {words.front()};
    if (words.front().ends_with("/env")) {
        Search by_env = program_of_env(words, command);
        if (by_env.program) interpreters.push_back(*std::move(by_env.program));
        if (by_env.fault)
            found.objection = "the first line of '" + path + "' names it: " + *by_env.fault;
        if (found.objection) return found;
    }
    for (const std::string& each : interpreters) {
        // The start itself fails if an interpreter is missing, unless others make one until then.
        const Finding own = judge_program(each, command, depth - 1);
        if (const auto& fault = own.objection ? own.objection : own.absence) {
            found.objection = "the first line of '" + path + "' names '";
            found.objection->append(each).append("', and ").append(*fault);
            return found;
        }
    }
    if (std::ranges::any_of(interpreters, is_python)) found.objection = judge_imports(seen);
    return found;
}

/// The program that a line of the shell begins with.
std::optional<std::string> Trust::judge_line(const Command& command) const {
    const std::string word = first_word_of_line(command.arguments);
    const bool is_path = word.find('/') != std::string::npos;
    Search found;
    if (is_path)
        found.program = word;
    else if (!word.empty())
        found = search(word, command);
    if (!found.program) return std::move(found.fault);
    Finding own = judge_program(*found.program, command, max_interpreters);
    return own.objection ? std::move(own.objection) : std::move(own.absence);
}

std::variant<TrustedCommand, Objection> Trust::checked(Command command) const {
    if (!users_ || command.user.value_or(0) != 0 || command.arguments.empty())
        return TrustedCommand(std::move(command), 0);
    const std::string& program = command.arguments.front();
    Finding found = judge_program(program, command, max_interpreters);
    const int error = found.error;
    for (const std::string& file : command.code) {
        if (!found.objection) {
            const Finding own = judge_program(file, command, max_interpreters);
            found.objection = own.objection ? own.objection : own.absence;
        }
        if (!found.objection && is_python(program))
            found.objection = judge_imports(seen_by(command, file));
    }
    if (!found.objection) found.objection = judge_line(command);
    if (found.objection) return Objection{advised(*std::move(found.objection))};
    return TrustedCommand(std::move(command), error);
}

} // namespace vow
