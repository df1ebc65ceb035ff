#include "tests/support/fake_state.h"

namespace vow::test {

LockAnswer FakeState::take_lock(LockName name, const LockTerms& terms) {
    const std::uint64_t promise = name.hash();
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

void FakeState::release(LockName name) {
    taken_.erase(name.hash());
}

void FakeState::give_back(LockName name) {
    release(name);
    kept_[name.hash()] = clock_.now;
}

std::optional<Data> FakeState::document(std::string_view space, std::string_view key) {
    const auto found = documents_.find({std::string(space), std::string(key)});
    return found == documents_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Document> FakeState::documents(std::string_view space) {
    std::vector<Document> found;
    for (const auto& [place, value] : documents_) {
        if (place.first == space) found.push_back({place.second, value});
    }
    return found;
}

State::Stored FakeState::change(const std::vector<DocumentChange>& changes) {
    for (const DocumentChange& change : changes) {
        if (change.value) {
            documents_.insert_or_assign({change.space, change.key}, *change.value);
        } else {
            documents_.erase({change.space, change.key});
        }
    }
    return Stored::yes;
}

} // namespace vow::test
