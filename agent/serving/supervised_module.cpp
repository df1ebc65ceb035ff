#include "agent/exit_status.h"
#include "agent/report/output.h"
#include "agent/serving/serving.h"
#include "protocol/client/module_start.h"
#include "protocol/system/own_process.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include <poll.h>
#include <unistd.h>

namespace vow::agent {
namespace {

using Clock = std::chrono::steady_clock;

/// For a module to end by itself once its connection is closed.
constexpr std::chrono::milliseconds last_moments{500};

/// Passes the lines of a module on in both directions.
class Supervision {
public:
    explicit Supervision(const TrustedCommand& command) : module_(command) {}

    client::ExitStatus run() {
        while (!has_ended()) {
            std::array<pollfd, client::Subprocess::watched_count + 1> polled{};
            const auto watched = module_.watched();
            std::ranges::copy(watched, polled.begin());
            polled.back() = {.fd = is_open_ ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0};
            if (::poll(polled.data(), polled.size(), is_open_ ? -1 : 100) < 0) continue;
            module_.attend(std::span(polled).first<client::Subprocess::watched_count>());
            if (polled.back().revents != 0) take_input();
            pass_output();
            if (!is_open_ && Clock::now() >= until_) module_.signal_all(SIGKILL);
        }
        pass_output();
        return module_.reap();
    }

private:
    bool has_ended() const { return module_.has_exited() && module_.is_output_closed(); }
    void take_input() {
        std::array<char, 1 << 16> bytes{};
        const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (count > 0) {
            module_.send({bytes.data(), static_cast<std::size_t>(count)});
        } else if (count == 0 || errno != EINTR) {
            close();
        }
    }
    void close() {
        is_open_ = false;
        until_ = Clock::now() + last_moments;
        module_.close_input();
    }
    void pass_output() {
        bool is_written = true;
        while (const auto line = module_.output().next_line()) {
            std::fwrite(line->data(), 1, line->size(), stdout);
            is_written = std::fputc('\n', stdout) != EOF && is_written;
        }
        const std::string errors = module_.take_errors();
        std::fwrite(errors.data(), 1, errors.size(), stderr);
        if ((std::fflush(stdout) != 0 || !is_written) && is_open_) close();
    }

    client::Subprocess module_;
    bool is_open_ = true;
    Clock::time_point until_ = Clock::time_point::max();
};

} // namespace

int serve_supervised(const Options& options) {
    const std::string& name = options.subject;
    std::signal(SIGPIPE, SIG_IGN); // a closed connection is a failed write
    const Trust trust = trusting(Trust::of_process(), options.settings.trusted_users);
    restrict_path_aloud(trust);
    const auto command = trust.checked(
        {.arguments = {own_program(), "module", "serve", name, "--settings", options.settings_file},
         .environment = client::module_environment(client::Progress::unwatched)}
    );
    if (const auto* objection = std::get_if<Objection>(&command)) {
        std::fprintf(
            stderr, "vow: cannot serve '%s': %s\n", name.c_str(), objection->reason.c_str()
        );
        return number_of(ExitStatus::fault);
    }
    const client::ExitStatus status = Supervision(std::get<TrustedCommand>(command)).run();
    const bool has_exited = status.kind == client::ExitStatus::Kind::exited;
    return has_exited ? status.number : number_of(ExitStatus::fault);
}

} // namespace vow::agent
