#include "agent/simulation/sandboxed_keeper.h"

#include "agent/report/reason.h"
#include "protocol/harness/sandbox/watch.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace vow::agent {
namespace {

using harness::Attempt;

/// Looking at more files than this costs more than it is worth; then changes that modules do not
/// report are found at the end only.
constexpr std::size_t max_looks = 20'000;

/// Types that are about processes of the host, none of which a sandbox has.
constexpr std::string_view about_processes = "processes";

std::string text_of(const Promise& promise) {
    const std::string text = promise_text(promise.type->name, promise.promiser);
    const std::string place = place_text(promise.origin);
    return place.empty() ? text : text + " (" + place + ")";
}

/// A path as the layers have it: without links on the way.
std::string plain_path(const std::string& path) {
    namespace fs = std::filesystem;
    fs::path whole = fs::path(path).lexically_normal();
    if (!whole.has_filename()) whole = whole.parent_path();
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(whole.parent_path(), error);
    return error ? whole.native() : (folder / whole.filename()).native();
}

/// The path that a change is about; empty for other objects.
std::string path_of(const Change& change) {
    const bool is_path = change.kind.empty() || change.kind == "path";
    return is_path && !change.path.empty() ? plain_path(change.path) : std::string();
}

std::vector<std::string> paths_in(const std::vector<Change>& changes) {
    std::vector<std::string> paths;
    for (const Change& change : changes) {
        if (std::string path = path_of(change); !path.empty()) paths.push_back(std::move(path));
    }
    return paths;
}

/// Whether what a module has reported makes a change of the layers superfluous.
bool covers(const Change& reported, const Change& seen) {
    if (path_of(reported) != seen.path) return false;
    const bool is_whole = !reported.action || *reported.action != ChangeAction::update;
    return is_whole || reported.field == seen.field || reported.field.empty();
}

/// The words of the module, which masks secrets, and what it has left out.
void add_unreported(std::vector<Change>& reported, std::vector<Change> seen) {
    const std::size_t count = reported.size();
    for (Change& change : seen) {
        const auto end = reported.begin() + static_cast<std::ptrdiff_t>(count);
        const bool is_covered = std::any_of(reported.begin(), end, [&](const Change& one) {
            return covers(one, change);
        });
        if (!is_covered) reported.push_back(std::move(change));
    }
}

} // namespace

/// A promise that the keeper works on, between the keeper and the real listener. Errors wait until
/// it is known whether they are the sandbox's.
class SandboxedKeeper::Pending final : public ForwardingListener {
public:
    Pending(SandboxedKeeper& keeper, const Promise& promise, PromiseListener& listener)
        : ForwardingListener(listener),
          keeper_(keeper),
          promise_(promise) {}

    const Promise& promise() const { return promise_; }
    void note(const Attempt& attempt) { attempts_.push_back(attempt); }

    void log(LogLevel level, std::string_view line) override {
        if (level > LogLevel::error) return next().log(level, line);
        keeper_.note_attempts();
        if (attempts_.empty()) return next().log(level, line);
        held_.emplace_back(level, line);
    }

    void done(Outcome outcome) override {
        keeper_.note_attempts();
        const auto untold = why_untold(outcome);
        for (const auto& [level, line] : held_)
            next().log(untold ? LogLevel::info : level, line);
        if (untold) {
            for (const Attempt& attempt : attempts_)
                next().log(LogLevel::info, "It " + attempt.what + ", which the sandbox has not");
            Outcome unknown = Outcome::unknown(*untold);
            unknown.changes = std::move(outcome.changes);
            unknown.duration = outcome.duration;
            outcome = std::move(unknown);
        }
        outcome = keeper_.completed(*this, std::move(outcome));
        next().done(std::move(outcome));
    }

private:
    /// The thing outside that it needs; nullopt if its outcome is that of a real run.
    std::optional<Untold> why_untold(const Outcome& outcome) const {
        if (!outcome.has_failed() || attempts_.empty()) return std::nullopt;
        const bool needs_network = std::ranges::any_of(attempts_, [](const Attempt& attempt) {
            return attempt.reach == Attempt::Reach::network;
        });
        return needs_network ? Untold::no_network : Untold::no_service;
    }

