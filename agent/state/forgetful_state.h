#pragma once

#include "policy/run/state.h"

namespace vow::agent {

/// A state without a memory: every lock is free, no document lasts. For checking policy.
class ForgetfulState : public State {
public:
    LockAnswer take_lock(LockName, const LockTerms&) override { return LockAnswer::taken; }
    void give_back(LockName) override {}
    void release(LockName) override {}
    std::optional<Data> document(std::string_view, std::string_view) override { return {}; }
    std::vector<Document> documents(std::string_view) override { return {}; }
    Stored change(const std::vector<DocumentChange>&) override { return Stored::no; }
};

} // namespace vow::agent
