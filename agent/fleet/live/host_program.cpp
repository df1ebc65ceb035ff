#include "agent/fleet/live/host_program.h"

#include "agent/machine/companions.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::agent {

HostProgram::HostProgram(const std::vector<std::string>& words) {
    Command command{.arguments = {path_of_vow()}};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    command.session = Command::Session::own;
    auto checked = Trust::of_process().checked(std::move(command));
    if (const auto* objection = std::get_if<Objection>(&checked))
        throw std::runtime_error(objection->reason);
    Pipe pipe = open_pipe();
    if (!pipe.reading) throw std::runtime_error("no pipe can be made");
    ::fcntl(pipe.reading.number(), F_SETFL, O_NONBLOCK);
    auto started = start(
        std::get<TrustedCommand>(checked),
        {.output = pipe.writing.number(), .errors = pipe.writing.number()}
    );
    if (const auto* failure = std::get_if<StartFailure>(&started))
        throw std::runtime_error("cannot start '" + path_of_vow() + "': " + failure->reason());
    child_ = std::get<Child>(std::move(started));
    pipe_ = std::move(pipe.reading);
}

HostProgram::~HostProgram() {
    if (!child_) return;
    constexpr std::chrono::seconds grace(5);
    signal_group(*child_, SIGTERM);
    if (reap(*child_, grace)) return;
    signal_group(*child_, SIGKILL);
    reap(*child_, grace);
}

std::vector<int> HostProgram::descriptors() const {
    std::vector<int> files;
    if (child_) files.push_back(child_->exit.number());
    if (pipe_) files.push_back(pipe_.number());
    return files;
}

std::optional<int> HostProgram::advance() {
    read_output();
    const auto status = reap(*child_, std::chrono::milliseconds(0));
    if (!status) return std::nullopt;
    read_output();
    child_.reset();
    return WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
}

void HostProgram::read_output() {
    std::array<char, 4096> buffer{};
    while (pipe_) {
        const ssize_t size = ::read(pipe_.number(), buffer.data(), buffer.size());
        if (size == 0) pipe_.close();
        if (size <= 0) return;
        const std::size_t room = most - output_.size();
        const auto count = static_cast<std::size_t>(size);
        output_.append(buffer.data(), std::min(room, count));
        is_cut_ = is_cut_ || count > room;
    }
}

std::string path_of_vow() {
    const std::string beside = path_of_companion("vow");
    if (!beside.empty()) return beside;
    // Installed: libexec/vow/vow-fleet and bin/vow.
    return (companion_folders().front() / "../../bin/vow").lexically_normal();
}

} // namespace vow::agent
