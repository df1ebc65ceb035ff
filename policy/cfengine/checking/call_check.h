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

} // namespace vow::cfengine
