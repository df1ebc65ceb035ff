#include "agent/session.h"

#include "agent/machine/work_directory.h"
#include "agent/state/disk_state.h"
#include "agent/state/forgetful_state.h"

#include <array>

#include <unistd.h>

namespace vow::agent {
namespace {

std::string absolute(Host& host, const std::string& path) {
    if (path.empty() || path.starts_with('/')) return path;
    const auto here = host.real_path(".");
    return here ? *here + "/" + path : path;
}

/// The classes that say which program runs, and how talkative it is.
std::vector<std::string> program_classes(const Options& options) {
    static constexpr std::array modes = {
        "error_mode",
        "error_mode",
        "warning_mode",
        "notice_mode",
        "inform_mode",
        "verbose_mode",
        "debug_mode"};
    std::vector<std::string> classes = options.hard_classes;
    classes.emplace_back(options.personality == Personality::cf_promises ? "common" : "agent");
    classes.emplace_back(modes.at(static_cast<std::size_t>(options.console.level)));
    if (options.run.policy == Terms::Policy::dry_run) classes.emplace_back("opt_dry_run");
    return classes;
}

Site site_of(Host& host, const Options& options) {
    return {
        .work_directory = work_directory_of(options.work_directory),
        .policy = absolute(host, options.subject),
        .classes = program_classes(options),
    };
}

} // namespace

/// Only a run changes what outlives it.
std::unique_ptr<State> Session::state_for(const Options& options) {
    if (options.command != Options::Command::run) return std::make_unique<ForgetfulState>();
    return std::make_unique<DiskState>(
        work_directory_of(options.work_directory) + "/state",
        host_,
        [this](LogLevel level, std::string_view line) {
            if (observers_.wants(level)) observers_.log(level, line);
        }
    );
}

Session::Session(const Options& options)
    : output_(STDOUT_FILENO, buffering_for(STDOUT_FILENO)),
      console_(output_, options.console),
      host_(signals_),
      facts_(host_, site_of(host_, options)),
      state_(state_for(options)),
      keeper_(signals_),
      world_{keeper_, host_, facts_, *state_, observers_, signals_, options.run} {
    observers_.set_log_level(options.console.level);
    observers_.add(console_);
    observers_.add(tally_);
}

} // namespace vow::agent
