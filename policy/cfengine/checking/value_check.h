#pragma once

#include "policy/cfengine/checking/reference_check.h"

namespace vow::cfengine {

/// Checks values against the kinds and ranges of their attributes.
class ValueCheck {
public:
    explicit ValueCheck(CheckContext& checking) : checking_(checking) {}

    void attribute(
        const ast::Attribute& attribute, const AttributeSyntax& syntax, const Setting& setting
    );
    /// Checks only the calls in a value, where the attribute takes any.
    void any(const ast::Expression& value) { calls_.in(value); }
    /// Checks the parent of a body.
    void parent(const ast::Expression& value, const ast::Body& child) {
        references_.parent(value, child);
    }
    /// Checks a class expression; `span` is that of its text.
    void class_expression(std::string_view text, Span span);

private:
    void bundle_sequence(const ast::Expression& value, const Setting& setting);
    void condition_item(const ast::Expression& item);
    void list(const ast::Expression& value, const AttributeSyntax& syntax);
    void notation(const ast::Expression& value, std::string_view attribute, std::string_view text);
    void pattern(const ast::Expression& value, std::string_view attribute, std::string_view text);
    void criteria(const ast::Expression& value, std::string_view attribute, std::string_view text);
    void data_text(const ast::Expression& value, std::string_view text);
    void scalar(const ast::Expression& value, const AttributeSyntax& syntax, CallPlace place);

    CheckContext& checking_;
    CallCheck calls_{checking_};
    ReferenceCheck references_{checking_, calls_};
};

} // namespace vow::cfengine
