#pragma once

#include "protocol/harness/fuzz/values.h"
#include "protocol/harness/request.h"

#include <span>
#include <string>
#include <string_view>

namespace vow::harness {

/// One way to spoil a request (docs/harness.md, fuzz).
struct ByteMutation {
    std::string_view name; ///< "with a bit flipped": behind "a request "
    std::string (*spoil)(const Fields& fields, wire::Variant variant, Dice& dice);
};

/// All of them. What they make is ended by an empty line, except where the end of input is meant to
/// come in the middle of a request.
std::span<const ByteMutation> byte_mutations();

} // namespace vow::harness
