#pragma once

#include "protocol/harness/fuzz/values.h"
#include "protocol/harness/request.h"

#include <span>
#include <string>
#include <string_view>

namespace vow::harness {

/// One way to corrupt a request (docs/harness.md, fuzz).
struct ByteMutation {
    std::string_view name; ///< "with a bit flipped": completes "a request "
    std::string (*corrupt)(const Fields& fields, wire::Variant variant, Dice& dice);
};

/// All mutations. Their results end with an empty line, except those in which the input ends in the
/// middle of a request.
std::span<const ByteMutation> byte_mutations();

} // namespace vow::harness
