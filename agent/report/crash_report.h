#pragma once

#include "agent/report/output.h"
#include "policy/run/observer.h"

#include <chrono>
#include <optional>

namespace vow::agent {

/// While it exists, a crash of this program ends in order, as far as that is possible then: what
/// was logged so far is written, the promise that was being kept is named on standard error, and
/// the exit status is that of a fault. There is one at a time, as signals belong to the process.
///
/// It is also a watchdog: names a promise of a bundled module, which this program keeps itself, on
/// standard error when it has taken `patience`, and again after each further one.
class CrashReport : public Observer {
public:
    /// Borrows the output. Without patience nothing is watched.
    CrashReport(const Output& output, std::optional<std::chrono::seconds> patience);
    CrashReport(const CrashReport&) = delete;
    CrashReport& operator=(const CrashReport&) = delete;
    ~CrashReport() override;

    void receive(const Event& event) override;
};

/// Writes "keeping TYPE 'PROMISER' of FILE" to standard error, between two texts; nothing if no
/// promise is being kept. A signal handler may call it.
void name_promise_at_work(std::string_view before, std::string_view after);

} // namespace vow::agent
