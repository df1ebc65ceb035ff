#include "protocol/harness/sandbox/job.h"

#include <csignal>
#include <exception>
#include <optional>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::harness {
namespace {

std::string failure_text(const char* kind, const std::exception& error) {
    return json_text(Data::object({{kind, Data::string(error.what())}}));
}

/// Two connected sockets.
struct Talk {
    FileDescriptor supervisor, worker;
};

Talk open_talk() {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error("cannot make a pair of sockets");
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Pipe open_reports() {
    Pipe reports = open_pipe();
    if (!reports.reading) throw std::runtime_error("cannot make a pipe");
    for (const FileDescriptor* end : {&reports.reading, &reports.writing})
        ::fcntl(end->number(), F_SETFL, O_NONBLOCK);
    return reports;
}

/// The text of the answer.
std::string work_in(Layers& layers, const Job& job, Inside inside, const FileDescriptor& talk) {
    try {
        const pid_t first_process = raise_process_numbers();
        inside.layers = layers.open();
        layers.enter();
        drop_rights_over_machine();
        const bool is_watched = be_watched(talk, first_process);
        if (!is_watched && job.watching == Job::Watching::needed)
            throw std::runtime_error("the kernel does not let attempts to reach outside be watched"
            );
    } catch (const std::exception& error) {
        return failure_text(Job::no_sandbox, error);
    }
    try {
        return json_text(job.work(layers, inside));
    } catch (const std::exception& error) {
        return failure_text(Job::lost_work, error);
    }
}

/// Has the kernel end this process with the caller, its parent.
void end_with_caller(pid_t caller) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != caller) ::_exit(0); // it had ended before
}

/// Has the kernel end this process with its supervisor, its parent, which has no number in its
/// namespace: but one that had ended before has closed its end of the talk.
void end_with_supervisor(const FileDescriptor& talk) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    pollfd end = {talk.number(), 0, 0};
    if (::poll(&end, 1, 0) != 0) ::_exit(0);
}

} // namespace

void run_job(const Job& job, FileDescriptor answer) {
    try {
        Layers layers(job.folder);
        end_with_caller(job.caller); // now, as new namespaces would undo it
        ::prctl(PR_SET_DUMPABLE, 1); // new namespaces hide its memory from itself
        Talk talk = open_talk();
        Pipe reports = open_reports();
        const pid_t worker = ::fork();
        if (worker < 0) throw std::runtime_error("cannot start a process");
        if (worker == 0) {
            talk.supervisor.close();
            end_with_supervisor(talk.worker);
            reports.writing.close();
            Inside inside{.attempts = std::move(reports.reading), .signals = job.signals};
            write_all(answer, work_in(layers, job, std::move(inside), talk.worker));
            ::_exit(0);
        }
        const int number_there = talk.worker.number();
        talk.worker.close();
        answer.close();
        reports.reading.close();
        const WatchedPlace place = {
            .root = layers.root(), .guarded = job.guarded, .reports = reports.writing.number()};
        job.tell(watch(worker, talk.supervisor, number_there, place));
        ::waitpid(worker, nullptr, 0);
    } catch (const std::exception& error) {
        write_all(answer, failure_text(Job::no_sandbox, error));
    }
    ::_exit(0);
}

} // namespace vow::harness
