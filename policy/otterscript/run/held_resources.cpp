#include "policy/otterscript/run/held_resources.h"

#include "policy/otterscript/run/inventory.h"

#include <algorithm>

namespace vow::otterscript {

std::string ServerPool::acquire(const Inventory& inventory, const std::string& role, Task& task) {
    while (true) {
        bool has_any = false;
        for (const Server& server : inventory.servers()) {
            if (!server.is_active || !server.has_role(role)) continue;
            has_any = true;
            const bool is_taken = std::ranges::any_of(acquired_, [&](const Acquired& each) {
                return each.server == server.name;
            });
            if (is_taken) continue;
            acquired_.push_back({role, server.name});
            return server.name;
        }
        if (!has_any) return {};
        freed_.wait_or_refuse(task);
    }
}

ServerPool::Released ServerPool::release(const std::string& role, const std::string& server) {
    const auto freed = std::erase_if(acquired_, [&](const Acquired& each) {
        return equals_any_case(each.server, server) &&
               (role.empty() || equals_any_case(each.role, role));
    });
    freed_.notify();
    return freed > 0 ? Released::yes : Released::not_taken;
}

} // namespace vow::otterscript
