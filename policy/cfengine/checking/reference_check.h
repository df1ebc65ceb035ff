#pragma once

#include "policy/cfengine/checking/call_check.h"

namespace vow::cfengine {

/// Whether a promise is evaluated whenever its bundle runs, or only under a condition.
enum class Reach { always, sometimes };

/// The setting of a value: the namespace of its block, and whether its promise is always reached.
struct Setting {
    std::string_view name_space = "default";
    Reach reach = Reach::always;
};

/// Checks values that name a body or a bundle: that it is defined, and its number of arguments.
class ReferenceCheck {
public:
    ReferenceCheck(CheckContext& checking, CallCheck& calls) : checking_(checking), calls_(calls) {}

    void body(const ast::Expression& value, std::string_view type);
    /// Checks the parent of a body, which may be in quotes.
    void parent(const ast::Expression& value, const ast::Body& child);
    /// Checks a bundle that the attribute names.
    void bundle(const ast::Expression& value, std::string_view attribute, const Setting& setting);

private:
    void arguments(const ast::Expression& value);
    void report_undefined_body(
        const ast::Expression& value, std::string_view name, std::string_view type
    );
    std::string hint_for_body(std::string_view name, std::string_view type) const;
    void undefined_bundle(
        const ast::Expression& value, std::string_view attribute, const Setting& setting
    );
    void arity_of_bundle(
        const ast::Expression& value,
        const ast::Bundle& bundle,
        std::string_view attribute,
        Reach reach
    );

    CheckContext& checking_;
    CallCheck& calls_;
};

} // namespace vow::cfengine
