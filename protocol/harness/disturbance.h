#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/request.h"
#include "protocol/harness/subject.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// Bytes that no agent sends, in place of a request. If they end with an empty line, valid requests
/// follow: to validate `after`, and to terminate. Otherwise the input ends there.
struct Disturbance {
    std::string bytes;
    SentPromise after;
    wire::Result expected = wire::Result::invalid; ///< for `after`, from an undisturbed module
};

/// A fault in how a module handled the bytes.
struct DisturbanceFault {
    enum class Kind {
        hangs,   ///< neither answers nor exits within the limit
        crashes, ///< is killed by a signal
        strays,  ///< goes on, but answers valid requests differently
    };
    Kind kind;
    std::string text;
    std::vector<std::string> shown = {};
};

/// Starts the module for one conversation with the disturbance in it. The module may answer the
/// bytes in any way, as often as it finds requests in them, or exit: then the result is nullopt.
/// Throws client::ModuleError when it cannot be started.
std::optional<DisturbanceFault>
disturb(const Subject& subject, const Disturbance& disturbance, Conversation::Milliseconds limit);

/// The result of validating a promise without disturbance; nullopt without a result.
std::optional<wire::Result> undisturbed_result(
    const Subject& subject, const SentPromise& promise, Conversation::Milliseconds limit
);

} // namespace vow::harness
