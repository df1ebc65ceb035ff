#pragma once

#include "policy/run/state.h"
#include "tests/support/fake_clock.h"

#include <map>
#include <set>

namespace vow::test {

/// A state in memory, whose time is the test's clock. It behaves like the state on disk; a test
/// sets the promises that other agents hold.
class FakeState : public State {
public:
    /// A requested lock.
    struct Request {
        std::uint64_t promise;
        LockTerms terms;
        LockAnswer answer;
    };

    /// Borrows the clock.
    explicit FakeState(FakeClock& clock) : clock_(clock) {}

    std::set<std::uint64_t> held_by_others = {};

    /// Every requested lock, in order.
    const std::vector<Request>& requests() const { return requests_; }
    /// Promises whose locks are taken and not yet released.
    const std::set<std::uint64_t>& taken() const { return taken_; }

    LockAnswer take_lock(LockName name, const LockTerms& terms) override;
    void give_back(LockName name) override;
    void release(LockName name) override;
    std::optional<Data> document(std::string_view space, std::string_view key) override;
    std::vector<Document> documents(std::string_view space) override;
    Stored change(const std::vector<DocumentChange>& changes) override;

private:
    using Time = std::chrono::system_clock::time_point;

    LockAnswer answer(std::uint64_t promise, const LockTerms& terms) const;

    FakeClock& clock_;
    std::vector<Request> requests_;
    std::set<std::uint64_t> taken_;
    std::map<std::uint64_t, Time> kept_; ///< when a promise was last kept
    std::map<std::pair<std::string, std::string>, Data> documents_; ///< by space and key
};

} // namespace vow::test
