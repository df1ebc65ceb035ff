#include "modules/processes/process_promise.h"

#include "modules/sdk/cpp/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>

namespace vow::modules {

namespace {

constexpr std::string_view known[] = {
    "comment",
    "failed_returncodes",
    "handle",
    "kept_returncodes",
    "process_count",
    "process_select",
    "process_stop",
    "repaired_returncodes",
    "restart_class",
    "signals",
};

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

/// "term", "TERM"; "5" and "5s" are a pause. None of anything else.
std::optional<ProcessSignal> signal_from(const std::string& word) {
    std::string digits = word;
    if (digits.ends_with('s')) digits.pop_back();
    const bool is_pause = !digits.empty() && digits.size() < 7 &&
                          digits.find_first_not_of("0123456789") == std::string::npos;
    if (is_pause) return ProcessSignal{ProcessSignal::Kind::pause, std::stoi(digits), word};
    std::string name = word;
    std::ranges::transform(name, name.begin(), [](unsigned char character) {
        return static_cast<char>(std::tolower(character));
    });
    for (const auto& [signal, number] : signal_names) {
        if (signal == name) return ProcessSignal{ProcessSignal::Kind::send, number, word};
    }
    return std::nullopt;
}

std::optional<ProcessCount> count_from(const Settings& settings) {
    const auto body = settings.body("process_count");
    const auto range = body ? Range::from(*body, "match_range") : std::nullopt;
    if (!range) return std::nullopt;
    return ProcessCount{*range, body->list("in_range_define"), body->list("out_of_range_define")};
}

bool attributes_are_known(const Promise& promise, Log& log) {
    bool all = true;
    for (const Attribute& attribute : promise.attributes) {
        if (std::ranges::find(known, attribute.name) != std::end(known)) continue;
        log.error(text(
            {"Attribute '",
             attribute.name,
             "' of processes promise '",
             promise.promiser,
             "' is not implemented"}
        ));
        all = false;
    }
    return all;
}

/// What the parts of a promise ask of each other.
bool agrees(const ProcessPromise& process, const Promise& promise, Log& log) {
    const auto wrong = [&](const std::string& message) {
        log.error(message);
        return false;
    };
    const Settings settings(promise.attributes);
    if (settings.has("process_count")) {
        if (!process.count) {
            return wrong("process_count used without match_range, this promise will not define a "
                         "class based on a count of matching promises.");
        }
        if (process.count->in_range.empty() && process.count->out_of_range.empty()) {
            return wrong("process_count body is insufficiently defined. process_count must specify "
                         "at least one of in_range_define or out_of_range_define. ");
        }
    }
    if (process.restart_class.empty()) return true;
    if (process.count) {
        return wrong(text(
            {"Promise constraint conflicts - '",
             promise.promiser,
             "' processes have both process_count and restart_class"}
        ));
    }
    if (process.sends(SIGTERM) || process.sends(SIGKILL)) {
        log.warning(text(
            {"Promise '", promise.promiser, "' kills then restarts - never strictly converges"}
        ));
    }
    return true;
}

} // namespace

bool ProcessPromise::sends(int signal) const {
    return std::ranges::any_of(signals, [&](const ProcessSignal& one) {
        return one.kind == ProcessSignal::Kind::send && one.number == signal;
    });
}

std::optional<ProcessPromise> ProcessPromise::from(const Promise& promise, Log& log) {
    if (!attributes_are_known(promise, log)) return std::nullopt;
    auto command = Pattern::compile(promise.promiser);
    if (!command) {
        log.error(text({"'", promise.promiser, "' is no regular expression"}));
        return std::nullopt;
    }
    const Settings settings(promise.attributes);
    ProcessPromise process{.command = std::move(*command)};
    if (const auto body = settings.body("process_select"))
        process.selection = ProcessSelection::from(*body);
    process.count = count_from(settings);
    process.stop = settings.text_or("process_stop", "");
    process.restart_class = settings.text_or("restart_class", "");
    for (const std::string& word : settings.list("signals")) {
        auto signal = signal_from(word);
        if (!signal) {
            log.error(text({"There is no signal '", word, "'"}));
            return std::nullopt;
        }
        process.signals.push_back(std::move(*signal));
    }
    return agrees(process, promise, log) ? std::optional(std::move(process)) : std::nullopt;
}

} // namespace vow::modules
