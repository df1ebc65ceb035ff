#include "protocol/harness/sandbox/sandbox.h"

#include "protocol/harness/sandbox/job.h"
#include "protocol/harness/sandbox/layers.h"
#include "protocol/harness/scratch_folder.h"
#include "protocol/system/file_descriptor.h"

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

Outcome outcome_from(const std::string& answer, const std::string& observed) {
    const auto read = parse_json(answer);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) return LostWork{"it ended without an answer"};
    if (const Data* why = data->find(Job::no_sandbox)) return NoSandbox{std::string(why->text())};
    if (const Data* why = data->find(Job::lost_work)) return LostWork{std::string(why->text())};
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
    const pid_t caller = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) return NoSandbox{"cannot start a process"};
    if (child == 0) {
        const auto with_changes = [&work](const Layers& layers, const Inside&) {
            const Data value = work();
            layers.leave();
            return Data::object({{"value", value}, {"changes", data_of(layers.changes())}});
        };
        const auto tell = [&observed](const Observation& seen) {
            write_all(observed.writing, json_text(data_of(seen)));
        };
        run_job({caller, folder.path(), with_changes, tell, guarded}, std::move(answer.writing));
    }
    answer.writing.close();
    observed.writing.close();
    const std::string text = read_all(answer.reading).value_or("");
    const std::string seen = read_all(observed.reading).value_or("");
    ::waitpid(child, nullptr, 0);
    return outcome_from(text, seen);
}

} // namespace vow::harness
