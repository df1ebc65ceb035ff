#include "policy/inmanta/syntax/readers.h"

#include <array>
#include <charconv>
#include <span>
#include <unordered_map>

namespace vow::inmanta {
namespace {

using Kind = Token::Kind;

struct OperatorWord {
    std::string_view word;
    Operator operation;
};

constexpr std::array or_words = {OperatorWord{"or", Operator::or_}};
constexpr std::array and_words = {OperatorWord{"and", Operator::and_}};
constexpr std::array comparison_words = {
    OperatorWord{"==", Operator::equal},
    OperatorWord{"!=", Operator::unequal},
    OperatorWord{"<=", Operator::less_or_equal},
    OperatorWord{">=", Operator::greater_or_equal},
    OperatorWord{"<", Operator::less},
    OperatorWord{">", Operator::greater}};
constexpr std::array sum_words = {
    OperatorWord{"+", Operator::plus}, OperatorWord{"-", Operator::minus}};
constexpr std::array product_words = {
    OperatorWord{"*", Operator::times},
    OperatorWord{"/", Operator::divide},
    OperatorWord{"%", Operator::remainder}};
/// From the weakest to the strongest; `**`, `not` and `in` are stronger.
constexpr std::array<std::span<const OperatorWord>, 5> levels = {
    or_words, and_words, comparison_words, sum_words, product_words};

struct LeveledOperator {
    std::size_t level;
    Operator operation;
};

/// Null for a token that is not an operator.
const LeveledOperator* operator_of(const Token& token) {
    using Words = std::unordered_map<std::string_view, LeveledOperator>;
    static const Words words = [] {
        Words made;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            for (const OperatorWord& word : levels[level])
                made.emplace(word.word, LeveledOperator{level, word.operation});
        }
        return made;
    }();
    if (token.kind != Kind::symbol && token.kind != Kind::keyword) return nullptr;
    const auto found = words.find(token.text);
    return found == words.end() ? nullptr : &found->second;
}

class ExpressionReader {
public:
    explicit ExpressionReader(TokenStream& tokens) : tokens_(tokens) {}

    ExpressionPtr expression() {
        const TokenStream::Level level(tokens_);
        ExpressionPtr condition = binary(0);
        if (!tokens_.is_symbol("?")) return condition;
        const Token& mark = tokens_.take();
        ExpressionPtr if_true = expression();
        tokens_.expect(":");
        ExpressionPtr if_false = expression();
        return made(
            line_of(mark),
            Conditional{std::move(condition), std::move(if_true), std::move(if_false)}
        );
    }

    ExpressionPtr constant() {
        const Token& token = tokens_.peek();
        switch (token.kind) {
        case Kind::integer:
        case Kind::real: return number(tokens_.take());
        case Kind::string:
        case Kind::long_string: return read_string(tokens_.take());
        case Kind::format_string: return read_format_string(tokens_.take());
        case Kind::raw_string: return literal(Value(token.text));
        case Kind::regex: {
            const Token& pattern = tokens_.take();
            return made(line_of(pattern), PatternMatch{pattern.text});
        }
        case Kind::keyword: {
            if (token.text == "true") return literal(Value(true));
            if (token.text == "false") return literal(Value(false));
            if (token.text == "null") return literal(Value());
            break;
        }
        case Kind::name:
        case Kind::class_name:
        case Kind::symbol:
        case Kind::end: break;
        }
        tokens_.refuse();
    }

    ExpressionPtr dict() {
        const TokenStream::Level level(tokens_);
        const Token& brace = tokens_.expect("{");
        DictDisplay display;
        std::unordered_map<std::string, Place> places;
        while (!tokens_.is_symbol("}")) {
            if (!tokens_.is(Kind::string) && !tokens_.is(Kind::raw_string)) tokens_.refuse();
            const Token& written = tokens_.take();
            if (written.kind == Kind::string && has_reference(written.text))
                TokenStream::refuse(
                    place_of(written),
                    "Syntax error: the key of a dict cannot refer to a variable: write r\"" +
                        written.text + "\" for a text with double braces"
                );
            std::string key = written.text;
            tokens_.expect(":");
            ExpressionPtr value = expression();
            const auto [other, is_new] = places.try_emplace(key, value->place);
            if (!is_new)
                throw duplicate("duplicate key in dict " + key, value->place, other->second);
            display.members.emplace_back(std::move(key), std::move(value));
            if (!tokens_.accept(",")) break;
        }
        tokens_.expect("}");
        return made(line_of(brace), std::move(display));
    }

