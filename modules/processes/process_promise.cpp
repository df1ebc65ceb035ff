#include "modules/processes/process_promise.h"

#include "protocol/promise/settings.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <csignal>
#include <string_view>
#include <utility>

namespace vow::modules {

namespace {

std::optional<ProcessCount> count_from(const Settings& settings) {
    const auto body = settings.body("process_count");
    const auto range = body ? Range::from(*body, "match_range") : std::nullopt;
    if (!range) return std::nullopt;
    return ProcessCount{*range, body->list("in_range_define"), body->list("out_of_range_define")};
}

} // namespace

bool ProcessPromise::sends(int signal) const {
    return std::ranges::any_of(signals, [&](const ProcessSignal& one) {
        return one.kind == ProcessSignal::Kind::send && one.number == signal;
    });
}

std::optional<ProcessPromise> ProcessPromise::from(const Promise& promise) {
    auto compiled = Regex::compile(promise.promiser);
    auto* const command = std::get_if<Regex>(&compiled);
    if (command == nullptr) return std::nullopt;
    const Settings settings(promise.attributes);
    ProcessPromise process{.command = std::move(*command)};
    if (const auto body = settings.body("process_select"))
        process.selection = ProcessSelection::from(*body);
    process.count = count_from(settings);
    process.stop = settings.text_or("process_stop", "");
    process.restart_class = settings.text_or("restart_class", "");
    for (const std::string& word : settings.list("signals"))
        process.signals.push_back(ProcessSignal::from(word));
    return process;
}

namespace {

constexpr std::pair<std::string_view, int> signal_names[] = {
    {"abrt", SIGABRT},
    {"bus", SIGBUS},
    {"child", SIGCHLD},
    {"cont", SIGCONT},
    {"hup", SIGHUP},
    {"int", SIGINT},
    {"kill", SIGKILL},
    {"pipe", SIGPIPE},
    {"quit", SIGQUIT},
    {"segv", SIGSEGV},
    {"stop", SIGSTOP},
    {"term", SIGTERM},
    {"trap", SIGTRAP},
    {"usr1", SIGUSR1},
    {"usr2", SIGUSR2},
};

} // namespace

ProcessSignal ProcessSignal::from(const std::string& word) {
    const std::string name = lower_case(word);
    for (const auto& [signal, number] : signal_names) {
        if (signal == name) return {Kind::send, number, word};
    }
    return {Kind::pause, std::stoi(word), word};
}

std::string signal_pattern() {
    std::string pattern = "[0-9]{1,6}s?|(?i:";
    for (const auto& [signal, number] : signal_names) {
        if (!pattern.ends_with(':')) pattern += '|';
        pattern += signal;
    }
    return pattern + ")";
}

} // namespace vow::modules
