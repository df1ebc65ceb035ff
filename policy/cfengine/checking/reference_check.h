#pragma once

#include "policy/cfengine/checking/call_check.h"

namespace vow::cfengine {

/// Checks values that name a body or a bundle: that it is defined, and takes so many arguments.
class ReferenceCheck {
public:
    ReferenceCheck(Checking& checking, CallCheck& calls) : checking_(checking), calls_(calls) {}

    void body(const ast::Expression& value, std::string_view type);
    /// The parent of a body of the type, which may stand in quotes.
    void parent(const ast::Expression& value, std::string_view type);
    /// The bundle as the attribute of a block in the namespace names it.
    void
    bundle(const ast::Expression& value, std::string_view attribute, std::string_view name_space);

private:
    void defined_body(
        const ast::Expression& value,
        std::string_view name,
        std::size_t given,
        std::string_view type
    );

    Checking& checking_;
    CallCheck& calls_;
};

} // namespace vow::cfengine
