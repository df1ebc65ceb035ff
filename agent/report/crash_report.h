#pragma once

#include "agent/report/output.h"
#include "policy/run/observer.h"

namespace vow::agent {

/// While it exists, a crash of this program ends in order, as far as that is possible then: what
/// was logged so far is written, the promise that was being kept is named on standard error, and
/// the exit status is that of a fault. There is one at a time, as signals belong to the process.
class CrashReport : public Observer {
public:
    /// Borrows the output.
    explicit CrashReport(const Output& output);
    CrashReport(const CrashReport&) = delete;
    CrashReport& operator=(const CrashReport&) = delete;
    ~CrashReport() override;

    void receive(const Event& event) override;
};

} // namespace vow::agent
