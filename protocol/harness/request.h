#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/log_level.h"
#include "protocol/wire/header.h"
#include "protocol/wire/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// A promise as it goes over the wire.
struct SentPromise {
    std::string type;
    std::string promiser;
    std::vector<Data::Member> attributes = {};
};

enum class ChangesAllowed { yes, only_warn };

/// The fields of a request, in their order. What the client would never send can be made of it: it
/// is a list to be reordered, doubled and spoiled.
using Fields = std::vector<Data::Member>;

/// The usual fields of a request to validate or evaluate a promise.
Fields fields_of(
    wire::Operation operation, const SentPromise& promise, ChangesAllowed changes, LogLevel level
);
/// Those of a request that is about no promise.
Fields fields_of(std::string_view operation, LogLevel level);

/// The request, its empty line included. On the line variant each attribute is a field of its own;
/// what is no text goes as JSON, which no agent would do: see obstacle_to().
std::string request_text(wire::Variant variant, const Fields& fields);

/// Why a promise cannot be asked for in this variant; none: it can.
std::optional<std::string> obstacle_to(wire::Variant variant, const SentPromise& promise);

} // namespace vow::harness
