#include "agent/remote/ssh_connection.h"

#include "agent/remote/host_service.h"
#include "agent/remote/ssh_parts.h"
#include "protocol/system/own_process.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <sys/utsname.h>

namespace vow::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto greeting_limit = 60s;
constexpr auto answer_limit = std::chrono::hours(1); ///< a question can be a long script

/// Without prompts, and notices within half a minute that the other machine is gone.
const std::vector<std::string> usual_options = {
    "-T",
    "-oBatchMode=yes",
    "-oConnectTimeout=15",
    "-oServerAliveInterval=10",
    "-oServerAliveCountMax=3",
    "-oForwardX11=no",
    "-oLogLevel=ERROR",
    "-oControlPersist=no"};

/// The folder, below the login folder, of the vow that was sent along. Each build has its own.
std::string sent_folder() {
    std::error_code error;
    const auto size = std::filesystem::file_size(own_program(), error);
    const auto time = std::filesystem::last_write_time(own_program(), error);
    return ".cache/vow/" + std::to_string(size) + "-" +
           std::to_string(time.time_since_epoch().count());
}

std::string architecture() {
    utsname names{};
    if (::uname(&names) != 0) return {};
    return std::string(names.sysname) + " " + names.machine;
}

/// A command for any login shell.
std::string shell_command(std::string_view script) {
    return "exec sh -c " + shell_word(script);
}

constexpr std::string_view missing = "missing ";

/// Starts the vow that was sent along, else the installed one, else prints the architecture.
std::string host_command() {
    return shell_command(
        "p=$HOME/" + sent_folder() + "/vow; [ -x \"$p\" ] || p=$(command -v vow) || " + "{ echo " +
        std::string(missing) + "$(uname -sm); exit; }; exec \"$p\" module host"
    );
}

std::string storing_command() {
    const std::string folder = sent_folder();
    return shell_command(
        "umask 077; cd && mkdir -p " + folder + " && cat > " + folder + "/vow.$$ && chmod 700 " +
        folder + "/vow.$$ && mv " + folder + "/vow.$$ " + folder + "/vow"
    );
}

std::string text_of(const Destination& destination) {
    return destination.user.empty() ? destination.host : destination.user + "@" + destination.host;
}

} // namespace

SshConnection::SshConnection(
    Host& local, Destination destination, std::string ssh, std::string socket
)
    : local_(local),
      destination_(std::move(destination)),
      ssh_(std::move(ssh)),
      socket_(std::move(socket)) {
    start();
}

std::vector<std::string>
SshConnection::command(const std::vector<std::string>& options, const std::string& remote) const {
    std::vector<std::string> words = {ssh_};
    words.insert(words.end(), usual_options.begin(), usual_options.end());
    words.insert(words.end(), options.begin(), options.end());
    if (!destination_.user.empty()) words.insert(words.end(), {"-l", destination_.user});
    if (!destination_.port.empty()) words.insert(words.end(), {"-p", destination_.port});
    words.insert(words.end(), {"--", destination_.host, remote});
    return words;
}

void SshConnection::start() {
    auto started = local_.start_dialogue(
        {.arguments = command({"-oControlMaster=yes", "-oControlPath=" + socket_}, host_command())}
    );
    if (started)
        master_ = std::move(*started.value);
    else
        failure_ = "cannot start '" + ssh_ + "': " + started.why_not;
}

void SshConnection::lose(const std::string& why) {
    std::vector<std::string_view> lines = split_at(why, '\n');
    std::ranges::transform(lines, lines.begin(), [](auto line) { return trimmed(line); });
    failure_ = "cannot reach '" + text_of(destination_) + "': " + joined(lines, "; ");
    master_.reset();
    throw ConnectionLost(failure_);
}

/// One question at a time; those of others wait.
std::string SshConnection::exchange(std::string_view line, Milliseconds limit, const Pause& pause) {
    const Turn::Taken taken(turn_, pause);
    if (!failure_.empty()) throw ConnectionLost(failure_);
    return answer_of_master(line, limit, pause);
}

