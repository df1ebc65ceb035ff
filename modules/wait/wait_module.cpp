#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

namespace vow::modules {
namespace {

using WaitClock = std::chrono::steady_clock;

PromiseTypeDescription wait_type() {
    PromiseTypeDescription type{
        .name = "wait",
        .summary = "waits for a port, a path, a unit or a command",
        .promiser_summary = "a name, for messages",
    };
    type.attributes = {
        {.name = "port",
         .type = AttributeType::int_,
         .pattern = "[1-9][0-9]{0,4}",
         .summary = "a TCP port that accepts connections"},
        {.name = "host",
         .pattern = std::string(names::host.pattern),
         .summary = "the host of the port; localhost unless promised"},
        {.name = "path",
         .pattern = std::string(names::path.pattern),
         .summary = "a path that exists"},
        {.name = "unit",
         .pattern = std::string(names::unit.pattern),
         .summary = "a systemd unit that is active"},
        {.name = "command",
         .pattern = std::string(names::filled_line.pattern),
         .summary = "a command that exits with 0, started without a shell"},
        {.name = "limit",
         .type = AttributeType::int_,
         .fallback = Data::string("300"),
         .pattern = "[0-9]{1,6}",
         .summary = "how long to wait, in seconds"},
        {.name = "interval",
         .type = AttributeType::int_,
         .fallback = Data::string("1"),
         .pattern = "[1-9][0-9]{0,4}",
         .summary = "between two looks, in seconds"},
        {.name = "state",
         .fallback = Data::string("present"),
         .choices = {"present", "absent"},
         .summary = "absent: wait until it is gone"},
    };
    type.rules = {
        {.needs = {"port", "path", "unit", "command"}},
        {.with = {"port"}, .excludes = {"path", "unit", "command"}},
        {.with = {"path"}, .excludes = {"unit", "command"}},
        {.with = {"unit"}, .excludes = {"command"}},
        {.with = {"host"}, .needs = {"port"}},
    };
    type.examples = {"wait:\n  \"the database\"\n    port => \"5432\",\n    limit => \"60\";"};
    return type;
}

/// Whether a connection is accepted within the time.
bool accepts(const addrinfo& address, std::chrono::milliseconds limit) {
    const FileDescriptor socket(
        ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)
    );
    if (!socket) return false;
    if (::connect(socket.number(), address.ai_addr, address.ai_addrlen) == 0) return true;
    if (errno != EINPROGRESS) return false;
    pollfd ready{.fd = socket.number(), .events = POLLOUT, .revents = 0};
    if (::poll(&ready, 1, static_cast<int>(limit.count())) != 1) return false;
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

/// Keeps one promise.
class WaitKeeper {
public:
    WaitKeeper(const Promise& promise, Record& record, Log& log)
        : promise_(promise),
          record_(record),
          log_(log),
          settings_(promise.attributes),
          is_absent_(settings_.text("state") == "absent") {}

    void keep() {
        const bool is_dry = !promise_.terms.changes_allowed();
        if (is_dry && settings_.has("command"))
            return record_.cannot_tell(
                Untold::command,
                text({"Whether ", what(), " is unknown, since commands do not run in a dry run"})
            );
        if (holds()) return record_.kept(text({"For ", name(), ", ", what()}));
        if (is_dry)
            return record_.cannot_tell(
                Untold::unknown_value,
                text({"Should wait until ", what(), ", and cannot tell whether it comes in time"})
            );
        if (wait()) return record_.kept(text({"For ", name(), ", ", what(), " now"}));
        const std::string limit = settings_.text_or("limit", "");
        record_.failed(
            log_.is_stopped() ? text({"The wait for ", name(), " was stopped"})
                              : text(
                                    {"For ",
                                     name(),
                                     ", it is not so within ",
                                     limit,
                                     " seconds that ",
                                     what(),
                                     reason_}
                                )
        );
    }

private:
    std::string name() const { return text({"'", promise_.promiser, "'"}); }

    std::string what() const {
        const std::string_view verb = is_absent_ ? "not " : "";
        if (const auto port = settings_.text("port")) {
            return text({"port ", *port, " of '", host(), "' is ", verb, "open"});
        }
        if (const auto path = settings_.text("path"))
            return text({"'", *path, is_absent_ ? "' does not exist" : "' exists"});
        if (const auto unit = settings_.text("unit"))
            return text({"unit '", *unit, "' is ", verb, "active"});
        return text({"'", settings_.text_or("command", ""), is_absent_ ? "' fails" : "' succeeds"});
    }

    std::string host() const { return settings_.text_or("host", "localhost"); }

    /// True once it came, false when the time is over.
    bool wait() {
        const auto end = WaitClock::now() + std::chrono::seconds(*settings_.number("limit"));
        const std::chrono::seconds interval(*settings_.number("interval"));
        while (WaitClock::now() < end && !log_.is_stopped()) {
            pause_until(std::min(WaitClock::now() + interval, end));
            if (!log_.is_stopped() && holds()) return true;
        }
        return false;
    }

    void pause_until(WaitClock::time_point moment) const {
        constexpr std::chrono::milliseconds step(100);
        while (WaitClock::now() < moment && !log_.is_stopped())
            std::this_thread::sleep_for(
                std::min<WaitClock::duration>(step, moment - WaitClock::now())
            );
    }

    bool holds() { return is_present() != is_absent_; }

    bool is_present() {
        if (settings_.has("port")) return is_open();
        if (const auto path = settings_.text("path")) {
            const auto place = Place::at(*path);
            return place && place->status();
        }
        if (const auto unit = settings_.text("unit"))
            return runs("systemctl", {"is-active", "--quiet", "--", *unit});
        auto words = words_of(settings_.text_or("command", ""));
        const std::string program = words.front();
        words.erase(words.begin());
        return runs(program, std::move(words));
    }

    bool runs(const std::string& program, std::vector<std::string> arguments) {
        const ToolRun ran =
            run_tool({.name = program, .arguments = std::move(arguments)}, promise_, log_);
        reason_ = ran.succeeded ? "" : ": " + ran.problem;
        return ran.succeeded;
    }

    /// This host's own name may be unknown: a small root has no /etc/hosts.
    bool is_open() {
        if (host() != "localhost") return is_open_at(host());
        return is_open_at("127.0.0.1") || is_open_at("::1");
    }

    bool is_open_at(const std::string& name) {
        constexpr std::chrono::seconds patience(5);
        addrinfo wanted = {};
        wanted.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        const std::string port = settings_.text_or("port", "");
        const int error = ::getaddrinfo(name.c_str(), port.c_str(), &wanted, &found);
        reason_ = error == 0 ? "" : text({": ", ::gai_strerror(error)});
        if (error != 0) return false;
        const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
        for (const addrinfo* each = found; each != nullptr && !log_.is_stopped();
             each = each->ai_next) {
            if (accepts(*each, patience)) return true;
        }
        return false;
    }

    const Promise& promise_;
    Record& record_;
    Log& log_;
    const Settings settings_;
    const bool is_absent_;
    std::string reason_; ///< why the last look failed, if that is known
};

Outcome keep_wait(const Promise& promise, Record& record, Log& log) {
    WaitKeeper(promise, record, log).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_wait_module() {
    return std::make_unique<EverydayModule>(wait_type(), keep_wait);
}

} // namespace vow::modules
