#pragma once

#include "protocol/promise/promise.h"

#include <memory>
#include <string>
#include <vector>

namespace vow::tests {

/// A recorded conversation between agent and module, from tests/transcripts. Lines marked "> " are
/// the agent's, "< " the module's; "# promise JSON" begins the part of one promise, "# log" and
/// "# outcome" give its expected results, and other lines with "# " are for readers.
struct Transcript {
    struct KeptPromise {
        std::unique_ptr<PromiseType> type; ///< which the promise borrows
        Promise promise;
        std::vector<std::string> requests = {}; ///< each with its empty line
        std::vector<std::string> replies = {};  ///< each with its empty line
        std::vector<std::string> log = {};      ///< "info: text"
        std::string outcome = {};               ///< "repaired class class"
    };

    std::string path;
    std::string agent_header; ///< with its empty line, as the module's
    std::string module_header;
    std::vector<KeptPromise> promises = {};
    std::string terminate_request = {};
    std::string terminate_reply = {};
};

/// Reads all transcripts. Throws std::runtime_error if one is malformed.
std::vector<Transcript> all_transcripts();

} // namespace vow::tests