    ExpressionPtr class_expression(WrittenName type) {
        const Token& bracket = tokens_.peek();
        if (tokens_.accept("(")) {
            Constructor constructor{std::move(type), named_arguments(")")};
            return made(line_of(bracket), std::move(constructor));
        }
        tokens_.expect("[");
        IndexLookup lookup{std::move(type), named_arguments("]")};
        return made(line_of(bracket), std::move(lookup));
    }

private:
    ExpressionPtr literal(Value value) {
        const Token& token = tokens_.take();
        return made(line_of(token), Literal{std::move(value)});
    }

    static ExpressionPtr number(const Token& token) {
        const char* end = token.text.data() + token.text.size();
        std::int64_t whole = 0;
        if (token.kind == Kind::integer) {
            if (std::from_chars(token.text.data(), end, whole).ec != std::errc())
                TokenStream::refuse(
                    place_of(token), "Syntax error: " + token.text + " does not fit into 64 bits"
                );
            return made(line_of(token), Literal{Value(whole)});
        }
        double real = 0;
        std::from_chars(token.text.data(), end, real);
        return made(line_of(token), Literal{Value(real)});
    }

    /// An expression whose operators are of this level or stronger.
    ExpressionPtr binary(std::size_t weakest) {
        ExpressionPtr left = power();
        std::array<unsigned, levels.size()> counts{};
        for (;;) {
            const Token& sign = tokens_.peek();
            const LeveledOperator* found = operator_of(sign);
            if (found == nullptr || found->level < weakest) return left;
            tokens_.take();
            if (counts[found->level]++ == max_levels)
                TokenStream::refuse(place_of(sign), "Syntax error: too many operators in one row");
            ExpressionPtr right = binary(found->level + 1);
            left =
                made(line_of(sign), Operation{found->operation, std::move(left), std::move(right)});
        }
    }

    ExpressionPtr power() {
        ExpressionPtr base = negation();
        if (!tokens_.is_symbol("**")) return base;
        const TokenStream::Level level(tokens_);
        const Token& sign = tokens_.take();
        ExpressionPtr exponent = power();
        return made(
            line_of(sign), Operation{Operator::power, std::move(base), std::move(exponent)}
        );
    }

    ExpressionPtr negation() {
        if (!tokens_.is_keyword("not")) return membership();
        const TokenStream::Level level(tokens_);
        const Token& sign = tokens_.take();
        return made(line_of(sign), Operation{Operator::not_, negation(), nullptr});
    }

    ExpressionPtr membership() {
        ExpressionPtr item = postfix();
        for (unsigned count = 0; count < max_levels; ++count) {
            const Token& sign = tokens_.peek();
            const bool is_negated = tokens_.is_keyword("not") && tokens_.is_keyword("in", 1);
            if (is_negated) tokens_.take();
            if (!tokens_.accept("in")) break;
            item = made(
                line_of(sign),
                Operation{is_negated ? Operator::not_in : Operator::in, std::move(item), postfix()}
            );
        }
        return item;
    }

    /// A primary expression and the attributes and look-ups after it.
    ExpressionPtr postfix() {
        ExpressionPtr value = primary();
        for (unsigned count = 0;; ++count) {
            const Token& sign = tokens_.peek();
            const bool is_reference =
                value->as<Reference>() != nullptr || value->as<AttributeReference>() != nullptr;
            const bool is_lookup = value->as<DictLookup>() != nullptr;
            if (count == max_levels)
                TokenStream::refuse(place_of(sign), "Syntax error: too many attributes in one row");
            if (is_reference && tokens_.accept(".")) {
                value = made(
                    line_of(sign), AttributeReference{std::move(value), tokens_.expect_name()}
                );
            } else if ((is_reference || is_lookup) && tokens_.is_symbol("[")) {
                value = lookup_in(std::move(value));
            } else if ((is_reference || is_lookup) && tokens_.is_keyword("is")) {
                const auto* variable = value->as<Reference>();
                const bool is_qualified =
                    variable != nullptr && variable->name.text.find("::") != std::string::npos;
                if (is_qualified) tokens_.refuse();
                return definedness_of(std::move(value));
            } else {
                return value;
            }
        }
    }

    ExpressionPtr lookup_in(ExpressionPtr value) {
        const Token& bracket = tokens_.take();
        const bool is_query =
            (tokens_.is(Kind::name) && tokens_.is_symbol("=", 1)) || tokens_.is_symbol("**");
        if (auto* reference = value->as<AttributeReference>(); reference && is_query) {
            RelationLookup lookup{
                std::move(reference->owner), reference->attribute, named_arguments("]")};
            return made(line_of(bracket), std::move(lookup));
        }
        ExpressionPtr key = expression();
        tokens_.expect("]");
        return made(line_of(bracket), DictLookup{std::move(value), std::move(key)});
    }

