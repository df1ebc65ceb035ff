#pragma once

#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// Records how one promise is kept: logs each result at its level, and collects the verdicts. For
/// modules in C++. Borrows the promise.
class Record {
public:
    using LogFunction = std::function<void(LogLevel, std::string_view)>;

    Record(const Promise& promise, LogFunction log) : promise_(promise), log_(std::move(log)) {}

    const Promise& promise() const { return promise_; }
    Verdicts verdicts() const { return verdicts_; }

    /// True if a change may be made. If not, logs the warning "Should CHANGE" in the words of the
    /// promise's terms, and the promise is not kept. `change` starts with a verb: "create file
    /// '/x'".
    bool allows(std::string_view change) { return allows(Change{.what = std::string(change)}); }
    bool allows(ChangeAction action, std::string_view change) {
        return allows(Change{.what = std::string(change), .action = action});
    }
    /// The same, with the details that reports can show.
    bool allows(Change change);
    /// The same, with a warning in other words.
    bool allows(Change change, std::string_view warning);
    /// From here on, changes that are not allowed are made all the same, in memory where nothing
    /// but this promise sees them, so that later ones build on them: allows() logs the warning and
    /// returns true, and repaired() does nothing.
    void pretend() { pretends_ = !promise_.terms.changes_allowed(); }
    /// `prepare` is called before each change that is allowed from here on.
    void prepare_changes(std::function<void()> prepare) { prepare_ = std::move(prepare); }

    /// From here on, kept() only logs: the promise has just made what it finds as promised.
    void leave_out_kept() { counts_kept_ = false; }

    void kept(std::string_view text);      ///< verbose
    void repaired(std::string_view text);  ///< info; the change last allowed was made
    void failed(std::string_view text);    ///< error; not kept
    void denied(std::string_view text);    ///< error
    void timed_out(std::string_view text); ///< error; not kept, because of a time limit
    void warned(std::string_view text);    ///< warning; not kept
    /// Not kept because something is missing that an earlier promise may bring, such as a package:
    /// failed, but in a dry run, in which no promise brings it, it cannot be told.
    void missing(std::string_view text);
    /// A warning: without a change of the machine nothing can tell whether the promise is kept.
    void cannot_tell(Untold why, std::string_view text);
    /// For an errno: failed, and denied when it means missing permission.
    void failed_with(int error_number, std::string_view text);

    /// Collects the verdicts on a file of a search, from here until the end of its scope.
    class Part {
    public:
        Part(Record& record, std::string promiser);
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;
        ~Part();

    private:
        Record& record_;
        std::string promiser_;
        Verdicts before_;
    };

    /// Adds a verdict that was already logged.
    void add(Verdict verdict) { verdicts_.add(verdict); }
    /// Logs a line without a verdict.
    void log(LogLevel level, std::string_view text) { log_(level, text); }

    /// The verdicts on the files of a search, if the promise's terms request them.
    const std::vector<PartOutcome>& parts() const { return parts_; }

    /// The changes made or, if changes are not allowed, the changes needed.
    const std::vector<Change>& changes() const { return changes_; }

    /// Set if nothing can tell whether the promise is kept.
    std::optional<Untold> untold() const { return untold_; }

    /// True if only warnings are the reason why the promise is not kept.
    bool has_only_warned() const { return warned_ && !failed_; }

private:
    const Promise& promise_;
    LogFunction log_;
    std::function<void()> prepare_ = {};
    Verdicts verdicts_;
    std::vector<PartOutcome> parts_;
    std::optional<Change> allowed_; ///< not made yet
    std::vector<Change> changes_;
    std::optional<Untold> untold_ = {};
    bool pretends_ = false;
    bool counts_kept_ = true;
    bool warned_ = false;
    bool failed_ = false;
};

} // namespace vow
