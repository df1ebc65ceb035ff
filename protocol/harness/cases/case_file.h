#pragma once

#include "protocol/harness/request.h"

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace vow::harness {

/// A file that is created before a case, or expected after it.
struct CaseFile {
    std::string path;
    std::optional<std::string> content; ///< nullopt: the file must not exist
};

/// Additional checks of a case, beyond its expectations, by the names that `skip` takes.
enum class CaseCheck {
    idempotence,
    validate,
    warn,
    purity,
    order,
    paths,
    outside,
    changes,
    atomic,
    keeps
};

/// Which cases are run for real: a case changes no machine unless that is requested.
enum class RealRuns {
    inside,    ///< those with a promiser in their folder, and those that request it
    everywhere ///< all
};

/// One promise, its preparation and its expected result. Texts may contain `{{tmp}}`, a folder, and
/// `{{port}}`, a port of 127.0.0.1; each run of the case gets new ones.
struct Case {
    std::string name;
    std::string file = {}; ///< the path of its file
    int line = 0;          ///< in the file
    SentPromise promise;
    std::string bytes = {};              ///< sent instead of a request, before the promise
    std::vector<std::string> setup = {}; ///< shell commands
    std::vector<std::string> teardown = {};
    std::vector<CaseFile> before = {};
    std::string expected; ///< "kept", "invalid", ...
    std::vector<CaseFile> after = {};
    std::vector<std::string> log = {};                    ///< extended regular expressions
    std::optional<std::vector<std::string>> classes = {}; ///< nullopt: not checked
    std::set<CaseCheck> skipped = {};
    /// Paths at or below which a real run may make changes; nullopt: others are a warning only.
    std::optional<std::vector<std::string>> only_changes = {};
    std::vector<std::string> scratch = {}; ///< paths below which a warn run may make changes
    bool is_real = false;                  ///< requests a real run wherever its promiser lies

    /// "cases.yaml:7"
    std::string place() const { return file + ":" + std::to_string(line); }
    /// Cases that expect no more than validation are never evaluated.
    bool is_only_validated() const { return expected == "valid" || expected == "invalid"; }
    /// False if its promiser lies outside of `{{tmp}}`, and no real run is requested.
    bool may_run(RealRuns runs) const;
};

/// The file does not contain valid cases; the message names the place.
class CaseFileError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads a file of cases (docs/harness.md, "test"). Throws CaseFileError, for unknown placeholders,
/// wrong patterns and two cases of one name as well.
std::vector<Case> read_cases(const std::string& path);

/// Whether a path is one of the folders or lies below one.
bool is_below(const std::string& path, const std::vector<std::string>& folders);

/// Whether this path is that of a lock or a cache, which any run may change: a file that orders
/// programs, or only saves time.
bool is_lock_or_cache(const std::string& path);

/// Whether changes at this path do not count: those that the case permits, locks and caches.
bool is_scratch(const std::string& path, const Case& ready);

/// The texts of a promise that are absolute paths: its promiser, and those in its attributes.
std::vector<std::string> promised_paths(const SentPromise& promise);

/// The files of a ready case, before or after it, that the promise itself names and that have
/// content; links resolved. A promiser may continue after a colon: "/etc/x.json:member".
std::vector<std::string> promised_files(const Case& ready);

} // namespace vow::harness