    ExpressionPtr definedness_of(ExpressionPtr value) {
        const Token& sign = tokens_.expect("is");
        tokens_.expect("defined");
        return made(line_of(sign), IsDefined{std::move(value)});
    }

    ExpressionPtr primary() {
        if (tokens_.is(Kind::name) || tokens_.is(Kind::class_name)) return named();
        if (tokens_.is_symbol("[")) return list();
        if (tokens_.is_symbol("{")) return dict();
        if (!tokens_.accept("(")) return constant();
        ExpressionPtr inner = expression();
        tokens_.expect(")");
        return inner;
    }

    ExpressionPtr named() {
        const bool is_class = tokens_.is_class();
        WrittenName name = tokens_.expect_path();
        if (is_class) return class_expression(std::move(name));
        const Token& bracket = tokens_.peek();
        if (!tokens_.accept("(")) {
            const Place place = name.place;
            return made(place, Reference{std::move(name)});
        }
        return made(line_of(bracket), call(std::move(name)));
    }

    Call call(WrittenName name) {
        const TokenStream::Level level(tokens_);
        Call call{std::move(name), {}, {}};
        while (!tokens_.is_symbol(")")) {
            const bool is_named = tokens_.is(Kind::name) && tokens_.is_symbol("=", 1);
            if (is_named || tokens_.is_symbol("**"))
                call.named.push_back(named_argument());
            else
                call.arguments.push_back(expression());
            if (!tokens_.accept(",")) break;
        }
        tokens_.expect(")");
        return call;
    }

    NamedArgument named_argument() {
        const Place place = place_of(tokens_.peek());
        if (tokens_.accept("**")) return {{"", place}, expression()};
        WrittenName name = tokens_.expect_name();
        tokens_.expect("=");
        return {std::move(name), expression()};
    }

    std::vector<NamedArgument> named_arguments(std::string_view end) {
        const TokenStream::Level level(tokens_);
        std::vector<NamedArgument> arguments;
        while (!tokens_.is_symbol(end)) {
            const bool is_named = tokens_.is(Kind::name) || tokens_.is(Kind::class_name);
            if (!is_named && !tokens_.is_symbol("**")) tokens_.refuse();
            arguments.push_back(named_argument());
            if (!tokens_.accept(",")) break;
        }
        tokens_.expect(end);
        return arguments;
    }

    ExpressionPtr list() {
        const TokenStream::Level level(tokens_);
        const Token& bracket = tokens_.take();
        ListDisplay display;
        while (!tokens_.is_symbol("]")) {
            display.items.push_back(expression());
            if (display.items.size() == 1 && tokens_.is_keyword("for"))
                return comprehension(bracket, std::move(display.items.front()));
            if (!tokens_.accept(",")) break;
        }
        tokens_.expect("]");
        return made(line_of(bracket), std::move(display));
    }

    ExpressionPtr comprehension(const Token& bracket, ExpressionPtr value) {
        Comprehension result{std::move(value), {}, nullptr};
        while (tokens_.accept("for")) {
            WrittenName variable = tokens_.expect_name();
            tokens_.expect("in");
            result.loops.push_back({std::move(variable), expression()});
        }
        if (tokens_.accept("if")) result.guard = expression();
        tokens_.expect("]");
        return made(line_of(bracket), std::move(result));
    }

    TokenStream& tokens_;
};

} // namespace

ExpressionPtr made(const Place& place, Expression::Node node) {
    return std::make_unique<Expression>(Expression{{place, std::move(node)}});
}

ExpressionPtr read_expression(TokenStream& tokens) {
    return ExpressionReader(tokens).expression();
}

ExpressionPtr read_constant(TokenStream& tokens) {
    return ExpressionReader(tokens).constant();
}

ExpressionPtr read_dict(TokenStream& tokens) {
    return ExpressionReader(tokens).dict();
}

ExpressionPtr read_class_expression(TokenStream& tokens, WrittenName type) {
    return ExpressionReader(tokens).class_expression(std::move(type));
}

ExpressionPtr read_constant_list(TokenStream& tokens) {
    const Token& bracket = tokens.expect("[");
    ListDisplay display;
    while (!tokens.is_symbol("]")) {
        display.items.push_back(read_constant(tokens));
        if (!tokens.accept(",")) break;
    }
    tokens.expect("]");
    return made(line_of(bracket), std::move(display));
}

} // namespace vow::inmanta
