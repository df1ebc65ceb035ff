#include "agent/run.h"

#include "agent/languages.h"
#include "agent/session.h"

#include <chrono>
#include <cstdio>
#include <stdexcept>

#include <unistd.h>

namespace vow::agent {
namespace {

using Clock = std::chrono::steady_clock;

std::unique_ptr<Policy> load(Session& session, const std::string& path, Diagnostics& diagnostics) {
    const auto language = language_of(path);
    if (language == nullptr)
        throw std::runtime_error("no policy language is called for by " + path);
    auto policy = language->load(path, session.world(), diagnostics);
    session.output().flush();
    for (const Diagnostic& diagnostic : diagnostics.sorted())
        std::fputs(rendered(diagnostic).c_str(), stderr);
    return policy;
}

int status_of(const Ending& ending, const Session& session, const Tally& tally) {
    switch (ending.kind) {
    case Ending::Kind::aborted:
    case Ending::Kind::failed: return number_of(ExitStatus::aborted);
    case Ending::Kind::interrupted: return ended_by_signal(session.signals().signal());
    case Ending::Kind::done: break;
    }
    return number_of(tally.all_kept() ? ExitStatus::success : ExitStatus::not_kept);
}

} // namespace

int run_policy(const Options& options) {
    const auto begin = Clock::now();
    Session session(options);
    Diagnostics diagnostics;
    const auto policy = load(session, options.subject, diagnostics);
    if (policy == nullptr) return number_of(ExitStatus::policy_errors);
    const Ending ending = policy->run();
    if (options.console.level >= LogLevel::info || session.output().is_interactive()) {
        session.world().observer.log(LogLevel::info, session.tally().summary(Clock::now() - begin));
    }
    session.output().flush();
    if (session.output().broken() != 0) return number_of(ExitStatus::fault);
    return status_of(ending, session, session.tally());
}

int check_policy(const Options& options) {
    Session session(options);
    Diagnostics diagnostics;
    const auto policy = load(session, options.subject, diagnostics);
    return number_of(policy == nullptr ? ExitStatus::policy_errors : ExitStatus::success);
}

} // namespace vow::agent
