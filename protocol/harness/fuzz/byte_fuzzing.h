#pragma once

#include "protocol/harness/disturbance.h"
#include "protocol/harness/fuzz/fuzz.h"
#include "protocol/harness/fuzz/values.h"

#include <map>
#include <string>

namespace vow::harness {

/// Sends a module spoiled requests, each in a conversation of its own, and keeps the first thing of
/// each kind that goes wrong, made as small as it can be.
class ByteFuzzing {
public:
    /// `promise` is what requests are about. Throws client::ModuleError.
    ByteFuzzing(const Subject& subject, const FuzzSettings& settings, SentPromise promise);

    /// Spoils one request, and sends it.
    void try_one();

    std::size_t tried() const { return tried_; }
    /// Adds what was found.
    void add_to(FuzzResult& result) const;

private:
    struct Found {
        Disturbed disturbed;
        std::string mutation;
        std::string bytes;
    };

    std::optional<Disturbed> disturbed_by(const std::string& bytes) const;
    std::string shrunk(std::string bytes, Disturbed::Kind kind) const;

    const Subject& subject_;
    const FuzzSettings& settings_;
    SentPromise promise_;
    std::optional<wire::Result> result_; ///< of the promise; none: there is nothing to go by
    wire::Variant variant_ = wire::Variant::json_based;
    Dice dice_;
    std::map<std::string, Found> found_; ///< by the id of the check
    std::size_t tried_ = 0;
};

} // namespace vow::harness
