#include "agent/fleet/server_files.h"

#include "agent/fleet/files.h"
#include "policy/run/usage_error.h"

#include <algorithm>

namespace vow::agent {
namespace {

/// A text of nats-server's configuration.
std::string quoted(const std::string& text) {
    if (std::ranges::any_of(text, [](char letter) {
            return letter == '"' || letter == '\\' || letter == '\n';
        }))
        throw UsageError("'" + text + "': quotes, backslashes and line ends cannot be used here");
    return '"' + text + '"';
}

struct Address {
    std::string host, port;
};

Address address_of(const std::string& listen) {
    const std::size_t colon = listen.rfind(':');
    const std::string port = colon == std::string::npos ? "" : listen.substr(colon + 1);
    const bool is_port = !port.empty() && port.size() <= 5 &&
                         port.find_first_not_of("0123456789") == std::string::npos;
    if (!is_port || colon == 0)
        throw UsageError("'" + listen + "' is not an address to listen at, such as 127.0.0.1:4222");
    return {.host = listen.substr(0, colon), .port = port};
}

} // namespace

bool is_loopback(const std::string& address) {
    return address == "localhost" || address == "[::1]" || address.starts_with("127.");
}

std::string url_of(const ServerPlan& plan) {
    const Address address = address_of(plan.listen);
    const bool has_tls = !plan.tls_certificate.empty() && !plan.tls_key.empty();
    if (!has_tls && !is_loopback(address.host))
        throw UsageError(
            "'" + plan.listen +
            "' can be reached from other machines: name a certificate with "
            "--tls-certificate and its key with --tls-key, or listen at 127.0.0.1"
        );
    return (has_tls ? "tls://" : "nats://") + plan.listen;
}

std::string server_configuration(const ServerPlan& plan) {
    std::string text = "# Written by vow fleet init.\n";
    text += "server_name: " + quoted(plan.name + "-1") + "\n";
    text += "listen: " + quoted(plan.listen) + "\n";
    // The largest message that a fleet sends is one of the answers; a report is smaller.
    text += "max_payload: 1MB\n";
    text += "jetstream { store_dir: " + quoted(plan.folder + "/jetstream") + " }\n";
    if (!plan.tls_certificate.empty()) {
        text += "tls {\n    cert_file: " + quoted(plan.tls_certificate) +
                "\n    key_file: " + quoted(plan.tls_key) + "\n}\n";
    }
    text += "operator: " + quoted(plan.operator_jwt) + "\n";
    text += "system_account: " + quoted(plan.system_account) + "\n";
    // The server keeps accounts in files, so that revoking a host reaches it while it runs.
    text += "resolver {\n    type: full\n    dir: " + quoted(plan.folder + "/accounts") +
            "\n    allow_delete: false\n    interval: \"2m\"\n}\n";
    text += "resolver_preload {\n    " + plan.system_account + ": " + quoted(plan.system_jwt) +
            "\n    " + plan.account + ": " + quoted(plan.account_jwt) + "\n}\n";
    return text;
}

std::string server_unit(const ServerPlan& plan) {
    return "[Unit]\nDescription=NATS server of the fleet '" + plan.name +
           "'\nAfter=network-online.target\nWants=network-online.target\n\n"
           "[Service]\nExecStart=/usr/sbin/nats-server -c " +
           plan.folder +
           "/nats-server.conf\nExecReload=/bin/kill -HUP $MAINPID\nRestart=always\nRestartSec=1\n"
           "LimitNOFILE=200000\nNoNewPrivileges=yes\nProtectSystem=strict\nReadWritePaths=" +
           plan.folder + "\n\n[Install]\nWantedBy=multi-user.target\n";
}

void write_server_files(const ServerPlan& plan) {
    make_fleet_folder(plan.folder, Readers::owner);
    // It holds no seeds, but who can change it decides who may connect.
    write_fleet_file(plan.folder + "/nats-server.conf", server_configuration(plan), Readers::owner);
    write_fleet_file(plan.folder + "/vow-nats.service", server_unit(plan), Readers::all);
}

} // namespace vow::agent
