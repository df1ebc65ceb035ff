#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/request.h"
#include "protocol/harness/subject.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// Bytes that no agent sends, in the place of a request. If an empty line ends them, well-formed
/// requests follow: to validate `after`, and to terminate. Else the input ends there.
struct Disturbance {
    std::string bytes;
    SentPromise after;
    wire::Result expected = wire::Result::invalid; ///< of `after`, as of an undisturbed module
};

/// What is wrong with how a module took them.
struct Disturbed {
    enum class Kind {
        hangs,   ///< neither answers nor ends within the limit
        crashes, ///< is ended by a signal
        strays,  ///< goes on, but answers well-formed requests no longer as it did
    };
    Kind kind;
    std::string text;
    std::vector<std::string> said = {};
};

/// Starts the module for one conversation with the disturbance in it. It may answer the bytes with
/// whatever it likes, as often as it finds requests in them, or end by itself: none. Throws
/// client::ModuleError when it cannot be started.
std::optional<Disturbed>
disturb(const Subject& subject, const Disturbance& disturbance, Conversation::Milliseconds limit);

/// How an undisturbed module validates a promise. None: it does not answer with a result.
std::optional<wire::Result> undisturbed_result(
    const Subject& subject, const SentPromise& promise, Conversation::Milliseconds limit
);

} // namespace vow::harness
