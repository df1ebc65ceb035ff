#include "agent/remote/remote_host.h"

#include "agent/remote/wire_value.h"

namespace vow::agent {

using wire_value::packed;

template <class Result, class... Given>
Result RemoteHost::call(std::string_view request, const Given&... given) {
    const std::string line =
        json_text(Data::array({Data::string(std::string(request)), packed(given)...}));
    const auto read = parse_json(exchange_(line));
    const auto* answer = std::get_if<Data>(&read);
    if (answer == nullptr) throw ConnectionLost("it answered with a line that is not JSON");
    return wire_value::unpacked<Result>(answer);
}

Answer<std::string> RemoteHost::read_file(const std::string& path, std::size_t limit) {
    return call<Answer<std::string>>("read_file", path, limit);
}
Answer<std::string> RemoteHost::read_guarded_file(const std::string& path, std::size_t limit) {
    return call<Answer<std::string>>("read_guarded_file", path, limit);
}
CheckedAnswer<std::string>
RemoteHost::read_trusted_file(const std::string& path, std::size_t limit) {
    return call<CheckedAnswer<std::string>>("read_trusted_file", path, limit);
}
Answer<std::string> RemoteHost::file_digest(const std::string& path, Digest::Algorithm algorithm) {
    return call<Answer<std::string>>("file_digest", path, algorithm);
}

Answer<std::string>
RemoteHost::guarded_file_digest(const std::string& path, Digest::Algorithm algorithm) {
    return call<Answer<std::string>>("guarded_file_digest", path, algorithm);
}
Answer<FileStatus> RemoteHost::status(const std::string& path, Symlinks symlinks) {
    return call<Answer<FileStatus>>("status", path, symlinks);
}
bool RemoteHost::may(Access access, const std::string& path) {
    return call<bool>("may", access, path);
}
std::optional<std::string> RemoteHost::objection_to(const std::string& path) {
    return call<std::optional<std::string>>("objection_to", path);
}
std::optional<std::string> RemoteHost::objection_to_tree(const std::string& path) {
    return call<std::optional<std::string>>("objection_to_tree", path);
}
Answer<std::string> RemoteHost::link_target(const std::string& path) {
    return call<Answer<std::string>>("link_target", path);
}
Answer<std::string> RemoteHost::real_path(const std::string& path) {
    return call<Answer<std::string>>("real_path", path);
}
Answer<std::vector<std::string>> RemoteHost::list_directory(const std::string& path) {
    return call<Answer<std::vector<std::string>>>("list_directory", path);
}
Answer<std::vector<std::string>>
RemoteHost::access_list(const std::string& path, AccessLists which) {
    return call<Answer<std::vector<std::string>>>("access_list", path, which);
}
Answer<std::uint64_t> RemoteHost::free_kibibytes(const std::string& path) {
    return call<Answer<std::uint64_t>>("free_kibibytes", path);
}
std::optional<std::string> RemoteHost::append_line(const std::string& path, std::string_view line) {
    return call<std::optional<std::string>>("append_line", path, std::string(line));
}
std::optional<std::string> RemoteHost::environment(const std::string& name) {
    return call<std::optional<std::string>>("environment", name);
}
Answer<CommandResult> RemoteHost::run(const Command& command) {
    return call<Answer<CommandResult>>("run", command);
}
std::optional<User> RemoteHost::user(std::string_view name) {
    return call<std::optional<User>>("user_named", std::string(name));
}
std::optional<User> RemoteHost::user(std::uint32_t uid) {
    return call<std::optional<User>>("user_numbered", uid);
}
std::optional<Group> RemoteHost::group(std::string_view name) {
    return call<std::optional<Group>>("group_named", std::string(name));
}
std::optional<Group> RemoteHost::group(std::uint32_t gid) {
    return call<std::optional<Group>>("group_numbered", gid);
}
std::vector<User> RemoteHost::users() {
    return call<std::vector<User>>("users");
}
std::vector<Group> RemoteHost::groups() {
    return call<std::vector<Group>>("groups");
}
std::vector<RunningProcess> RemoteHost::processes() {
    return call<std::vector<RunningProcess>>("processes");
}
Self RemoteHost::self() {
    return call<Self>("self");
}
std::chrono::system_clock::time_point RemoteHost::now() {
    return call<std::chrono::system_clock::time_point>("now");
}

} // namespace vow::agent
