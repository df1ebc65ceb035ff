#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/change.h"

#include <chrono>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// The result of a promise, best first. `denied` (not permitted) and `timed_out` are kinds of
/// not_kept that policies tell apart; `error` means that the module could not answer.
enum class Verdict { kept, repaired, not_kept, denied, timed_out, error };

/// "not_kept" for Verdict::not_kept.
std::string_view text_of(Verdict verdict);

/// All verdicts on one promise: a recursive promise may keep some files, repair others and fail on
/// one.
class Verdicts {
public:
    Verdicts() = default;
    Verdicts(std::initializer_list<Verdict> verdicts);

    void add(Verdict verdict) { bits_ |= bit(verdict); }
    void add(Verdicts others) { bits_ |= others.bits_; }
    bool has(Verdict verdict) const { return (bits_ & bit(verdict)) != 0; }
    bool empty() const { return bits_ == 0; }
    /// The worst verdict; `kept` without any.
    Verdict worst() const;

    friend bool operator==(Verdicts, Verdicts) = default;

private:
    static unsigned bit(Verdict verdict) { return 1U << static_cast<unsigned>(verdict); }

    unsigned bits_ = 0;
};

/// Why nothing can tell, without changing the machine, whether a promise is kept.
enum class Untold {
    no_dry_run,    ///< its module knows none
    command,       ///< only the command itself would find out
    unknown_value, ///< it depends on a value that a real run makes
    no_network,
    no_service
};

/// "no_dry_run" for Untold::no_dry_run.
std::string_view text_of(Untold why);
/// nullopt for any other word.
std::optional<Untold> untold_from(std::string_view word);

/// The verdicts on one of the files that a promise is about.
struct PartOutcome {
    std::string promiser;
    Verdicts verdicts;
};

/// The output of a command beyond this is not in its outcome; a warning names the limit.
constexpr std::size_t max_output_bytes = std::size_t{64} << 20U;

/// The answer to a promise.
struct Outcome {
    Verdicts verdicts = {};
    bool only_warned = false; ///< if it is not kept: because changes are not allowed
    /// Of a promise that may only warn: not known. Languages take it for one that would be
    /// repaired.
    std::optional<Untold> untold = {};
    std::vector<PartOutcome> parts = {};   ///< as far as the terms request them
    std::vector<std::string> classes = {}; ///< result classes, as the module wrote them
    std::vector<std::pair<std::string, Data>> variables = {};
    std::vector<Change> changes = {};  ///< as far as the module reports them
    std::string output = {};           ///< of a command, on request; see max_output_bytes
    std::string errors = {};           ///< standard error of a command, on request
    std::optional<int> exit_code = {}; ///< of a command that ended by itself
    std::optional<int> signal = {};    ///< that ended a command
    std::chrono::nanoseconds duration = {};

    /// Adds the verdicts, the changes and the duration of a part of the promise.
    void add(const Outcome& part);
    Verdict result() const { return verdicts.worst(); }
    /// It would be repaired if changes were allowed. Set in one place for each kind of module, from
    /// the protocol's own terms (module-protocol, action_policy): the verdict not_kept, with a
    /// warning and no error. Reports, exit statuses and languages read it here.
    bool would_repair() const { return result() == Verdict::not_kept && only_warned; }
    bool has_failed() const { return result() > Verdict::repaired && !only_warned; }
    static Outcome of(Verdict verdict) { return {.verdicts = {verdict}}; }
    static Outcome unknown(Untold why) {
        return {.verdicts = {Verdict::not_kept}, .only_warned = true, .untold = why};
    }
    static Outcome warned() { return {.verdicts = {Verdict::not_kept}, .only_warned = true}; }
};

} // namespace vow
