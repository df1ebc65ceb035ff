#include "tests/support/fake_state.h"

namespace vow::test {

LockAnswer FakeState::take_lock(std::uint64_t promise, const LockTerms& terms) {
    const LockAnswer given = answer(promise, terms);
    requests_.push_back({promise, terms, given});
    if (given == LockAnswer::taken) taken_.insert(promise);
    return given;
}

LockAnswer FakeState::answer(std::uint64_t promise, const LockTerms& terms) const {
    if (held_by_others.contains(promise)) return LockAnswer::held;
    const auto kept = kept_.find(promise);
    if (kept == kept_.end() || kept->second > clock_.now) return LockAnswer::taken;
    return clock_.now - kept->second < terms.if_elapsed ? LockAnswer::too_soon : LockAnswer::taken;
}

void FakeState::give_back(std::uint64_t promise) {
    taken_.erase(promise);
    kept_[promise] = clock_.now;
}

std::vector<PersistentClass> FakeState::persistent_classes() {
    std::vector<PersistentClass> classes;
    for (const auto& [name, persistent] : classes_) {
        if (persistent.expires > clock_.now) classes.push_back(persistent);
    }
    return classes;
}

void FakeState::persist(const PersistentClass& made, TimerPolicy policy) {
    const auto known = classes_.find(made.name);
    const bool is_running = known != classes_.end() && known->second.expires > clock_.now;
    if (is_running && policy == TimerPolicy::absolute) return;
    classes_.insert_or_assign(made.name, made);
}

void FakeState::forget(std::string_view name) {
    if (const auto known = classes_.find(name); known != classes_.end()) classes_.erase(known);
}

} // namespace vow::test
