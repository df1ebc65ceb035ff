#pragma once

#include "protocol/harness/dialogue.h"
#include "protocol/harness/file_state.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The folder that promises are about, and the one in which they are evaluated instead; neither
/// counts in a comparison. Both are empty if promises are not about files.
struct SampleFolder {
    std::string given;
    std::string own; ///< made for the run, and removed after it
};

/// The effects of promises that are evaluated one after the other, in a folder that is empty
/// before.
struct SampleRun {
    struct Result {
        std::string promiser;
        std::string text;                    ///< "repaired, with the classes a, b"
        std::vector<std::string> shown = {}; ///< the conversation, for a report
    };
    /// Of those that could be sent in time, in order. A text is empty if it is another one each
    /// time.
    std::vector<Result> results = {};
    FolderState files = {};
};

/// Validates the promises and evaluates the valid ones, until an answer is missing or ten seconds
/// are over.
SampleRun run_samples(
    Dialogue& dialogue, const std::vector<SentPromise>& samples, const SampleFolder& folder
);

/// Only what two runs in the same circumstances have in common.
SampleRun common_part(const SampleRun& one, const SampleRun& two);

/// The differences from the usual run, and the conversation of the first result that does. Files
/// are compared if both runs are equally long.
std::vector<std::string> differences(const SampleRun& run, const SampleRun& usual);

} // namespace vow::harness
