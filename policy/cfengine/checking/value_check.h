#pragma once

#include "policy/cfengine/checking/check_context.h"
#include "policy/cfengine/program/function.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

namespace vow::cfengine {

/// Whether a call is the whole value of an attribute or an element of it.
enum class CallPlace { value, element };

/// Checks function calls: that the function exists, its arguments, and that the attribute takes its
/// result.
class CallCheck {
public:
    explicit CallCheck(CheckContext& checking) : checking_(checking) {}

    /// Checks all calls in a value.
    void in(const ast::Expression& value);
    /// Checks a call that is the value of an attribute or an element of it.
    void value_of(const AttributeSyntax& attribute, const ast::Call& written, CallPlace place);

private:
    void call(const ast::Call& written);
    void report_arity(const ast::Call& written, const Function& function);
    bool fits(const Function& function, const AttributeSyntax& attribute, CallPlace place) const;
    void nested(const ast::Expression& value, const Function& function, std::size_t index);
    void notation(
        const ast::Expression& value,
        std::string_view text,
        const Function& function,
        std::size_t index
    );
    void argument(const ast::Expression& value, const Function& function, std::size_t index);

    CheckContext& checking_;
};

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

/// Checks values against the kinds and ranges of their attributes.
class ValueCheck {
public:
    explicit ValueCheck(CheckContext& checking) : checking_(checking) {}

    void attribute(
        const ast::Attribute& attribute, const AttributeSyntax& syntax, const Setting& setting
    );
    /// Checks only the calls in a value, where the attribute takes any.
    void any(const ast::Expression& value) { calls_.in(value); }
    /// Checks an attribute of a custom promise, which may use a body of the attribute's name.
    void custom(const ast::Attribute& attribute);
    /// Checks the parent of a body.
    void parent(const ast::Expression& value, const ast::Body& child) {
        references_.parent(value, child);
    }
    /// Checks a class expression; `span` is that of its text.
    void class_expression(std::string_view text, Span span);

private:
    void term(const ast::Attribute& attribute, const AttributeSyntax& syntax);
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
