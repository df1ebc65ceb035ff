#pragma once

#include "modules/sdk/cpp/module.h"

namespace vow::modules {

/// Keeps `commands` promises: runs a program and judges it by how it ends.
class CommandsModule : public Module {
public:
    std::string_view name() const override { return "commands"; }
    std::string_view version() const override { return "1.0"; }
    std::span<const std::string_view> promise_types() const override;
    Validity validate(const Promise& promise, Log& log) override;
    Outcome evaluate(const Promise& promise, Log& log) override;
};

} // namespace vow::modules
