#pragma once

#include "protocol/data/data.h"
#include "protocol/description/secrets.h"
#include "protocol/promise/log_level.h"
#include "protocol/wire/header.h"
#include "protocol/wire/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// A promise in the form in which it is sent.
struct SentPromise {
    std::string type;
    std::string promiser;
    std::vector<Data::Member> attributes = {};
};

/// Whether a request is sent with `action_policy=warn`.
enum class ChangesAllowed { yes, only_warn };

/// The fields of a request, in order. A list, so that it can also hold requests that the client
/// would never send: reordered, duplicated, corrupted.
using Fields = std::vector<Data::Member>;

/// The usual fields of a request to validate or evaluate a promise.
Fields fields_of(
    wire::Operation operation, const SentPromise& promise, ChangesAllowed changes, LogLevel level
);
/// The fields of a request that concerns no promise.
Fields fields_of(std::string_view operation, LogLevel level);

/// The request, including its empty line. On the line variant each attribute is a field of its own;
/// containers are sent as JSON, which no agent does: see obstacle_to().
std::string request_text(wire::Variant variant, const Fields& fields);

/// Why a promise cannot be sent in this variant; nullopt if it can.
std::optional<std::string> obstacle_to(wire::Variant variant, const SentPromise& promise);

/// Notes the values of a promise that the description, as the module sent it, marks as secret, or
/// that may be secret if it cannot be read.
void note_secrets(Secrets& secrets, const SentPromise& sent, const Data& description);

/// The shell command that sends one promise to a module, for a user to copy.
std::string command_for(const std::string& module, const SentPromise& promise);

} // namespace vow::harness
