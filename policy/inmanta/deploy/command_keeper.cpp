#include "policy/inmanta/deploy/resource_keeper.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <optional>

namespace vow::inmanta {
namespace {

constexpr std::string_view usual_path =
    "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// The words of a command line, as a shell would group them: quotes, and backslashes outside of
/// single ones. Nothing is expanded.
std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words;
    std::optional<std::string> word;
    const auto add = [&word](std::string_view text) {
        if (!word) word.emplace();
        *word += text;
    };
    char quote = '\0';
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        const bool escapes = c == '\\' && quote != '\'' && at + 1 < line.size();
        if (escapes) {
            add({&line[++at], 1});
        } else if (c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == '"' || c == '\'')) {
            quote = c;
            add("");
        } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
            if (word) words.push_back(*std::exchange(word, std::nullopt));
        } else {
            add({&c, 1});
        }
    }
    if (word) words.push_back(*word);
    return words;
}

/// The file of a program that is named without a folder; the name itself if there is none.
std::string program_file(const std::string& name, const std::string& path, Host& host) {
    if (name.find('/') != std::string::npos) return name;
    for (const std::string_view folder : split_at(path.empty() ? usual_path : path, ':')) {
        std::string file(folder);
        file.append("/").append(name);
        const auto status = host.status(file, Symlinks::follow);
        if (status && status->kind == FileKind::regular && host.may(Access::execute, file))
            return file;
    }
    return name;
}

/// The reason of a failed command in the words of the resource.
std::string reason_of(const std::string& line) {
    constexpr std::string_view before = "returned code '";
    const std::size_t found = line.find(before);
    if (found == std::string::npos) return line;
    const std::size_t begin = found + before.size();
    return "the command ended with status " + line.substr(begin, line.find('\'', begin) - begin) +
           ", which is not in `returns`";
}

} // namespace

/// The exit status of a condition; nullopt if it cannot be run.
std::optional<int> ResourceKeeper::status_of(const std::string& command) {
    std::vector<std::string> words = words_of(command);
    if (words.empty()) return std::nullopt;
    words.front() = program_file(words.front(), resource_.text("path"), world_.host);
    const auto result = world_.host.run(Command{
        .arguments = std::move(words),
        .folder = resource_.text("cwd"),
        .limit = std::chrono::seconds(std::max(std::atoi(resource_.text("timeout").c_str()), 1))});
    return result ? std::optional<int>(result->exit_code) : std::nullopt;
}

bool ResourceKeeper::needs_command() {
    const std::string creates = resource_.text("creates");
    if (!creates.empty() && world_.host.status(creates, Symlinks::follow)) return false;
    const std::string unless = resource_.text("unless");
    if (!unless.empty() && status_of(unless) == 0) return false;
    const std::string only_if = resource_.text("onlyif");
    return only_if.empty() || status_of(only_if) == 0;
}

void ResourceKeeper::keep_command() {
    const bool reloads = reload_ == Reload::yes;
    const bool only_reloads = resource_.is("reload_only");
    if ((only_reloads && !reloads) || !needs_command()) return;
    if (!only_reloads) run_command(resource_.name);
    if (!reloads || policy_ != Terms::Policy::fix || result_.state != ResourceState::pending)
        return;
    const std::string reload = resource_.text("reload");
    run_command(reload.empty() ? resource_.name : reload);
    if (result_.state == ResourceState::pending) result_.reloaded = ResourceResult::Reload::yes;
}

void ResourceKeeper::run_command(const std::string& command) {
    std::vector<std::string> words = words_of(command);
    if (words.empty()) return fail("the command is empty");
    result_.change = ResourceChange::updated;
    if (policy_ != Terms::Policy::fix) return;
    const std::string path = resource_.text("path");
    const std::string program = program_file(words.front(), path, world_.host);
    Attributes attributes;
    attributes.set("arglist", std::vector<std::string>(words.begin() + 1, words.end()));
    std::vector<std::string> environment;
    if (!path.empty()) environment.push_back("PATH=" + path);
    if (const Value* given = resource_.fields.find("environment"); given && given->dict()) {
        for (const auto& [name, value] : given->dict()->members())
            environment.push_back(name + "=" + text_of(value));
    }
    if (!environment.empty()) attributes.set("environment", environment);
    std::vector<Data::Member> contain = {
        {"exec_timeout", Data::string(resource_.text("timeout"))}, {"umask", Data::string("022")}};
    const std::string folder = resource_.text("cwd");
    if (!folder.empty()) contain.emplace_back("chdir", Data::string(folder));
    attributes.set("contain", Data::object(std::move(contain)));
    std::vector<std::string> returns;
    if (const Value* given = resource_.fields.find("returns"); given && given->list()) {
        for (const Value& status : *given->list())
            returns.push_back(text_of(status));
    }
    attributes.set("repaired_returncodes", returns);
    keep_promise("commands", "\"" + program + "\"", std::move(attributes));
    if (has_failed()) result_.reason = reason_of(result_.reason);
    if (has_failed() && resource_.is("skip_on_fail")) result_.state = ResourceState::skipped;
}

} // namespace vow::inmanta
