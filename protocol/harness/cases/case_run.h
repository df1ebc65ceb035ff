#pragma once

#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/scratch_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// The result of one promise of a case.
struct CaseResult {
    std::string result;                ///< "invalid", "kept", ...; or "no answer"
    std::vector<std::string> log = {}; ///< "info: text"
    std::vector<std::string> classes = {};
    std::vector<std::string> shown = {}; ///< the conversation, for a report
    std::vector<std::string> cause = {}; ///< why there was no answer
};

/// A case that is ready to run: a folder of its own with the files that it starts from.
class Stage {
public:
    /// Writes the files and runs the setup commands. Throws std::runtime_error if one fails. The
    /// name of the folder is `folder_name`, if given.
    Stage(const Case& from, Conversation::Milliseconds limit, const std::string& folder_name = {});
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage(); ///< tears it down, unless that was done
    /// Runs the teardown commands. Returns the failure of the first that fails; empty if all
    /// succeed.
    std::string tear_down();

    /// The case with its placeholders filled in.
    const Case& ready() const { return ready_; }
    const std::string& folder() const { return folder_.path(); }
    /// Puts the placeholders back in the classes of a result, so that runs can be compared.
    CaseResult generalized(CaseResult result) const;
    std::vector<std::string> generalized(std::vector<std::string> classes) const;

private:
    ScratchFolder folder_;
    Case ready_;
    Conversation::Milliseconds limit_;
    bool is_torn_down_ = false;
};

/// Sends `validate_promise` and, if the promise is valid, `evaluate_promise`.
CaseResult run_promise(Dialogue& dialogue, const SentPromise& promise, ChangesAllowed changes);

/// Sends `validate_promise` only.
CaseResult validate_promise(
    Dialogue& dialogue, const SentPromise& promise, ChangesAllowed changes = ChangesAllowed::yes
);

/// The first difference between the expected and the actual files; empty when they agree.
std::string difference_in_files(const std::vector<CaseFile>& expected);

} // namespace vow::harness
