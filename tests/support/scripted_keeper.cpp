#include "tests/support/scripted_keeper.h"

#include <algorithm>
#include <utility>

namespace vow::test {

void ScriptedKeeper::start(const Promise& promise, PromiseListener& listener) {
    started_.push_back(
        {*promise.type, promise.promiser, promise.attributes, promise.origin, promise.terms}
    );
    const auto known = scripts_.find({promise.type->name, promise.promiser});
    Script script = known != scripts_.end() ? known->second : Script{};
    const Time done_at = clock_.now + script.takes;
    pending_.push_back({&promise, &listener, std::move(script), done_at});
    most_pending_ = std::max(most_pending_, pending_.size());
}

bool ScriptedKeeper::wait(std::optional<Clock::time_point> until) {
    const auto next = next_to_finish();
    if (until && (pending_.empty() || next->done_at > time_of(*until))) {
        clock_.now = std::max(clock_.now, time_of(*until));
        return !pending_.empty();
    }
    if (pending_.empty()) return false;
    const Pending done = std::move(*next);
    pending_.erase(next); // the listener may well start the next promise
    clock_.now = std::max(clock_.now, done.done_at);
    finished_.push_back(done.promise->promiser);
    if (done.script.effect) done.script.effect();
    for (const Line& line : done.script.lines)
        done.listener->log(line.level, line.text);
    done.listener->done(done.script.outcome);
    return true;
}

PromiseKeeper::Clock::time_point ScriptedKeeper::now() const {
    return Clock::time_point(clock_.now.time_since_epoch());
}

ScriptedKeeper::Time ScriptedKeeper::time_of(Clock::time_point time) {
    return Time(time.time_since_epoch());
}

std::vector<ScriptedKeeper::Pending>::iterator ScriptedKeeper::next_to_finish() {
    return std::ranges::min_element(pending_, {}, &Pending::done_at);
}

void ScriptedKeeper::cancel(PromiseListener& listener) {
    const auto found = std::ranges::find(pending_, &listener, &Pending::listener);
    if (found == pending_.end()) return;
    cancelled_.push_back(found->promise->promiser);
    found->script = {.outcome = Outcome::of(Verdict::error)};
    found->done_at = clock_.now;
}

PromiseKeeper::Overlap ScriptedKeeper::overlap(const PromiseType& /*type*/) const {
    return capacity > 1 ? Overlap::allowed : Overlap::refused;
}

bool ScriptedKeeper::is_free(const PromiseType& type) const {
    const auto pending = std::ranges::count_if(pending_, [&](const Pending& one) {
        return one.promise->type->name == type.name;
    });
    return std::cmp_less(pending, capacity);
}

} // namespace vow::test
