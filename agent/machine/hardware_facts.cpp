#include "agent/machine/fact_group.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

namespace vow::agent {

void discover_processors(Host& host, const Site& /*site*/, FactSheet& found) {
    const long count = std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
    found.set("cpus", std::to_string(count));
    found.add_class(std::to_string(count) + (count == 1 ? "_cpu" : "_cpus"));

    const std::string folder = "/sys/devices/system/cpu/";
    int sockets = 0;
    for (long cpu = 0; cpu < count; ++cpu) {
        const auto package = host.read_file(
            folder + "cpu" + std::to_string(cpu) + "/topology/physical_package_id", 64
        );
        if (package) sockets = std::max(sockets, std::atoi(package->c_str()) + 1);
    }
    if (sockets == 0) return;
    found.set("cpusockets", std::to_string(sockets));
    found.add_class(std::to_string(sockets) + (sockets == 1 ? "_cpusocket" : "_cpusockets"));
}

void discover_account(Host& host, const Site& /*site*/, FactSheet& found) {
    const auto user = host.user(static_cast<std::uint32_t>(::getuid()));
    if (!user) return;
    found.set("crontab", "/var/spool/cron/crontabs/" + user->name);
    found.set(
        "user_data",
        Data::object({
            {"description", Data::string(user->gecos)},
            {"gid", Data::integer(user->gid)},
            {"home_dir", Data::string(user->home)},
            {"shell", Data::string(user->shell)},
            {"uid", Data::integer(user->uid)},
            {"username", Data::string(user->name)},
        })
    );
}

} // namespace vow::agent
