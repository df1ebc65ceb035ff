#include "agent/pull/trial.h"

#include "agent/languages.h"
#include "protocol/system/place.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <thread>

namespace vow::agent {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

HostGroup group_of(const Offer& offer) {
    return group_from(offer.document, offer.target);
}

/// The last lines of an output, for a sentence.
std::string end_of(std::string_view output) {
    while (output.ends_with('\n'))
        output.remove_suffix(1);
    constexpr std::size_t most = 600;
    if (output.size() > most) {
        output.remove_prefix(output.size() - most);
        output.remove_prefix(std::min(output.size(), output.find('\n') + 1));
    }
    return std::string(output);
}

/// The option for the data files of a release, by the language of its policy; empty: it reads them
/// itself.
std::string option_for_inputs(const std::string& policy) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> options = {
        {{"skopos", "--target"}, {"otterscript", "--inventory"}}};
    const std::string_view language = language_for(policy, {}).name;
    for (const auto& [name, option] : options)
        if (name == language) return std::string(option);
    return {};
}

/// Statuses that no time of grace mends: the policy cannot be run, or the program is at fault.
bool is_final(const ProgramEnd& run) {
    constexpr std::array<int, 4> statuses = {2, 3, 4, 70};
    return run.is_late || run.is_stopped || !run.failure.empty() ||
           std::ranges::find(statuses, run.status) != statuses.end();
}

/// The results of promises in the events of a run, by handle.
std::map<std::string, std::string> results_in(const std::string& path) {
    std::map<std::string, std::string> results;
    const auto place = Place::at(path);
    const auto file = place ? place->open_file(Place::Access::read)
                            : SystemResult<FileDescriptor>::failed(place.error());
    if (!file) return results;
    constexpr std::size_t most = 256U << 20U;
    const std::string text = read_all(*file, most).value_or("");
    for (const std::string_view line : split_at(text, '\n')) {
        if (line.find("\"handle\"") == std::string_view::npos) continue;
        const auto read = parse_json(line);
        const auto* event = std::get_if<Data>(&read);
        if (event == nullptr) continue;
        const Data* handle = event->find("handle");
        const Data* result = event->find("result");
        if (handle == nullptr || result == nullptr) continue;
        std::string& last = results[std::string(handle->text())];
        // Later passes skip a promise that an earlier one has kept, or not.
        if (last.empty() || result->text() != "skipped") last = result->text();
    }
    return results;
}

} // namespace

std::string Trial::policy_in(const std::string& folder, const Offer& offer) const {
    return folder + "/" + group_of(offer).entry;
}

std::optional<std::string> Trial::fault_of_check(const Offer& offer) const {
    const std::string policy = policy_in(store_.bundle(offer.digest), offer);
    const ProgramEnd end = programs_.vow(
        {"check", policy},
        settings_.limits.check,
        OwnProgram::Shown::nothing,
        store_.secrets(offer.id())
    );
    if (end.is_good()) return std::nullopt;
    return "its check " + end.text() + ": " + end_of(end.output);
}

std::vector<std::string> Trial::arguments_in(const std::string& folder, const Offer& offer) const {
    const std::string policy = policy_in(folder, offer);
    std::vector<std::string> arguments = {policy, "--workdir", work_folder_};
    const std::string option = option_for_inputs(policy);
    if (option.empty()) return arguments;
    for (const std::string& input : group_of(offer).inputs) {
        arguments.push_back(option);
        arguments.push_back(folder + "/" + input);
    }
    return arguments;
}

std::vector<std::string> Trial::run_arguments(const Offer& offer) const {
    std::vector<std::string> arguments = arguments_in(store_.link("current"), offer);
    if (settings_.reports) arguments.insert(arguments.end(), {"--reports", settings_.file});
    return arguments;
}

ProgramEnd Trial::plan(const Offer& offer) const {
    std::vector<std::string> arguments = arguments_in(store_.bundle(offer.digest), offer);
    arguments.insert(arguments.begin(), "plan");
    return programs_.vow(
        std::move(arguments),
        settings_.limits.run,
        OwnProgram::Shown::output,
        store_.secrets(offer.id())
    );
}

ProgramEnd Trial::run(const Offer& offer) const {
    std::vector<std::string> arguments = run_arguments(offer);
    arguments.insert(arguments.begin(), {"run", "--wait=600"});
    return programs_.vow(
        std::move(arguments),
        settings_.limits.run,
        OwnProgram::Shown::output,
        store_.secrets(offer.id())
    );
}

Trial::Verdict Trial::try_out(const Offer& offer) const {
    const HealthChecks health = group_of(offer).health.value_or(HealthChecks{.grace = seconds(0)});
    const auto end = steady_clock::now() + health.grace;
    constexpr seconds longest{15};
    const auto pause = std::clamp(health.grace / 10, seconds(1), longest);
    while (true) {
        Verdict verdict = try_once(offer, health);
        const bool is_over = steady_clock::now() + pause > end || stop_.signal() != 0;
        if (!verdict.fault || is_final(verdict.run) || is_over) return verdict;
        std::this_thread::sleep_for(pause);
    }
}

Trial::Verdict Trial::try_once(const Offer& offer, const HealthChecks& health) const {
    std::vector<std::string> arguments = run_arguments(offer);
    arguments.insert(arguments.begin(), {"run", "--wait=600"});
    if (!health.promises.empty()) arguments.insert(arguments.end(), {"--json", events_file()});
    Verdict verdict{
        .run = programs_.vow(
            std::move(arguments),
            settings_.limits.run,
            OwnProgram::Shown::output,
            store_.secrets(offer.id())
        )};
    verdict.fault = fault_of_run(verdict.run, health);
    if (!verdict.fault) verdict.fault = fault_of_promises(health);
    if (!verdict.fault) verdict.fault = fault_of_program(health);
    if (const auto events = Place::at(events_file())) events->unlink();
    return verdict;
}

/// Where promises are named as health checks, others need not be kept.
std::optional<std::string>
Trial::fault_of_run(const ProgramEnd& run, const HealthChecks& health) const {
    constexpr int some_not_kept = 1, waits = 5;
    if (run.is_good()) return std::nullopt;
    const bool has_exited = !run.is_late && !run.is_stopped && run.failure.empty();
    if (has_exited && run.status == waits) return std::nullopt;
    if (has_exited && run.status == some_not_kept && !health.promises.empty()) return std::nullopt;
    return "its run " + run.text();
}

std::optional<std::string> Trial::fault_of_promises(const HealthChecks& health) const {
    if (health.promises.empty()) return std::nullopt;
    const auto results = results_in(events_file());
    for (const std::string& handle : health.promises) {
        const auto found = results.find(handle);
        if (found == results.end()) return "the promise '" + handle + "' was not reached";
        if (found->second != "kept" && found->second != "repaired")
            return "the promise '" + handle + "' is " + found->second;
    }
    return std::nullopt;
}

std::optional<std::string> Trial::fault_of_program(const HealthChecks& health) const {
    if (health.program.empty()) return std::nullopt;
    const ProgramEnd end = programs_.program(health.program, health.limit);
    if (end.is_good()) return std::nullopt;
    std::string fault = "the health check '" + health.program.front() + "' " + end.text();
    if (const std::string output = end_of(end.output); !output.empty()) fault += ": " + output;
    return fault;
}

} // namespace vow::agent
