#pragma once

#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/scratch_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// A case that is ready to run: a folder of its own with the files that it starts from.
class Stage {
public:
    /// Writes the files and runs the setup commands. Throws std::runtime_error if one fails.
    Stage(const Case& from, Conversation::Milliseconds limit);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage(); ///< runs the teardown commands

    /// The case with its placeholders filled in.
    const Case& ready() const { return ready_; }
    const std::string& folder() const { return folder_.path(); }

private:
    ScratchFolder folder_;
    Case ready_;
    Conversation::Milliseconds limit_;
};

/// The result of one promise of a case.
struct CaseResult {
    std::string result;                ///< "invalid", "kept", ...; or "no answer"
    std::vector<std::string> log = {}; ///< "info: text"
    std::vector<std::string> classes = {};
    std::vector<std::string> shown = {}; ///< for a report
};

/// Sends `validate_promise` and, if the promise is valid, `evaluate_promise`.
CaseResult run_promise(Dialogue& dialogue, const SentPromise& promise, ChangesAllowed changes);

/// Sends `validate_promise` only.
CaseResult validate_promise(Dialogue& dialogue, const SentPromise& promise);

/// The first difference between the expected and the actual files; empty when they agree.
std::string difference_in_files(const std::vector<CaseFile>& expected);

} // namespace vow::harness