/// A question that is given up ends the connection: its answer would be taken for the next one's,
/// and what it has started at the other end would go on.
std::string
SshConnection::answer_of_master(std::string_view line, Milliseconds limit, const Pause& pause) {
    Answer<std::string> answer;
    try {
        answer = master_->exchange(line, limit, pause);
    } catch (...) {
        failure_ = "the connection to '" + text_of(destination_) +
                   "' was ended, since a question to it was given up";
        master_.reset();
        throw;
    }
    if (answer) return *std::move(answer.value);
    lose(answer.why_not);
}

/// Waits until the vow at the other end has answered, and sends ours if there is none.
void SshConnection::greet(const Pause& pause) {
    if (!program_.empty()) return;
    std::string answer = exchange(HostService::greeting, greeting_limit, pause);
    if (answer.starts_with(missing)) {
        const std::string there = answer.substr(missing.size());
        if (there != architecture())
            lose(
                "vow is not installed there, and ours is for " + architecture() + ", not for " +
                there
            );
        send_along();
        start();
        answer = exchange(HostService::greeting, greeting_limit, pause);
    }
    const auto read = parse_json(answer);
    const auto* greeting = std::get_if<Data>(&read);
    const Data* version = greeting == nullptr ? nullptr : greeting->find("vow");
    if (version == nullptr) lose("expected a vow, but it answered: " + answer.substr(0, 200));
    if (version->text() != std::to_string(HostService::version))
        lose("the vow that is installed there is of another version");
    program_ = wire_value::unpacked<std::string>(greeting->find("program"));
}

/// Over a connection of its own: the master ended when it found no vow.
void SshConnection::send_along() {
    master_.reset();
    auto program = read_whole_file(local_, own_program(), std::size_t{1} << 30U);
    if (!program) lose("vow is not installed there, and ours cannot be read: " + program.why_not);
    const auto sent = local_.run(
        {.arguments = command({"-oControlPath=none"}, storing_command()),
         .input = *std::move(program.value)}
    );
    if (!sent) lose("vow is not installed there, and cannot be sent: " + sent.why_not);
    if (sent->exit_code != 0)
        lose("vow is not installed there, and cannot be stored: " + sent->output);
}

std::unique_ptr<Host> SshConnection::host(Pause pause) {
    greet(pause);
    return std::make_unique<RemoteHost>([this, pause = std::move(pause)](std::string_view line) {
        return exchange(line, answer_limit, pause);
    });
}

const PromiseType& SshConnection::type(std::string_view name, const Pause& pause) {
    greet(pause);
    const auto found = types_.find(name);
    if (found != types_.end()) return found->second;
    const std::string module = "exec " + shell_word(program_) + " module host " + std::string(name);
    auto words = command({"-oControlMaster=no", "-oControlPath=" + socket_}, shell_command(module));
    return types_
        .emplace(
            name,
            PromiseType{
                .name = std::string(name),
                .path = words.front(),
                .arguments = {words.begin() + 1, words.end()}}
        )
        .first->second;
}

// --- all connections ----------------------------------------------------------------------------

struct Connections::Open {
    SocketFolder folder;
    std::map<Destination, std::vector<std::unique_ptr<SshConnection>>> by_destination;
};

Connections::Connections() = default;
Connections::~Connections() = default;

namespace {

std::string ssh_program(Host& local) {
    if (auto path = program_on_path(local, "ssh")) return *std::move(path);
    throw ConnectionLost("the program 'ssh' was not found on PATH; install an OpenSSH client");
}

} // namespace

Connection& Connections::to(const Destination& destination, Host& local) {
    try {
        if (open_ == nullptr) open_ = std::make_unique<Open>();
    } catch (const std::system_error& failure) {
        throw ConnectionLost(failure.what());
    }
    auto& connections = open_->by_destination[destination];
    if (connections.empty() || connections.back()->is_lost()) {
        connections.push_back(std::make_unique<SshConnection>(
            local, destination, ssh_program(local), open_->folder.new_socket()
        ));
    }
    return *connections.back();
}

} // namespace vow::agent
