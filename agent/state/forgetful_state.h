#pragma once

#include "policy/run/state.h"

namespace vow::agent {

/// State without a memory: every lock is free, no class persists. For checking policy, and for a
/// run whose database cannot be opened.
class ForgetfulState : public State {
public:
    LockAnswer take_lock(std::uint64_t, const LockTerms&) override { return LockAnswer::taken; }
    void give_back(std::uint64_t) override {}
    std::vector<PersistentClass> persistent_classes() override { return {}; }
    void persist(const PersistentClass&, TimerPolicy) override {}
    void forget(std::string_view) override {}
};

} // namespace vow::agent
