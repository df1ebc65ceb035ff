#include "agent/remote/remote_host.h"

#include "agent/remote/host_requests.h"
#include "agent/remote/wire_value.h"

namespace vow::agent {

using wire_value::packed;

namespace {

template <class Result, class Part, class... Given>
Result result_of(Result (Part::*member)(Given...)); // only its type is used

} // namespace

template <auto Member, class... Given>
auto RemoteHost::ask(const Given&... given) {
    constexpr std::string_view name = std::get<HostRequest<Member>>(host_requests).name;
    const std::string line = json_text(Data::array({Data::string(name), packed(given)...}));
    const auto read = parse_json(exchange_(line));
    const auto* answer = std::get_if<Data>(&read);
    if (answer == nullptr) throw ConnectionLost("it answered with a line that is not JSON");
    return wire_value::unpacked<decltype(result_of(Member))>(answer);
}

Answer<std::string> RemoteHost::read_file(const std::string& path, std::size_t limit) {
    return ask<&HostFiles::read_file>(path, limit);
}
Answer<std::string> RemoteHost::read_guarded_file(const std::string& path, std::size_t limit) {
    return ask<&HostFiles::read_guarded_file>(path, limit);
}
Answer<std::string> RemoteHost::read_secret_file(const std::string& path, SecretRights rights) {
    return ask<&HostFiles::read_secret_file>(path, rights);
}
CheckedAnswer<std::string>
RemoteHost::read_trusted_file(const std::string& path, std::size_t limit) {
    return ask<&HostFiles::read_trusted_file>(path, limit);
}
Answer<std::string> RemoteHost::file_digest(const std::string& path, Digest::Algorithm algorithm) {
    return ask<&HostFiles::file_digest>(path, algorithm);
}

Answer<std::string>
RemoteHost::guarded_file_digest(const std::string& path, Digest::Algorithm algorithm) {
    return ask<&HostFiles::guarded_file_digest>(path, algorithm);
}
Answer<FileStatus> RemoteHost::status(const std::string& path, Symlinks symlinks) {
    return ask<&HostFiles::status>(path, symlinks);
}
bool RemoteHost::may(Access access, const std::string& path) {
    return ask<&HostFiles::may>(access, path);
}
std::optional<std::string> RemoteHost::objection_to(const std::string& path) {
    return ask<&HostFiles::objection_to>(path);
}
std::optional<std::string> RemoteHost::objection_to_tree(const std::string& path) {
    return ask<&HostFiles::objection_to_tree>(path);
}
Answer<std::string> RemoteHost::link_target(const std::string& path) {
    return ask<&HostFiles::link_target>(path);
}
Answer<std::string> RemoteHost::real_path(const std::string& path) {
    return ask<&HostFiles::real_path>(path);
}
Answer<std::vector<std::string>> RemoteHost::list_directory(const std::string& path) {
    return ask<&HostFiles::list_directory>(path);
}
Answer<std::vector<std::string>>
RemoteHost::access_list(const std::string& path, AccessLists which) {
    return ask<&HostFiles::access_list>(path, which);
}
Answer<std::uint64_t> RemoteHost::free_kibibytes(const std::string& path) {
    return ask<&HostFiles::free_kibibytes>(path);
}
std::optional<std::string> RemoteHost::append_line(const std::string& path, std::string_view line) {
    return ask<&HostFiles::append_line>(path, line);
}
std::optional<std::string> RemoteHost::environment(const std::string& name) {
    return ask<&HostPrograms::environment>(name);
}
Answer<CommandResult> RemoteHost::run(const Command& command) {
    return ask<&HostPrograms::run>(command);
}
std::optional<User> RemoteHost::user(std::string_view name) {
    return ask<FindUser<std::string_view>{&HostAccounts::user}>(name);
}
std::optional<User> RemoteHost::user(std::uint32_t uid) {
    return ask<FindUser<std::uint32_t>{&HostAccounts::user}>(uid);
}
std::optional<Group> RemoteHost::group(std::string_view name) {
    return ask<FindGroup<std::string_view>{&HostAccounts::group}>(name);
}
std::optional<Group> RemoteHost::group(std::uint32_t gid) {
    return ask<FindGroup<std::uint32_t>{&HostAccounts::group}>(gid);
}
std::vector<User> RemoteHost::users() {
    return ask<&HostAccounts::users>();
}
std::vector<Group> RemoteHost::groups() {
    return ask<&HostAccounts::groups>();
}
std::vector<RunningProcess> RemoteHost::processes() {
    return ask<&HostPrograms::processes>();
}
Self RemoteHost::self() {
    return ask<&HostPrograms::self>();
}
std::chrono::system_clock::time_point RemoteHost::now() {
    return ask<&Host::now>();
}

} // namespace vow::agent
