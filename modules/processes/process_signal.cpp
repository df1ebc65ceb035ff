#include "modules/processes/process_signal.h"

#include "protocol/text/lower_case.h"

#include <csignal>
#include <string_view>
#include <utility>

namespace vow::modules {

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
