#include "agent/command_line/arguments.h"
#include "agent/fleet/files.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/host_program.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"
#include "agent/machine/companions.h"
#include "policy/run/usage_error.h"
#include "protocol/system/child.h"
#include "protocol/system/place.h"
#include "protocol/system/process_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace vow::agent {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

constexpr const char* server = "/usr/sbin/nats-server";
constexpr seconds start_limit(60);
constexpr milliseconds look_interval(100);
constexpr std::array<const char*, 3> host_names{"web1", "web2", "db1"};

std::string trial_folder(const FleetOptions& options) {
    return absolute_path(options.folder.empty() ? "vow-fleet" : options.folder);
}

/// A port of loopback that nothing uses now.
std::string free_address() {
    const FileDescriptor probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (!probe || ::bind(probe.number(), generic, size) != 0 ||
        ::getsockname(probe.number(), generic, &size) != 0)
        throw UsageError("no free port of this machine was found");
    return "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

/// The policy of a host: something to repair, below its own root.
std::string policy_of(const std::string& root) {
    return "bundle agent main\n{\nfiles:\n  \"" + root +
           "/motd\"\n    content => \"This host is part of a fleet.$(const.n)\",\n"
           "    create => \"true\",\n    handle => \"motd\";\n}\n";
}

Child started(const std::vector<std::string>& words, const std::string& log) {
    Command command{.arguments = words};
    command.session = Command::Session::own;
    auto checked = Trust::of_process().checked(std::move(command));
    if (const auto* objection = std::get_if<Objection>(&checked))
        throw UsageError(objection->reason);
    const auto place = Place::at(log);
    if (!place) throw UsageError("cannot write '" + log + "'");
    const auto file = place->open_output(Place::Writing::appended, 0600);
    if (!file) throw UsageError("cannot write '" + log + "'");
    auto result = start(
        std::get<TrustedCommand>(checked), {.output = file->number(), .errors = file->number()}
    );
    if (const auto* failure = std::get_if<StartFailure>(&result))
        throw UsageError("cannot start '" + words.front() + "': " + failure->reason());
    return std::get<Child>(std::move(result));
}

/// The processes of a trial, which end with their keeper.
class Trial {
public:
    explicit Trial(std::string folder) : folder_(std::move(folder)), fleet_(folder_) {}

    void start_all() {
        make_fleet_folder(folder_ + "/logs", Readers::owner);
        add({server, "-c", fleet_.server_configurations().front()}, "nats-server");
        add({path_of_vow(), "fleet", "serve", "--fleet", folder_}, "serve");
        wait_for_service();
        add({path_of_vow(), "fleet", "collect", "--fleet", folder_, "--html", folder_ + "/pages"},
            "collect");
        const std::string token = new_token();
        for (const char* name : host_names)
            join(name, token);
        for (const char* name : host_names) {
            const std::string root = root_of(name);
            add({path_of_vow(),
                 "agent",
                 root + "/main.cf",
                 "-w",
                 root + "/work",
                 "--interval",
                 "5s"},
                name);
        }
        wait_for_hosts();
    }

    void keep(EndingSignals& signals) {
        while (signals.signal() == 0) {
            std::vector<int> files{signals.descriptor()};
            wait_for(files, seconds(3600));
        }
    }

    ~Trial() {
        std::ranges::reverse(children_);
        for (const Child& child : children_)
            signal_group(child, SIGTERM);
        for (const Child& child : children_) {
            if (reap(child, seconds(10))) continue;
            signal_group(child, SIGKILL);
            reap(child, seconds(5));
        }
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

private:
    std::string root_of(const std::string& name) const { return folder_ + "/hosts/" + name; }

    void add(const std::vector<std::string>& words, const std::string& name) {
        children_.push_back(started(words, folder_ + "/logs/" + name + ".log"));
    }

    /// Tries until the server is there and the services have prepared it.
    std::string new_token() {
        const auto until = Clock::now() + start_limit;
        for (;;) {
            const auto [status, text] = run(
                {"fleet",
                 "token",
                 "new",
                 "--fleet",
                 folder_,
                 "--group",
                 "trial",
                 "--uses",
                 std::to_string(host_names.size())}
            );
            if (status == 0) return text;
            if (Clock::now() >= until)
                throw UsageError("the server did not start: see '" + folder_ + "/logs'\n" + text);
            wait_for({}, look_interval);
        }
    }

    /// nats-server 2.9 can lose a stream that is made while another connection is the first one of
    /// its account: until the streams are there, no one else connects.
    void wait_for_service() {
        const std::string log = folder_ + "/logs/serve.log";
        const auto until = Clock::now() + start_limit;
        while (read_fleet_file(log).find("ready") == std::string::npos) {
            if (Clock::now() >= until)
                throw UsageError("the server did not start: see '" + folder_ + "/logs'");
            wait_for({}, look_interval);
        }
    }

    void wait_for_hosts() {
        const auto until = Clock::now() + start_limit;
        while (run({"fleet", "status", "--fleet", folder_}).first != 0 && Clock::now() < until)
            wait_for({}, look_interval);
    }

    void join(const std::string& name, const std::string& token) {
        const std::string root = root_of(name);
        make_fleet_folder(root + "/work", Readers::owner);
        write_fleet_file(root + "/main.cf", policy_of(root), Readers::owner);
        const auto [status, text] = run(
            {"fleet", "join", fleet_.url(), "--token", token, "--name", name, "-w", root + "/work"}
        );
        if (status != 0) throw UsageError("the host '" + name + "' cannot join:\n" + text);
        run({"run", root + "/main.cf", "-w", root + "/work"});
    }

    static std::pair<int, std::string> run(const std::vector<std::string>& words) {
        HostProgram program(words);
        for (;;) {
            wait_for(program.descriptors(), seconds(1));
            if (const auto status = program.advance()) {
                std::string text = program.output();
                while (text.ends_with('\n'))
                    text.pop_back();
                return {*status, text};
            }
        }
    }

    std::string folder_;
    FleetFolder fleet_;
    std::vector<Child> children_;
};

/// The keeper of a trial, if it lives: its number and when it began.
std::optional<pid_t> keeper_of(const std::string& folder) {
    const std::string path = folder + "/trial.pid";
    if (!is_fleet_file(path)) return std::nullopt;
    const std::string text = read_fleet_file(path);
    std::int64_t pid = 0;
    std::int64_t begin = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, pid);
    if (first.ptr == end) return std::nullopt;
    std::from_chars(first.ptr + 1, end, begin);
    const auto stat = stat_of(static_cast<pid_t>(pid));
    if (!stat || stat->start_ticks != begin) return std::nullopt;
    return static_cast<pid_t>(pid);
}

/// In the process that stays: writes "" or the reason of a failure to the pipe when all are there.
int keep_trial(const std::string& folder, FileDescriptor ready) {
    try {
        ::setsid();
        EndingSignals signals;
        write_fleet_file(
            folder + "/trial.pid",
            std::to_string(::getpid()) + " " + std::to_string(stat_of(::getpid())->start_ticks),
            Readers::owner
        );
        Trial trial(folder);
        trial.start_all();
        write_all(ready, "ready");
        ready.close();
        const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
        for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
            ::dup2(null.number(), file);
        trial.keep(signals);
    } catch (const std::exception& fault) {
        write_all(ready, fault.what());
        return number_of(ExitStatus::usage);
    }
    return number_of(ExitStatus::success);
}

void print_hints(const std::string& folder) {
    const std::string option = folder == absolute_path("vow-fleet") ? "" : " --fleet " + folder;
    std::printf(
        "A fleet of three hosts runs in '%s'. Look at it:\n"
        "  vow fleet status%s\n"
        "  vow fleet hosts%s\n"
        "  vow fleet show web1%s\n"
        "  vow fleet changes%s\n"
        "  vow fleet rollout status%s\n"
        "End it: vow fleet down%s\n",
        folder.c_str(),
        option.c_str(),
        option.c_str(),
        option.c_str(),
        option.c_str(),
        option.c_str(),
        option.empty() ? "" : (" " + folder).c_str()
    );
}

} // namespace

