#include "agent/fleet/membership.h"

#include "agent/fleet/files.h"
#include "policy/run/usage_error.h"
#include "protocol/data/json_layout.h"
#include "protocol/text/text.h"

#include <stdexcept>

namespace vow::agent {

NKey Membership::key() const {
    const std::string path = folder_ + "/host.seed";
    make_fleet_folder(folder_, Readers::owner);
    if (!is_fleet_file(path)) {
        NKey key = NKey::make(NKey::Kind::user);
        write_fleet_file(path, key.seed() + "\n", Readers::owner);
        return key;
    }
    try {
        return NKey::from_seed(trimmed(read_secret_fleet_file(path)));
    } catch (const std::invalid_argument& fault) {
        throw UsageError("'" + path + "': " + fault.what());
    }
}

void Membership::join(const Access& access) const {
    const Data data = Data::object(
        {{"schema", Data::integer(1)},
         {"host", Data::string(access.host)},
         {"name", Data::string(access.name)},
         {"group", Data::string(access.group)},
         {"url", Data::string(access.url)},
         {"authority", Data::string(access.authority)},
         {"jwt", Data::string(access.jwt)}}
    );
    write_fleet_file(folder_ + "/fleet.json", laid_out(data, {.indent = 2}) + "\n", Readers::owner);
}

std::optional<Membership::Access> Membership::access() const {
    const std::string path = folder_ + "/fleet.json";
    if (!is_fleet_file(path)) return std::nullopt;
    const auto parsed = parse_json(read_fleet_file(path));
    const auto* data = std::get_if<Data>(&parsed);
    if (data == nullptr) throw UsageError("'" + path + "' is not JSON");
    const auto text = [&](std::string_view name) {
        const Data* value = data->find(name);
        return value != nullptr ? std::string(value->text()) : std::string();
    };
    return Access{
        .host = text("host"),
        .name = text("name"),
        .group = text("group"),
        .url = text("url"),
        .authority = text("authority"),
        .jwt = text("jwt")};
}

/// The permission goes first: a host that is killed in between has left.
void Membership::leave() const {
    remove_fleet_file(folder_ + "/fleet.json");
    remove_fleet_file(folder_ + "/host.seed");
    remove_fleet_folder(folder_);
}

std::string Membership::kept(const std::string& name) const {
    const std::string path = folder_ + "/" + name;
    if (!is_fleet_file(path)) return {};
    const std::string text = read_fleet_file(path);
    return std::string(trimmed(text));
}

void Membership::keep(const std::string& name, const std::string& text) const {
    write_fleet_file(folder_ + "/" + name, text + "\n", Readers::owner);
}

} // namespace vow::agent
