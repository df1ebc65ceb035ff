#pragma once

#include "policy/cfengine/checking/reference_check.h"

namespace vow::cfengine {

/// Checks values against what their attributes hold.
class ValueCheck {
public:
    explicit ValueCheck(Checking& checking) : checking_(checking) {}

    /// The value of an attribute in a block of the namespace.
    void attribute(
        const ast::Attribute& attribute, const AttributeSyntax& syntax, std::string_view name_space
    );
    /// Where any value will do: only the calls in it are checked.
    void any(const ast::Expression& value) { calls_.in(value); }
    /// The parent of a body of the type.
    void parent(const ast::Expression& value, std::string_view type) {
        references_.parent(value, type);
    }
    /// A class expression at the span of its text.
    void class_expression(std::string_view text, Span span);

private:
    void bundle_sequence(const ast::Expression& value, std::string_view name_space);
    void list(const ast::Expression& value, const AttributeSyntax& syntax);
    void scalar(const ast::Expression& value, const AttributeSyntax& syntax);

    Checking& checking_;
    CallCheck calls_{checking_};
    ReferenceCheck references_{checking_, calls_};
};

} // namespace vow::cfengine
