#include "agent/exit_status.h"
#include "agent/machine/host.h"
#include "agent/machine/signals.h"
#include "agent/remote/host_service.h"
#include "agent/report/output.h"
#include "agent/serving/serving.h"
#include "protocol/system/own_process.h"
#include "protocol/system/trust.h"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include <poll.h>
#include <unistd.h>

namespace vow::agent {
namespace {

/// Ends commands when the connection is closed, too.
class ConnectionStop final : public Stop {
public:
    int signal() const override {
        pollfd input{.fd = STDIN_FILENO, .events = POLLRDHUP, .revents = 0};
        return ::poll(&input, 1, 0) > 0 ? SIGHUP : signals_.signal();
    }

private:
    Signals signals_;
};

} // namespace

int serve_host(const Options& options) {
    const ConnectionStop stop;
    const Trust trust = trusting(Trust::of_process(), options.settings.trusted_users);
    restrict_path_aloud(trust);
    MachineHost host(stop, trust);
    HostService service(host, own_program());
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::string answer = service.answer(line) + "\n";
        std::fwrite(answer.data(), 1, answer.size(), stdout);
        if (std::fflush(stdout) != 0) break; // the connection is closed
    }
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
