#include "protocol/harness/sandbox/sandbox.h"

#include "protocol/harness/sandbox/layers.h"
#include "protocol/harness/scratch_folder.h"
#include "protocol/system/file_descriptor.h"

#include <exception>
#include <stdexcept>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::harness {
namespace {

using Outcome = std::variant<SandboxResult, NoSandbox, LostWork>;

Data data_of(const std::vector<PathChange>& changes) {
    Data::Array items;
    for (const PathChange& change : changes)
        items.push_back(Data::array({Data::string(change.path), Data::string(change.what)}));
    return Data::array(std::move(items));
}

constexpr const char* contact_word = "contact";
constexpr const char* change_word = "change";

Data data_of(const Observation& observation) {
    Data::Array attempts;
    for (const Attempt& attempt : observation.attempts) {
        const bool is_contact = attempt.kind == Attempt::Kind::contact;
        attempts.push_back(Data::array(
            {Data::string(is_contact ? contact_word : change_word), Data::string(attempt.what)}
        ));
    }
    return Data::object(
        {{"attempts", Data::array(std::move(attempts))},
         {"obstacle", Data::string(observation.obstacle)},
         {"killed", Data::boolean(observation.has_killed)}}
    );
}

Observation observation_from(const Data& data) {
    Observation observation{
        .obstacle = std::string(data.find("obstacle")->text()),
        .has_killed = data.find("killed")->truth()};
    for (const Data& attempt : data.find("attempts")->items()) {
        const bool is_contact = attempt.at(0)->text() == contact_word;
        observation.attempts.push_back(
            {is_contact ? Attempt::Kind::contact : Attempt::Kind::change,
             std::string(attempt.at(1)->text())}
        );
    }
    return observation;
}

std::string failure_text(const char* kind, const std::exception& error) {
    return json_text(Data::object({{kind, Data::string(error.what())}}));
}

constexpr const char* no_sandbox = "no sandbox";
constexpr const char* lost_work = "lost work";

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

/// The text that is sent to the parent.
std::string
work_in(const Layers& layers, const std::function<Data()>& work, const FileDescriptor& supervisor) {
    try {
        const pid_t first_process = raise_process_numbers();
        layers.enter();
        drop_rights_over_machine();
        be_watched(supervisor, first_process);
    } catch (const std::exception& error) {
        return failure_text(no_sandbox, error);
    }
    try {
        const Data value = work();
        layers.leave();
        return json_text(Data::object({{"value", value}, {"changes", data_of(layers.changes())}}));
    } catch (const std::exception& error) {
        return failure_text(lost_work, error);
    }
}

/// The child: it creates the namespaces, and watches its own child, which is their first process
/// and does the work.
[[noreturn]] void run_child(
    const std::string& folder,
    const std::function<Data()>& work,
    const std::vector<std::string>& guarded,
    FileDescriptor answer,
    const FileDescriptor& observed
) {
    try {
        const Layers layers(folder);
        ::prctl(PR_SET_DUMPABLE, 1); // new namespaces hide its memory from itself
        Talk talk = open_talk();
        const pid_t worker = ::fork();
        if (worker < 0) throw std::runtime_error("cannot start a process");
        if (worker == 0) {
            talk.supervisor.close();
            write_all(answer, work_in(layers, work, talk.worker));
            ::_exit(0);
        }
        const int number_there = talk.worker.number();
        talk.worker.close();
        answer.close();
        const Observation seen = watch(
            worker, talk.supervisor, number_there, {.root = layers.root(), .guarded = guarded}
        );
        write_all(observed, json_text(data_of(seen)));
        ::waitpid(worker, nullptr, 0);
    } catch (const std::exception& error) {
        write_all(answer, failure_text(no_sandbox, error));
    }
    ::_exit(0);
}

Outcome outcome_from(const std::string& answer, const std::string& observed) {
    const auto read = parse_json(answer);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) return LostWork{"it ended without an answer"};
    if (const Data* why = data->find(no_sandbox)) return NoSandbox{std::string(why->text())};
    if (const Data* why = data->find(lost_work)) return LostWork{std::string(why->text())};
    SandboxResult result{.value = *data->find("value"), .changes = {}, .observation = {}};
    for (const Data& change : data->find("changes")->items()) {
        result.changes.push_back(
            {std::string(change.at(0)->text()), std::string(change.at(1)->text())}
        );
    }
    const auto observation = parse_json(observed);
    if (const auto* seen = std::get_if<Data>(&observation))
        result.observation = observation_from(*seen);
    return result;
}

} // namespace

Outcome in_sandbox(const std::function<Data()>& work, const std::vector<std::string>& guarded) {
    const ScratchFolder folder;
    Pipe answer = open_pipe();
    Pipe observed = open_pipe();
    if (!answer.reading || !observed.reading) return NoSandbox{"cannot make a pipe"};
    const pid_t child = ::fork();
    if (child < 0) return NoSandbox{"cannot start a process"};
    if (child == 0)
        run_child(folder.path(), work, guarded, std::move(answer.writing), observed.writing);
    answer.writing.close();
    observed.writing.close();
    const std::string text = read_all(answer.reading).value_or("");
    const std::string seen = read_all(observed.reading).value_or("");
    ::waitpid(child, nullptr, 0);
    return outcome_from(text, seen);
}

} // namespace vow::harness
