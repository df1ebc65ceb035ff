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

/// Reads the blocks of one file: bundles, bodies and promise blocks. Reports and drops malformed
/// parts, then continues after them.
class BlockReader {
public:
    BlockReader(const SourceText& source, Diagnostics& diagnostics, const Stop* stop)
        : tokens_(source, diagnostics, stop),
          file_{&source} {}

    ast::File file() &&;

private:
    /// The beginning of every block: KEYWORD TYPE NAME[(PARAMETERS)] {
    struct Head {
        std::string_view type;
        std::string_view name;
        Span span;
        std::vector<ast::Parameter> parameters;
    };

    void block();
    void bundle();
    void body();
    void promise_block();

    std::optional<Head> head(std::string_view what);
    std::optional<std::vector<ast::Parameter>> parameters();
    std::vector<ast::Section> sections();
    std::vector<ast::BodyClause> clauses();
    std::optional<ast::Promise> read_promise();
    std::optional<ast::Attribute> read_attribute();
    ast::Guard read_guard();
    bool another_attribute();
    bool end_statement();
    std::nullopt_t broken_statement();
    bool at_end_of_block() const;
    void end_block();
    void note_settings(const ast::Body& body);

    TokenReader tokens_;
    QuotedTexts texts_;
    ExpressionReader expressions_{tokens_, texts_};
    ast::File file_;
    std::string_view name_space_ = "default";
    std::string_view evaluation_order_ = {};
    std::vector<ast::Attribute> attributes_ = {}; ///< of the promise that is read
    std::vector<ast::Section> sections_ = {};     ///< of the bundle that is read
};

} // namespace vow::cfengine
