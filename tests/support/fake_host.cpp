#include "tests/support/fake_host.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <set>

namespace vow::test {

namespace {

template <class T>
Answer<T> no_such_file() {
    return {.why_not = "No such file or directory"};
}

template <class Items, class Value, class Member>
auto found(const Items& items, Member member, const Value& value)
    -> std::optional<typename Items::value_type> {
    const auto at = std::ranges::find(items, value, member);
    return at != items.end() ? std::optional(*at) : std::nullopt;
}

} // namespace

Answer<std::string> FakeHost::read_file(const std::string& path, std::size_t limit) {
    const auto file = files.find(path);
    if (file == files.end()) return no_such_file<std::string>();
    ++files_read;
    return {.value = file->second.substr(0, limit)};
}

Answer<std::string> FakeHost::file_digest(const std::string& path, Digest::Algorithm algorithm) {
    const auto file = files.find(path);
    if (file == files.end()) return no_such_file<std::string>();
    return {.value = digest_of(file->second, algorithm)};
}

Answer<FileStatus> FakeHost::status(const std::string& path, Symlinks symlinks) {
    if (const auto link = links.find(path); link != links.end()) {
        if (symlinks == Symlinks::follow) return status(link->second, symlinks);
        return {.value = FileStatus{.kind = FileKind::symlink, .mode = 0777}};
    }
    if (const auto known = statuses.find(path); known != statuses.end())
        return {.value = known->second};
    if (const auto file = files.find(path); file != files.end())
        return {
            .value =
                FileStatus{.kind = FileKind::regular, .mode = 0644, .size = file->second.size()}};
    const std::string folder = path == "/" ? path : path + "/";
    const auto inside = files.lower_bound(folder);
    if (inside != files.end() && inside->first.starts_with(folder))
        return {.value = FileStatus{.kind = FileKind::directory, .mode = 0755}};
    return no_such_file<FileStatus>();
}

bool FakeHost::may(Access access, const std::string& path) {
    const auto known = status(path, Symlinks::follow);
    return known && (access != Access::execute || (known->mode & 0111) != 0);
}

Answer<std::string> FakeHost::link_target(const std::string& path) {
    const auto link = links.find(path);
    if (link == links.end()) return {.why_not = "Invalid argument"};
    return {.value = link->second};
}

Answer<std::string> FakeHost::real_path(const std::string& path) {
    if (const auto link = links.find(path); link != links.end()) return real_path(link->second);
    if (!status(path, Symlinks::follow)) return no_such_file<std::string>();
    return {.value = path};
}

Answer<std::vector<std::string>> FakeHost::access_list(const std::string& path, AccessLists) {
    if (!files.contains(path)) return {.why_not = "No such file or directory"};
    return {.value = std::vector<std::string>{"user::rw-", "group::r--", "other::r--"}};
}

Answer<std::vector<std::string>> FakeHost::list_directory(const std::string& path) {
    const std::string folder = path.ends_with('/') ? path : path + "/";
    std::set<std::string> names;
    const auto add = [&](const std::string& each) {
        if (!each.starts_with(folder)) return;
        const std::string rest = each.substr(folder.size());
        names.insert(rest.substr(0, rest.find('/')));
    };
    for (const auto& [each, content] : files)
        add(each);
    for (const auto& [each, target] : links)
        add(each);
    for (const auto& [each, known] : statuses)
        add(each);
    if (names.empty()) return no_such_file<std::vector<std::string>>();
    names.insert({".", ".."});
    return {.value = std::vector<std::string>(names.begin(), names.end())};
}

Answer<std::uint64_t> FakeHost::free_kibibytes(const std::string& path) {
    if (!status(path, Symlinks::follow)) return no_such_file<std::uint64_t>();
    return {.value = 1000};
}

std::optional<std::string> FakeHost::append_line(const std::string& path, std::string_view line) {
    files[path].append(line).append("\n");
    return std::nullopt;
}

std::optional<std::string> FakeHost::environment(const std::string& name) {
    const auto variable = variables.find(name);
    return variable != variables.end() ? std::optional(variable->second) : std::nullopt;
}

Answer<CommandResult> FakeHost::run(const Command& command) {
    if (command.arguments.empty()) return {.why_not = "no command"};
    ++commands_run;
    const bool has_shell = command.arguments.front() == "/bin/sh";
    const auto known =
        commands.find(has_shell ? command.arguments.back() : joined(command.arguments, " "));
    if (known == commands.end()) return {.why_not = "No such file or directory"};
    return {.value = known->second};
}

std::optional<User> FakeHost::user(std::string_view name) {
    return found(known_users, &User::name, name);
}

std::optional<User> FakeHost::user(std::uint32_t uid) {
    return found(known_users, &User::uid, uid);
}

std::optional<Group> FakeHost::group(std::string_view name) {
    return found(known_groups, &Group::name, name);
}

std::optional<Group> FakeHost::group(std::uint32_t gid) {
    return found(known_groups, &Group::gid, gid);
}

} // namespace vow::test
