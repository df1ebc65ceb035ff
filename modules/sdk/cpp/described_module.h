#pragma once

#include "modules/sdk/cpp/module.h"
#include "protocol/promise/record.h"
#include "protocol/text/regex.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A module of one promise type that is defined by its description: promises are checked against
/// it, and attributes that are not promised get their defaults. The module has the name of the
/// type.
class DescribedModule : public Module {
public:
    std::string_view name() const override { return described().name; }
    std::string_view version() const override { return "1.0"; }
    std::span<const std::string_view> promise_types() const override { return {&name_, 1}; }
    std::optional<Description> description() const override { return description_; }
    Validity validate(const Promise& promise, Log& log) final;
    Outcome evaluate(const Promise& promise, Log& log) final;
    Outcome validate_and_evaluate(const Promise& promise, Log& log) final;

protected:
    /// The summary of the type is that of the module. `kind_of_object` is what promisers are, in
    /// the words of changes (protocol/README.md, section 9): "package", "user"; a literal. Empty:
    /// each is a path if it looks like one, else a setting.
    explicit DescribedModule(PromiseTypeDescription type, std::string_view kind_of_object = {});

    /// Faults of a promise beyond its description, one sentence each. Gets the attributes with
    /// their defaults; called only if the description finds no fault.
    virtual std::vector<std::string> further_faults(const Promise& /*promise*/) const { return {}; }

    /// Keeps a promise, whose attributes have their defaults, and reports to `record`. Returns the
    /// classes, variables and output. A std::system_error (std::filesystem throws it) means that
    /// the promise is not kept; any other exception is an error of the module.
    virtual Outcome keep(const Promise& promise, Record& record, Log& log) = 0;

private:
    Validity check_against_description(const Promise& promise, Log& log);
    // These get a promise with its defaults.
    Validity check_further(const Promise& whole, Log& log) const;
    Outcome evaluate_whole(const Promise& whole, Log& log);
    const PromiseTypeDescription& described() const { return description_.promise_types.front(); }

    const Description description_;
    const std::string_view name_;
    const std::string_view kind_of_object_;
    CompiledPatterns patterns_;
};

} // namespace vow::modules
