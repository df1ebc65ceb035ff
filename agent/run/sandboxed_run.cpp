#include "agent/report/output_file.h"
#include "agent/run/policy_run.h"
#include "agent/run/run.h"
#include "policy/run/fiber.h"
#include "policy/run/usage_error.h"
#include "protocol/harness/sandbox/sandbox.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/text/number.h"

#include <array>
#include <csignal>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace vow::agent {
namespace {

/// Files that an option would write in the sandbox, where they are thrown away.
void refuse_files(const Options& options) {
    const std::array<std::pair<const char*, const std::string*>, 7> files = {
        {{"--record", &options.record_folder},
         {"--out", &options.plan_out},
         {"--trace", &options.measurements.trace},
         {"--otlp", &options.measurements.otlp},
         {"--export", &options.export_file},
         {"--graph", &options.graph_file},
         {"--log-file", &options.log.file.path}}};
    for (const auto& [option, path] : files) {
        if (path->empty()) continue;
        throw UsageError(
            std::string(option) + " cannot be combined with --sandbox, which throws away all " +
            "files that are written and has no network; --json writes to a file of this host"
        );
    }
    if (options.run.resume != Resume::no)
        throw UsageError("--resume continues a run of this host; leave --sandbox out");
}

/// The options of the run in the sandbox. It takes no locks, as a dry run, and nothing that it
/// writes has to last.
Options inner_options(Options options, const FileDescriptor& events) {
    options.run.policy = Terms::Policy::fix;
    options.run.use_locks = false;
    options.durability = "none";
    options.log.syslog.wanted = Wanted::no;
    options.log.journal.wanted = Wanted::no;
    if (events) options.events = "/dev/fd/" + std::to_string(events.number());
    return options;
}

int run_inside(const Options& options, const harness::Inside& inside) {
    int status = 0;
    run_on_deep_stack([&] {
        PolicyRun run(options, {.sandbox = &inside});
        ::sigprocmask(SIG_SETMASK, &inside.signals, nullptr); // the run handles them now
        status = run.run();
    });
    return status;
}

} // namespace

int run_in_sandbox(Options options) {
    refuse_files(options);
    FileDescriptor events;
    if (!options.events.empty() && options.events != "-")
        events = open_output_file("--json", options.events);
    const Options inner = inner_options(std::move(options), events);
    std::vector<int> kept;
    if (events) kept.push_back(events.number());
    const auto work = [&inner](const harness::Inside& inside) {
        try {
            return Data::object({{"status", Data::integer(run_inside(inner, inside))}});
        } catch (const UsageError& error) {
            return Data::object({{"usage", Data::string(error.what())}});
        }
    };
    const auto done = harness::live_in_sandbox(work, kept);
    if (const auto* none = std::get_if<harness::NoSandbox>(&done))
        throw UsageError(
            "no sandbox can be made here: " + none->why +
            "; try as root, on a kernel of 5.12 or newer that allows user namespaces "
            "(sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, "
            "kernel.apparmor_restrict_unprivileged_userns), or 'vow plan' without --sandbox"
        );
    if (const auto* lost = std::get_if<harness::LostWork>(&done))
        throw std::runtime_error("the run in the sandbox ended: " + lost->why);
    const auto& answer = std::get<Data>(done);
    if (const Data* usage = answer.find("usage")) throw UsageError(std::string(usage->text()));
    return static_cast<int>(integer_from(answer.find("status")->text()).value_or(0));
}

} // namespace vow::agent
