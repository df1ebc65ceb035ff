#pragma once

#include "policy/cfengine/checking/call_check.h"

namespace vow::cfengine {

/// Whether a promise is made whenever its bundle runs, or only under a condition.
enum class Reach { always, sometimes };

/// What a value is read with: the namespace of its block, and whether the promise it belongs to is
/// always reached.
struct Setting {
    std::string_view name_space = "default";
    Reach reach = Reach::always;
};

/// Checks values that name a body or a bundle: that it is defined, and takes so many arguments.
class ReferenceCheck {
public:
    ReferenceCheck(Checking& checking, CallCheck& calls) : checking_(checking), calls_(calls) {}

    void body(const ast::Expression& value, std::string_view type);
    /// The parent of a body, which may stand in quotes.
    void parent(const ast::Expression& value, const ast::Body& child);
    /// The bundle as the attribute names it.
    void bundle(const ast::Expression& value, std::string_view attribute, const Setting& setting);

private:
    void arguments(const ast::Expression& value);
    void undefined_bundle(
        const ast::Expression& value, std::string_view attribute, const Setting& setting
    );
    void arity_of_bundle(const ast::Expression& value, const ast::Bundle& bundle);

    Checking& checking_;
    CallCheck& calls_;
};

} // namespace vow::cfengine
