#include "policy/inmanta/syntax/readers.h"

#include <charconv>

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind old_relation_syntax{
    "syntax-deprecation",
    "The relation definition syntax `{}` is deprecated. Please use `{}` instead.",
    Severity::warning};
constexpr DiagnosticKind old_arrow{
    "arrow-deprecation",
    "use of {} in relation definition is deprecated, use --",
    Severity::warning};

/// "[1]", "[0:]", "[1:3]".
std::string text_of(const Multiplicity& multiplicity) {
    std::string text = "[" + std::to_string(multiplicity.low);
    if (multiplicity.high != multiplicity.low) text += ":";
    if (multiplicity.high && *multiplicity.high != multiplicity.low)
        text += std::to_string(*multiplicity.high);
    return text + "]";
}

class RelationReader {
public:
    RelationReader(TokenStream& tokens, Diagnostics& diagnostics)
        : tokens_(tokens),
          diagnostics_(diagnostics) {}

    RelationDefinition run() {
        const Token& first = tokens_.peek();
        WrittenName entity = tokens_.expect_class();
        if (tokens_.accept(".")) return new_relation(std::move(entity));
        return old_relation(std::move(entity), first);
    }

private:
    /// After "Entity.".
    RelationDefinition new_relation(WrittenName entity) {
        RelationDefinition relation;
        relation.left.entity = std::move(entity);
        relation.right.attribute = tokens_.expect_name();
        relation.right.multiplicity = multiplicity();
        if (!accept_arrow()) relation.annotations = annotations();
        relation.right.entity = tokens_.expect_class();
        if (tokens_.accept(".")) {
            relation.left.attribute = tokens_.expect_name();
            relation.left.multiplicity = multiplicity();
        }
        return relation;
    }

    /// After "Entity", in the form that has the names at the far ends.
    RelationDefinition old_relation(WrittenName entity, const Token& first) {
        RelationDefinition relation;
        relation.left.entity = std::move(entity);
        relation.left.attribute = tokens_.expect_name();
        relation.left.multiplicity = multiplicity();
        const std::string arrow = tokens_.peek().text;
        if (!accept_arrow()) tokens_.refuse();
        relation.right.multiplicity = multiplicity();
        relation.right.entity = tokens_.expect_class();
        relation.right.attribute = tokens_.expect_name();
        const RelationDefinition::Side& left = relation.left;
        const RelationDefinition::Side& right = relation.right;
        const std::string left_count = text_of(left.multiplicity);
        const std::string right_count = text_of(right.multiplicity);
        const std::string written = left.entity.text + " " + left.attribute.text + " " +
                                    left_count + " " + arrow + " " + right_count + " " +
                                    right.entity.text + " " + right.attribute.text;
        const std::string better = left.entity.text + "." + right.attribute.text + " " +
                                   right_count + " -- " + right.entity.text + "." +
                                   left.attribute.text + " " + left_count;
        diagnostics_.add(old_relation_syntax, place_of(first).span, {written, better});
        return relation;
    }

    bool accept_arrow() {
        const Token& arrow = tokens_.peek();
        if (tokens_.accept("--")) return true;
        if (!tokens_.accept("->") && !tokens_.accept("<-")) return false;
        diagnostics_.add(old_arrow, place_of(arrow).span, {arrow.text});
        return true;
    }

    std::vector<ExpressionPtr> annotations() {
        std::vector<ExpressionPtr> found;
        do
            found.push_back(read_expression(tokens_));
        while (tokens_.accept(","));
        return found;
    }

    Multiplicity multiplicity() {
        Multiplicity result;
        tokens_.expect("[");
        const bool has_low = tokens_.is(Token::Kind::integer);
        if (has_low) result.low = count();
        if (tokens_.accept(":")) {
            if (tokens_.is(Token::Kind::integer)) result.high = count();
        } else if (has_low) {
            result.high = result.low;
        }
        tokens_.expect("]");
        return result;
    }

    std::int64_t count() {
        const Token& token = tokens_.peek();
        std::int64_t number = 0;
        const char* end = token.text.data() + token.text.size();
        const auto read = std::from_chars(token.text.data(), end, number);
        if (read.ec != std::errc() || number < 0) tokens_.refuse();
        tokens_.take();
        return number;
    }

    TokenStream& tokens_;
    Diagnostics& diagnostics_;
};

} // namespace

RelationDefinition read_relation(TokenStream& tokens, Diagnostics& diagnostics) {
    return RelationReader(tokens, diagnostics).run();
}

} // namespace vow::inmanta
