#include "agent/keepers/served_modules.h"
#include "agent/machine/host.h"
#include "agent/report/output.h"
#include "agent/serving/serving.h"
#include "agent/state/disk_state.h"
#include "policy/source/diagnostic.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::agent {
namespace {

int refused(const std::string& name) {
    std::vector<std::string_view> names;
    for (const modules::BundledModule& module : modules::bundled_modules())
        names.push_back(module.name);
    std::fprintf(
        stderr,
        "vow: there is no bundled module '%s'; %s\n",
        name.c_str(),
        suggestion_for(name, names).c_str()
    );
    return number_of(ExitStatus::usage);
}

/// Replaces this process by the module.
int exec_module(const modules::BundledModule& module, const Trust& trust) {
    std::vector<std::string> words = program_words(module);
    if (words.empty()) {
        std::fprintf(stderr, "vow: %s\n", absence_of_program(module).c_str());
        return number_of(ExitStatus::fault);
    }
    std::ranges::copy(trust_arguments(trust), std::back_inserter(words));
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(arguments.front(), arguments.data());
    std::perror(("vow: cannot start '" + words.front() + "'").c_str());
    return number_of(ExitStatus::fault);
}

/// As the agent that has started this process has it.
Trust trust_of_agent(const Options& options) {
    if (options.path_trust == PathTrust::blind) return Trust::in_everything();
    if (options.trusted_users.empty())
        return trusting(Trust::of_process(), options.settings.trusted_users);
    return Trust({options.trusted_users.begin(), options.trusted_users.end()})
        .with_remedy("run with --trust-paths");
}

class NoSignal : public Stop {
public:
    int signal() const override { return 0; }
};

/// The lock file of the agent, if this process got it (Command::lock_descriptor).
int lock_from_agent() {
    constexpr int number = STDERR_FILENO + 1;
    struct stat status {};
    return ::fstat(number, &status) == 0 && S_ISREG(status.st_mode) ? number : -1;
}

void print_line(LogLevel /*level*/, std::string_view line) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

int serve_to_agent(modules::Module& module, const Options& options) {
    const int lock = lock_from_agent();
    const Trust trust = trust_of_agent(options);
    const NoSignal stop;
    MachineHost host(stop, trust);
    std::optional<DiskState> state;
    if (!options.state_folder.empty()) state.emplace(options.state_folder, host, &print_line);
    return modules::serve_agent(
        module, trust, {.documents = state ? &*state : nullptr, .lock_descriptor = lock}
    );
}

} // namespace

int serve_module(const Options& options) {
    const modules::BundledModule* bundled = modules::find_bundled_module(options.subject);
    if (bundled == nullptr) return refused(options.subject);
    restrict_path_aloud(trust_of_agent(options));
    if (bundled->make == nullptr) return exec_module(*bundled, trust_of_agent(options));
    const auto module = bundled->make();
    const int status = options.served_for == Options::ServedFor::agent
                           ? serve_to_agent(*module, options)
                           : modules::serve(*module, trust_of_agent(options));
    return status == 0 ? number_of(ExitStatus::success) : number_of(ExitStatus::fault);
}

} // namespace vow::agent
