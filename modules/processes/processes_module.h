#pragma once

#include "modules/sdk/cpp/module.h"

namespace vow::modules {

/// Keeps `processes` promises: finds the processes whose command line matches, counts, signals or
/// stops them, and says by a class when there is something to start.
class ProcessesModule : public Module {
public:
    std::string_view name() const override { return "processes"; }
    std::string_view version() const override { return "1.0"; }
    std::span<const std::string_view> promise_types() const override;
    Validity validate(const Promise& promise, Log& log) override;
    Outcome evaluate(const Promise& promise, Log& log) override;
};

} // namespace vow::modules
