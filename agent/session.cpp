#include "agent/session.h"

#include <cstdlib>

#include <unistd.h>

namespace vow::agent {
namespace {

/// Where the reference as Debian packages it keeps its files, so that policy finds what it expects.
std::string usual_work_directory() {
    if (const char* chosen = std::getenv("CFENGINE_TEST_OVERRIDE_WORKDIR")) return chosen;
    if (::getuid() == 0) return "/var/lib/cfengine3";
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : "/tmp") + "/.cfagent";
}

std::string absolute(Host& host, const std::string& path) {
    if (path.empty() || path.starts_with('/')) return path;
    const auto here = host.real_path(".");
    return here ? *here + "/" + path : path;
}

Site site_of(Host& host, const Options& options) {
    return {
        .work_directory =
            options.work_directory.empty() ? usual_work_directory() : options.work_directory,
        .policy = absolute(host, options.subject),
    };
}

} // namespace

Session::Session(const Options& options)
    : output_(STDOUT_FILENO, buffering_for(STDOUT_FILENO)),
      console_(output_, options.console),
      host_(signals_),
      facts_(host_, site_of(host_, options)),
      world_{keeper_, host_, facts_, state_, observers_, signals_, options.run} {
    observers_.set_log_level(options.console.level);
    observers_.add(console_);
    observers_.add(tally_);
}

} // namespace vow::agent
