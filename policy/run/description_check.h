#pragma once

#include "policy/run/written_promise.h"
#include "policy/source/diagnostic.h"
#include "protocol/description/description_source.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// An attribute that a promise type does not have.
inline constexpr DiagnosticKind unknown_attribute{
    "unknown-attribute", "unknown attribute '{}' of promise type '{}'"};

/// A promise lacks an attribute that its type requires.
inline constexpr DiagnosticKind missing_attribute{
    "missing-attribute", "a promise of type '{}' needs the attribute '{}'"};

/// Checks written promises against the descriptions of their modules, before the policy runs.
/// Requests a description at the first promise of a type. A module without one validates the
/// promises whose attributes are all known. Values that are known only when the policy runs are
/// left to the module.
class DescriptionCheck {
public:
    using Describe = std::function<DescriptionResult(const std::string& promise_type)>;

    /// Has the module of a type validate a promise, whose type is not set. Returns the reasons why
    /// it is invalid.
    using Validate =
        std::function<std::vector<std::string>(const std::string& promise_type, Promise promise)>;

    /// `common_attributes` are those that the language gives to promises of every type. An empty
    /// `describe` checks nothing. `validate` is for modules without a description; it may be empty.
    DescriptionCheck(
        Describe describe,
        std::vector<std::string_view> common_attributes,
        Diagnostics& diagnostics,
        Validate validate = {}
    );

    bool is_active() const { return static_cast<bool>(describe_); }
    void check(const WrittenPromise& promise);
    /// Checks only the names that programs will get (NameGrammar), of a promise whose attributes
    /// the language itself checks.
    void check_names(const WrittenPromise& promise);

private:
    /// Null if the type has no usable description.
    const PromiseTypeDescription* description_of(const WrittenPromise& promise);
    std::optional<PromiseTypeDescription> request(const WrittenPromise& promise);
    void report(const MissingDescription& undescribed, const WrittenPromise& promise);

    void by_module(const WrittenPromise& promise);
    void promiser(const WrittenPromise& promise, const PromiseTypeDescription& type);
    void missing(const WrittenPromise& promise, const PromiseTypeDescription& type);
    void rules(const WrittenPromise& promise, const PromiseTypeDescription& type);
    void unknown(const WrittenAttribute& attribute, const PromiseTypeDescription& type);
    void value(const WrittenValue& value, const AttributeDescription& described);

    Describe describe_;
    std::vector<std::string_view> common_attributes_;
    Diagnostics& diagnostics_;
    Validate validate_;
    std::set<std::string, std::less<>> undescribed_; ///< types whose modules offer no description
    /// By promise type; nullopt without a usable description.
    std::map<std::string, std::optional<PromiseTypeDescription>, std::less<>> descriptions_;
};

} // namespace vow
