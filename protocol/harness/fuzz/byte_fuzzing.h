#pragma once

#include "protocol/harness/disturbance.h"
#include "protocol/harness/fuzz/fuzz.h"
#include "protocol/harness/fuzz/values.h"
#include "protocol/harness/request.h"

#include <map>
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

/// Sends corrupted requests to a module, each in a conversation of its own, and keeps the first
/// fault of each kind, minimised.
class ByteFuzzing {
public:
    /// `promise` is the subject of the requests. Throws client::ModuleError.
    ByteFuzzing(const Subject& subject, const FuzzSettings& settings, SentPromise promise);

    /// Corrupts and sends one request.
    void try_one();

    /// Whether some kind of corruption was not tried yet, and no fault was found.
    bool needs_more() const;
    /// Adds the findings.
    void add_to(FuzzResult& result) const;

private:
    struct FoundFault {
        DisturbanceFault disturbed;
        std::string mutation;
        std::string bytes;
    };

    std::optional<DisturbanceFault> disturbed_by(const std::string& bytes) const;
    std::string shrunk(std::string bytes, DisturbanceFault::Kind kind) const;

    const Subject& subject_;
    const FuzzSettings& settings_;
    SentPromise promise_;
    std::optional<wire::Result> result_; ///< of the promise; nullopt if nothing can be compared
    wire::Variant variant_ = wire::Variant::json_based;
    Dice dice_;
    std::map<std::string, FoundFault> found_; ///< by the id of the check
    std::size_t tried_ = 0;
};

} // namespace vow::harness
