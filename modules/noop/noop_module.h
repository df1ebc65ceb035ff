#pragma once

#include "modules/sdk/cpp/module.h"

namespace vow::modules {

/// Keeps `noop` promises: says the promised `message`, and is always kept. Copy this folder to
/// start a module.
class NoopModule : public Module {
public:
    std::string_view name() const override { return "noop"; }
    std::string_view version() const override { return "1.0"; }
    std::span<const std::string_view> promise_types() const override;
    std::optional<Description> description() const override { return described_; }
    Validity validate(const Promise& promise, Log& log) override;
    Outcome evaluate(const Promise& promise, Log& log) override;

private:
    static Description describe();

    const Description described_ = describe();
};

} // namespace vow::modules
