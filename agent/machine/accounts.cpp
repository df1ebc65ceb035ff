#include "protocol/system/accounts.h"

#include "agent/machine/host.h"
#include "protocol/system/process_table.h"

#include <unistd.h>

namespace vow::agent {

Self MachineHost::self() {
    return {.uid = ::getuid(), .gid = ::getgid(), .pid = ::getpid(), .parent = ::getppid()};
}

std::optional<User> MachineHost::user(std::string_view name) {
    return find_user(std::string(name));
}

std::optional<User> MachineHost::user(std::uint32_t uid) {
    return find_user(uid);
}

std::optional<Group> MachineHost::group(std::string_view name) {
    return find_group(std::string(name));
}

std::optional<Group> MachineHost::group(std::uint32_t gid) {
    return find_group(gid);
}

std::vector<User> MachineHost::users() {
    return all_users();
}

std::vector<Group> MachineHost::groups() {
    return all_groups();
}

std::vector<RunningProcess> MachineHost::processes() {
    return running_processes();
}

} // namespace vow::agent