    SandboxedKeeper& keeper_;
    const Promise& promise_;
    std::vector<Attempt> attempts_;
    std::vector<std::pair<LogLevel, std::string>> held_;
};

SandboxedKeeper::SandboxedKeeper(
    PromiseKeeper& keeper, const harness::Inside& inside, const std::string& ignored, TellLoose tell
)
    : ForwardingKeeper(keeper),
      inside_(inside),
      layers_(inside.layers, ignored),
      tell_loose_(std::move(tell)) {}

SandboxedKeeper::~SandboxedKeeper() = default;

void SandboxedKeeper::start(const Promise& promise, PromiseListener& listener) {
    if (promise.type->name == about_processes && promise.type->path.empty())
        return listener.done(Outcome::unknown(Untold::no_service));
    if (is_program_run_ && pending_.empty() && ended_.empty() && may_look()) {
        is_program_run_ = false;
        tell_others(layers_.take());
    }
    note_attempts(); // of programs that ran before
    Pending& pending = pending_.add(*this, promise, listener);
    pending_.during([&] { next().start(promise, pending); });
}

bool SandboxedKeeper::wait_or_ready(
    std::optional<Clock::time_point> until, std::span<const pollfd> descriptors
) {
    return pending_.during([&] { return next().wait_or_ready(until, descriptors); });
}

void SandboxedKeeper::cancel(PromiseListener& listener) {
    if (Pending* pending = pending_.before(listener)) next().cancel(*pending);
}

/// Attempts belong to all promises that are pending.
void SandboxedKeeper::note_attempts() {
    const std::string lines = read_all(inside_.attempts).value_or("");
    for (const Attempt& attempt : harness::attempts_in(lines)) {
        for (const auto& pending : pending_)
            pending->note(attempt);
    }
}

bool SandboxedKeeper::may_look() const {
    return layers_.looked_at() < max_looks;
}

Outcome SandboxedKeeper::completed(Pending& pending, Outcome outcome) {
    const Promise& promise = pending.promise();
    pending_.retire(pending);
    // A bundled module that reports no change has made none.
    const bool is_bundled = promise.type->path.empty();
    const bool is_idle = is_bundled && outcome.result() == Verdict::kept;
    if (!is_idle) ended_.push_back({text_of(promise), paths_in(outcome.changes)});
    if (pending_.empty() && !ended_.empty() && may_look()) look_for_changes(outcome, promise);
    return outcome;
}

/// After the last of several promises that were pending at once.
void SandboxedKeeper::look_for_changes(Outcome& outcome, const Promise& promise) {
    std::vector<Change> changes = layers_.take();
    const bool is_only =
        ended_.size() == 1 && ended_.front().promise == text_of(promise) && !is_program_run_;
    if (is_only) {
        add_unreported(outcome.changes, std::move(changes));
        ended_.clear();
        return;
    }
    tell_others(std::move(changes));
}

/// Changes without those that modules have reported.
void SandboxedKeeper::tell_others(std::vector<Change> changes) {
    is_program_run_ = false;
    const std::vector<Ended> ended = std::exchange(ended_, {});
    std::erase_if(changes, [&](const Change& change) {
        return std::ranges::any_of(ended, [&](const Ended& one) {
            return std::ranges::find(one.paths, change.path) != one.paths.end();
        });
    });
    if (changes.empty()) return;
    LooseChanges loose{.during = {}, .changes = std::move(changes)};
    for (const Ended& one : ended)
        loose.during.push_back(one.promise);
    tell_loose_(loose);
}

void SandboxedKeeper::end() {
    tell_others(layers_.take());
}

} // namespace vow::agent
