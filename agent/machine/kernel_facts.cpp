#include "agent/machine/fact_group.h"

#include <sys/utsname.h>

namespace vow::agent {

void discover_kernel(Host& /*host*/, const Site& /*site*/, FactSheet& found) {
    utsname kernel{};
    if (::uname(&kernel) != 0) return;
    const std::string machine = kernel.machine, release = kernel.release;
    const std::string type = "linux_" + machine;
    const std::string long_arch = canonified(type + "_" + release + "_" + kernel.version);
    found.add_class("linux");
    found.add_class("compiled_on_linux_gnu");
    found.add_class(sizeof(long) == 8 ? "64_bit" : "32_bit");
    found.add_class(machine);
    found.add_class(type);
    found.add_class("linux_" + release);
    found.add_class(type + "_" + release);
    found.add_class(long_arch);
    found.set("class", "linux");
    found.set("os", "linux");
    found.set("arch", machine);
    found.set("ostype", type);
    found.set("long_arch", long_arch);
    found.set("release", release);
    found.set("version", std::string(kernel.version));
}

} // namespace vow::agent
