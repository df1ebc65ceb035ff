#include "agent/command_line/arguments.h"
#include "agent/fleet/files.h"
#include "agent/fleet/live/account_claims.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"
#include "policy/run/usage_error.h"
#include "protocol/text/text.h"

#include <cstdio>

namespace vow::agent {
namespace {

/// The server's files by absolute paths, since it is started elsewhere. Throws UsageError.
ServerTls tls_of(const FleetOptions& given) {
    const auto path = [](const std::string& file) {
        return file.empty() ? file : absolute_path(file);
    };
    const ServerTls tls{
        .certificate = path(given.tls_certificate),
        .key = path(given.tls_key),
        .authority = path(given.tls_authority)};
    if (tls.certificate.empty() != tls.key.empty() ||
        (tls.certificate.empty() && !tls.authority.empty()))
        throw UsageError("--tls-certificate and --tls-key belong together: name both");
    if (!tls.authority.empty()) read_fleet_file(tls.authority); // this machine needs it as well
    return tls;
}

/// Servers may be other machines, so that files may be missing here.
void name_missing(const ServerTls& tls) {
    for (const std::string& file : {tls.certificate, tls.key}) {
        if (!file.empty() && !is_fleet_file(file))
            std::printf("Servers need '%s', which is not on this machine.\n", file.c_str());
    }
}

} // namespace

int init_fleet(const Options& options) {
    const FleetOptions& given = options.fleet;
    FleetPlan plan;
    if (!given.name.empty()) plan.name = given.name;
    if (!given.listen.empty()) plan.listen = given.listen;
    plan.tls = tls_of(given);
    plan.leaf_nodes = given.accepts_leaf_nodes ? LeafNodes::accepted : LeafNodes::refused;
    const std::string folder = absolute_path(given.folder);
    const FleetFolder fleet = FleetFolder::make(folder, plan, fleet_now());
    name_missing(plan.tls);
    std::printf(
        "made the fleet '%s' in '%s'\n"
        "Start each server:   nats-server -c %s\n"
        "Start the services:  vow fleet serve --fleet %s\n"
        "                     vow fleet collect --fleet %s\n"
        "Let hosts join:      vow fleet token new --fleet %s\n"
        "Keep '%s/keys' secret, and a copy of it elsewhere.\n",
        fleet.name().c_str(),
        folder.c_str(),
        joined(fleet.server_configurations(), "\n                     nats-server -c ").c_str(),
        folder.c_str(),
        folder.c_str(),
        folder.c_str(),
        folder.c_str()
    );
    return number_of(ExitStatus::success);
}

int make_leaf(const Options& options) {
    const FleetOptions& given = options.fleet;
    if (given.listen.size() != 1)
        throw UsageError("name with --listen where the server of the site listens");
    const ServerTls tls = tls_of(given);
    const FleetFolder fleet(fleet_folder_of(given));
    const std::string path = fleet.make_leaf(
        absolute_path(given.what), given.listen.front(), tls, account_claims(fleet), fleet_now()
    );
    std::printf(
        "Move '%s' to the same path on its machine, and start it there:\n"
        "                     nats-server -c %s\n"
        "Hosts of the site:   vow fleet join %s --token ...\n",
        absolute_path(given.what).c_str(),
        path.c_str(),
        url_of(given.listen, tls).c_str()
    );
    name_missing(tls);
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
