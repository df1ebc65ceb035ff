#pragma once

#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/scratch_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// A case that is ready to be run: a folder of its own with the files that are to be there before.
class Stage {
public:
    /// Writes the files and has the setup commands run. Throws std::runtime_error when that fails.
    Stage(const Case& from, Conversation::Milliseconds limit);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage(); ///< has the teardown commands run

    /// The case with its placeholders filled in.
    const Case& ready() const { return ready_; }
    const std::string& folder() const { return folder_.path(); }

private:
    ScratchFolder folder_;
    Case ready_;
    Conversation::Milliseconds limit_;
};

/// What a module made of a promise, once.
struct CaseResult {
    std::string result;                ///< "invalid", "kept", ...; or "no answer"
    std::vector<std::string> log = {}; ///< "info: text"
    std::vector<std::string> classes = {};
    std::vector<std::string> said = {}; ///< for a report
};

/// Has it validated and, if it is valid, evaluated.
CaseResult run_promise(Dialogue& dialogue, const SentPromise& promise, ChangesAllowed changes);

/// Has it validated, and no more.
CaseResult validate_promise(Dialogue& dialogue, const SentPromise& promise);

/// What is not as the case expects it of the files; empty: all is.
std::string difference_in_files(const std::vector<CaseFile>& expected);

} // namespace vow::harness
