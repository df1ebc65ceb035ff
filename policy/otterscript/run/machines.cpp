#include "policy/otterscript/run/machines.h"

namespace vow::otterscript {

Host& Machines::host(const Context& context) {
    Host& local = execution_.world.host;
    if (context.destination() == nullptr) return local;
    Connection& connection = local.connect(*context.destination());
    auto found = hosts_.find(&connection);
    if (found == hosts_.end()) found = hosts_.emplace(&connection, connection.host(pause_)).first;
    return *found->second;
}

const PromiseType& Machines::type_in(const Context& context, const PromiseType& type) {
    const PromiseType* here = &type;
    if (context.destination() != nullptr)
        here = &execution_.world.host.connect(*context.destination()).type(type.name, pause_);
    return context.isolation != nullptr ? context.isolation->type(*here) : *here;
}

Context Machines::enter(const Server& server, const Context& from) {
    Context inside = from;
    inside.server = &server;
    inside.role.clear();
    if (server.destination)
        inside.directory = host(inside).real_path(".").value.value_or("/");
    else if (from.destination() != nullptr)
        inside.directory = execution_.folder;
    if (!server.workdir.empty()) inside.directory = inside.absolute(server.workdir);
    return inside;
}

std::string Machines::execution_folder(const Context& context) {
    std::string folder = "/tmp";
    if (context.destination() != nullptr) {
        folder = host(context).real_path(".").value.value_or("") + "/.cache/vow";
    } else if (const Fact* work = execution_.world.facts.find("workdir")) {
        if (const auto* path = std::get_if<std::string>(work)) folder = *path;
    }
    return folder + "/otterscript/" + execution_.id;
}

} // namespace vow::otterscript