int start_trial(const Options& options) {
    const std::string folder = trial_folder(options.fleet);
    if (::access(server, X_OK) != 0)
        throw UsageError(std::string("'") + server + "' is not installed: apt install nats-server");
    if (keeper_of(folder)) throw UsageError("the fleet in '" + folder + "' is up already");
    if (!is_fleet_file(folder + "/fleet.json"))
        FleetFolder::make(folder, {.name = "trial", .listen = {free_address()}}, fleet_now());
    Pipe pipe = open_pipe();
    if (!pipe.reading) throw UsageError("no pipe can be made");
    std::fflush(stdout);
    const pid_t child = ::fork(); // no thread has begun yet
    if (child < 0) throw UsageError("no process can be made");
    if (child == 0) ::_exit(keep_trial(folder, std::move(pipe.writing)));
    pipe.writing.close();
    const auto answer = read_all(pipe.reading);
    if (answer != "ready") throw UsageError(answer.value_or("the fleet did not start"));
    print_hints(folder);
    return number_of(ExitStatus::success);
}

int end_trial(const Options& options) {
    const std::string folder = trial_folder(options.fleet);
    const auto keeper = keeper_of(folder);
    if (!keeper) throw UsageError("the fleet in '" + folder + "' is not up");
    ::kill(*keeper, SIGTERM);
    const auto until = Clock::now() + start_limit;
    while (is_alive(*keeper) && Clock::now() < until)
        wait_for({}, look_interval);
    if (is_alive(*keeper)) throw UsageError("the fleet in '" + folder + "' does not end");
    remove_fleet_file(folder + "/trial.pid");
    std::puts("the fleet is down");
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
