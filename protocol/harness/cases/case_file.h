#pragma once

#include "protocol/harness/request.h"

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace vow::harness {

/// A file that is to be there before a case, or that is expected after it.
struct CaseFile {
    std::string path;
    std::optional<std::string> content; ///< none: no such file
};

/// What may be checked of a case beyond what it expects, by the names that `skip` takes.
enum class CaseCheck { idempotence, validate, warn, purity, order };

/// One promise, what to have ready for it, and what is expected. Texts may hold `{{tmp}}`, a
/// folder, and `{{port}}`, a port of 127.0.0.1, both new for each run of the case.
struct Case {
    std::string name;
    int line = 0; ///< in the file
    SentPromise promise;
    std::string bytes = {};              ///< sent in the place of a request, before the promise
    std::vector<std::string> setup = {}; ///< shell commands
    std::vector<std::string> teardown = {};
    std::vector<CaseFile> before = {};
    std::string expected; ///< "kept", "invalid", ...
    std::vector<CaseFile> after = {};
    std::vector<std::string> log = {};                    ///< extended regular expressions
    std::optional<std::vector<std::string>> classes = {}; ///< none: whatever they are
    std::set<CaseCheck> skipped = {};
    std::vector<std::string> scratch = {}; ///< what a warn run may change: below these paths

    /// Nothing is evaluated of which no more is expected.
    bool is_only_validated() const { return expected == "valid" || expected == "invalid"; }
};

/// The file cannot be read as cases; the message says where.
class CaseFileError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads a file of cases (docs/harness.md, "test"). Throws CaseFileError.
std::vector<Case> read_cases(const std::string& path);

} // namespace vow::harness
