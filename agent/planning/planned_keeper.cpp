#include "agent/planning/planned_keeper.h"

#include "agent/report/reason.h"
#include "protocol/promise/change.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

/// The bulk of a package manager is collected by one promise after the other, and changed at the
/// end: looking at it would empty it.
bool collects_bulk(const Promise& promise) {
    const std::string* step = promise.attributes.text("package_schedule");
    return step != nullptr && *step == "add";
}

bool changes_bulk(const Promise& promise) {
    const std::string* step = promise.attributes.text("package_schedule");
    return step != nullptr && *step != "add";
}

Promise looked_at(const Promise& promise) {
    Promise look = promise;
    look.terms.policy = Terms::Policy::dry_run;
    look.terms.timing = Terms::Timing::awaited;
    return look;
}

} // namespace

/// A pending promise: first it is looked at, then kept. Its lines wait until it is known which of
/// the two ends it.
class PlannedKeeper::Entry final : public ForwardingListener {
public:
    enum class Stage { looking, looked, keeping, done };

    Entry(const Promise& promise, PromiseListener& listener, PlannedPromise name)
        : ForwardingListener(listener),
          promise(promise),
          look(looked_at(promise)),
          name(std::move(name)) {}

    void log(LogLevel level, std::string_view line) override {
        if (stage == Stage::keeping) return next().log(level, line);
        if (level <= LogLevel::warning && first_warning.empty()) first_warning = line;
        lines.emplace_back(level, line);
    }
    void progress(int percent, std::string_view text) override {
        if (stage == Stage::keeping) next().progress(percent, text);
    }
    void done(Outcome came) override {
        outcome = std::move(came);
        stage = stage == Stage::keeping ? Stage::done : Stage::looked;
    }
    bool is_live() const override { return stage == Stage::keeping && next().is_live(); }
    bool is_full() const override { return stage == Stage::keeping && next().is_full(); }

    bool is_ready() const { return stage == Stage::looked || stage == Stage::done; }
    /// Ends it without keeping it, with the lines that it logged so far.
    void end() {
        for (const auto& [level, line] : lines)
            next().log(level, line);
        stage = Stage::done;
    }
    void refuse(const std::string& why) {
        next().log(LogLevel::error, why);
        outcome = Outcome::of(Verdict::not_kept);
        stage = Stage::done;
    }

    const Promise& promise;
    const Promise look;
    const PlannedPromise name;
    Stage stage = Stage::looking;
    Outcome outcome = {};
    std::vector<std::pair<LogLevel, std::string>> lines = {};
    std::string first_warning = {};
    bool is_cancelled = false;
};

PlannedKeeper::PlannedKeeper(
    PromiseKeeper& keeper, PlannedChanges& planned, const Secrets& secrets, UntoldPromises untold
)
    : ForwardingKeeper(keeper),
      planned_(planned),
      secrets_(secrets),
      untold_(untold) {}

PlannedKeeper::~PlannedKeeper() = default;

PlannedPromise PlannedKeeper::name_of(const Promise& promise) const {
    return {
        secrets_.masked(promise_text(promise.type->name, promise.promiser)),
        place_text(promise.origin)};
}

void PlannedKeeper::start(const Promise& promise, PromiseListener& listener) {
    if (!promise.terms.changes_allowed() || collects_bulk(promise))
        return next().start(promise, listener);
    Entry& entry = entries_.emplace_back(promise, listener, name_of(promise));
    if (planned_.is_due(entry.name)) {
        keep(entry);
    } else if (changes_bulk(promise)) {
        entry.done(Outcome::unknown(Untold::no_dry_run));
    } else {
        next().start(entry.look, entry);
    }
    advance();
}

bool PlannedKeeper::wait_or_ready(
    std::optional<Clock::time_point> until, std::span<const pollfd> descriptors
) {
    const bool is_pending = next().wait_or_ready(until, descriptors);
    const bool has_advanced = advance();
    return is_pending || has_advanced || !entries_.empty();
}

void PlannedKeeper::cancel(PromiseListener& listener) {
    for (Entry& entry : entries_) {
        if (&entry.next() != &listener) continue;
        entry.is_cancelled = true;
        return next().cancel(entry);
    }
    next().cancel(listener); // it may only warn
}

/// A listener may start the next promise.
bool PlannedKeeper::advance() {
    bool has_advanced = false;
    while (true) {
        const auto ready = std::ranges::find_if(entries_, &Entry::is_ready);
        if (ready == entries_.end()) return has_advanced;
        if (ready->stage == Entry::Stage::looked) decide(*ready);
        if (ready->stage != Entry::Stage::done) continue;
        has_advanced = true;
        std::list<Entry> ended;
        ended.splice(ended.end(), entries_, ready);
        Entry& entry = ended.front();
        if (entry.outcome.result() == Verdict::kept) planned_.note_kept(entry.name);
        if (entry.outcome.result() == Verdict::repaired)
            planned_.note(entry.name, secrets_.masked(data_from(entry.outcome.changes)));
        entry.next().done(std::move(entry.outcome));
    }
}

void PlannedKeeper::decide(Entry& entry) {
    if (!entry.outcome.would_repair()) return entry.end();
    const std::string objection = objection_to(entry);
    if (!objection.empty()) return entry.refuse(objection);
    if (entry.is_cancelled) return entry.refuse("it was cancelled");
    keep(entry);
}

std::string PlannedKeeper::objection_to(const Entry& entry) const {
    const Outcome& outcome = entry.outcome;
    if (outcome.untold) return planned_.objection_to_untold(entry.name, untold_);
    const Data changes = secrets_.masked(data_from(outcome.changes));
    return planned_.objection_to(entry.name, changes, secrets_.masked(entry.first_warning));
}

void PlannedKeeper::keep(Entry& entry) {
    entry.stage = Entry::Stage::keeping;
    next().start(entry.promise, entry);
}

} // namespace vow::agent
