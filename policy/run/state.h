#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// A class that outlives the run that defined it.
struct PersistentClass {
    std::string name; ///< with its namespace, if it is not the default one
    std::chrono::system_clock::time_point expires;
    std::vector<std::string> tags;
};

enum class LockAnswer {
    taken,
    too_soon, ///< kept less than `if_elapsed` ago
    held      ///< another running agent is at it
};

struct LockTerms {
    std::chrono::minutes if_elapsed;
    std::chrono::minutes expire_after; ///< a holder older than this is ended
};

enum class TimerPolicy { reset, absolute };

/// What outlives a run. Writes reach the disk at the latest when the state is destroyed. Promises
/// are named by the 64-bit hash of their expanded content.
class State {
public:
    virtual ~State() = default;

    virtual LockAnswer take_lock(std::uint64_t promise, const LockTerms& terms) = 0;
    /// The promise was kept just now; its lock, if it was taken, is given back.
    virtual void give_back(std::uint64_t promise) = 0;

    virtual std::vector<PersistentClass> persistent_classes() = 0; ///< those that have not expired
    /// `absolute` leaves the expiry of one that is already there.
    virtual void persist(const PersistentClass& made, TimerPolicy policy) = 0;
    virtual void forget(std::string_view name) = 0;
};

} // namespace vow
