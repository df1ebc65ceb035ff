#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <string_view>

namespace vow::modules {

/// What happened while one promise was kept: says it on the log, at the level that goes with it,
/// and collects the verdicts. It borrows the promise and the log.
class Record {
public:
    Record(const Promise& promise, Log& log) : promise_(promise), log_(log) {}

    const Promise& promise() const { return promise_; }
    Log& log() { return log_; }

    /// Whether a change may be made. If not, it warns "Should CHANGE" in the words of the promise's
    /// terms, and the promise is not kept. `change` starts with a verb: "create file '/x'".
    bool allows(std::string_view change);

    void kept(std::string_view text);      ///< verbose
    void repaired(std::string_view text);  ///< info
    void failed(std::string_view text);    ///< error
    void denied(std::string_view text);    ///< error
    void warned(std::string_view text);    ///< warning, and not kept
    void timed_out(std::string_view text); ///< error; not kept, and by time at that
    /// Where what happened was said already.
    void kept_silently() { verdicts_.add(Verdict::kept); }
    void repaired_silently() { verdicts_.add(Verdict::repaired); }

    /// For an errno: denied when it means missing permission, failed otherwise.
    void failed_with(int error_number, std::string_view text);

    Verdicts verdicts() const { return verdicts_; }
    bool only_warned() const { return warned_ && !failed_; }

private:
    const Promise& promise_;
    Log& log_;
    Verdicts verdicts_;
    bool warned_ = false;
    bool failed_ = false;
};

} // namespace vow::modules
