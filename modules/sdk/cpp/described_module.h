#pragma once

#include "modules/sdk/cpp/module.h"
#include "protocol/promise/record.h"
#include "protocol/text/patterns.h"

#include <string>
#include <vector>

namespace vow::modules {

/// A module of one promise type, which its description tells all about: promises are checked by it,
/// and what was not promised has the default that it names. The module's name is the type's.
class DescribedModule : public Module {
public:
    std::string_view name() const override { return described().name; }
    std::string_view version() const override { return "1.0"; }
    std::span<const std::string_view> promise_types() const override { return {&name_, 1}; }
    std::optional<Description> description() const override { return description_; }
    Validity validate(const Promise& promise, Log& log) final;
    Outcome evaluate(const Promise& promise, Log& log) final;

protected:
    /// The summary of the type is that of the module.
    explicit DescribedModule(PromiseTypeDescription type);

    /// What is wrong with a promise beyond what its description says, a sentence each. It sees the
    /// attributes with their defaults, and is asked when the description finds no fault.
    virtual std::vector<std::string> further_faults(const Promise& /*promise*/) const { return {}; }

    /// Keeps a promise, whose attributes have their defaults; `record` is told what happens. The
    /// answer holds what there is beside verdicts and changes: classes, variables. What the machine
    /// refuses may be left to std::system_error (std::filesystem throws it): the promise is not
    /// kept. Any other exception is an error of the module.
    virtual Outcome keep(const Promise& promise, Record& record, Log& log) = 0;

private:
    const PromiseTypeDescription& described() const { return description_.promise_types.front(); }

    const Description description_;
    const std::string_view name_;
    CompiledPatterns patterns_;
};

} // namespace vow::modules
