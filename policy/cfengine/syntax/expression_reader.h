#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/cfengine/syntax/quoted.h"
#include "policy/cfengine/syntax/token_reader.h"

#include <optional>

namespace vow::cfengine {

/// Reads the values of attributes: scalars, lists and nested calls. Returns nullopt, with a
/// diagnostic, if the text is none of them.
class ExpressionReader {
public:
    ExpressionReader(TokenReader& tokens, QuotedTexts& texts) : tokens_(tokens), texts_(texts) {}

    std::optional<ast::Expression> expression();

private:
    /// A scalar or a call; `wanted` is the expected thing in the diagnostic.
    std::optional<ast::Expression> item(std::string_view wanted);
    std::optional<ast::Expression> list();
    std::optional<ast::Expression> name_or_call();
    std::optional<ast::Call> call(Span name);

    TokenReader& tokens_;
    QuotedTexts& texts_;
    std::size_t depth_ = 0; ///< of nested calls
};

} // namespace vow::cfengine
