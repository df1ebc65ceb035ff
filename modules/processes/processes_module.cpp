#include "modules/makers.h"
#include "modules/processes/process_promise.h"
#include "modules/processes/process_run.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/token_expression.h"
#include "protocol/description/description.h"
#include "protocol/promise/settings.h"

#include <string>

namespace vow::modules {

namespace {

PromiseTypeDescription processes_type();

/// Keeps `processes` promises: finds processes by command line, counts, signals or stops them, and
/// defines a class when something has to be started.
class ProcessesModule : public DescribedModule {
public:
    ProcessesModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

ProcessesModule::ProcessesModule() : DescribedModule(processes_type(), "process") {}

std::vector<std::string> ProcessesModule::further_faults(const Promise& promise) const {
    std::vector<std::string> faults;
    if (!ProcessPromise::from(promise))
        faults.push_back("Promiser must be a regular expression, not '" + promise.promiser + "'");
    const auto selection = Settings(promise.attributes).body("process_select");
    const auto result = selection ? selection->text("process_result") : std::nullopt;
    auto fault = result ? fault_of_token_expression("process_result", "process_select", *result)
                        : std::nullopt;
    if (fault) faults.push_back(*std::move(fault));
    return faults;
}

Outcome ProcessesModule::keep(const Promise& promise, Record& record, Log& log) {
    const auto process = ProcessPromise::from(promise);
    return process ? ProcessRun(*process, record, log).run() : Outcome::of(Verdict::error);
}

namespace {

constexpr auto body = AttributeType::body;
constexpr auto list = AttributeType::slist;

AttributeDescription range(std::string name, std::string summary) {
    return {
        .name = std::move(name),
        .pattern = "[-+]?[0-9]+[kKmMgG]?,([-+]?[0-9]+[kKmMgG]?|inf)", // the syntax of Range::from()
        .summary = std::move(summary)};
}

AttributeDescription select() {
    return {
        .name = "process_select",
        .type = body,
        .summary = "a selection of those that match: ranges such as \"1,10\", and patterns",
        .attributes = {
            range("pid", "the process"),
            range("ppid", "its parent"),
            range("pgid", "its group"),
            range("vsize", "kB of address space"),
            range("rsize", "kB in memory"),
            range("ttime_range", "seconds of processor time"),
            range("stime_range", "the start time, in seconds since 1970"),
            range("priority", "its niceness"),
            range("threads", "the number of threads"),
            {.name = "process_owner", .type = list, .summary = "patterns for its user"},
            {.name = "status", .summary = "a pattern for its state, one letter: R, S, D, Z, T"},
            {.name = "command", .summary = "a pattern for its whole command line"},
            {.name = "tty", .summary = "a pattern for its terminal: pts/3, tty1, ?"},
            {.name = "process_result",
             .pattern = "[a-z_.&|!() ]+",
             .summary = "how they are combined, such as pid.!command; all by default. Those of "
                        "X_range are X"}}};
}

AttributeDescription count() {
    return {
        .name = "process_count",
        .type = body,
        .summary = "the number that should run, and classes for the result",
        .attributes =
            {[] {
                 AttributeDescription match = range("match_range", "how many");
                 match.required = true;
                 return match;
             }(),
             {.name = "in_range_define",
              .type = list,
              .summary = "classes if the number is in range"},
             {.name = "out_of_range_define", .type = list, .summary = "classes otherwise"}},
        .rules = {{.needs = {"in_range_define", "out_of_range_define"}}}};
}

PromiseTypeDescription processes_type() {
    return {
        .name = "processes",
        .summary = "running processes: counted, signalled, stopped",
        .promiser_summary = "a regular expression for a part of the command line",
        .attributes =
            {select(),
             count(),
             {.name = "process_stop",
              .pattern = ".+",
              .summary = "a command that is run if there are any processes"},
             {.name = "signals",
              .type = list,
              .pattern = signal_pattern(),
              .summary = "sent to each, in this order; 5 or 5s is a pause"},
             {.name = "restart_class",
              .pattern = ".+",
              .summary = "a class, defined if there are none, or term or kill was sent"}},
        .examples = {"processes:\n  \"/usr/sbin/cron\"\n    restart_class => \"start_cron\";"}};
}

} // namespace

std::unique_ptr<Module> make_processes_module() {
    return std::make_unique<ProcessesModule>();
}

} // namespace vow::modules
