#include "policy/otterscript/syntax/parser.h"

#include "policy/otterscript/syntax/expression_reader.h"
#include "policy/otterscript/syntax/with_reader.h"
#include "protocol/text/lower_case.h"

#include <algorithm>
#include <array>
#include <optional>

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind late_global{
    "late-global", "'global' must come before every other statement"};
constexpr DiagnosticKind unknown_context{
    "unknown-context", "'{}' is not a context: server, role, directory or deployable"};
constexpr DiagnosticKind blocks_too_deep{
    "blocks-too-deep", "blocks are nested more than 5000 deep"};

constexpr int deepest_block = 5000;

struct ContextWord {
    std::string_view word;
    ContextType type;
};
constexpr std::array contexts = {
    ContextWord{"server", ContextType::server},
    ContextWord{"role", ContextType::role},
    ContextWord{"directory", ContextType::directory},
    ContextWord{"deployable", ContextType::deployable}};

struct LogWord {
    std::string_view word;
    LogKind kind;
};
constexpr std::array logs = {
    LogWord{"log-debug", LogKind::debug},
    LogWord{"log-information", LogKind::information},
    LogWord{"log-warning", LogKind::warning},
    LogWord{"log-error", LogKind::error}};

/// Recursive descent over the statements.
class Parser {
public:
    Parser(Cursor& cursor, const IsRaw& is_raw)
        : cursor_(cursor),
          literals_(cursor),
          is_raw_(is_raw) {}

    Script script() {
        Script script;
        read_globals(script);
        while (true) {
            read_items(script.body);
            if (cursor_.is_at_end()) return script;
            recover_from([&] { cursor_.fail_expected("a statement"); }); // at a brace
        }
    }

private:
    using Read = Statement (Parser::*)();
    struct Keyword {
        std::string_view word;
        Read read;
    };
    struct SimpleKeyword {
        std::string_view word;
        Simple statement;
    };
    static const std::array<Keyword, 14> keywords;
    static const std::array<SimpleKeyword, 6> simple_keywords;

    template <class Read>
    void recover_from(Read read) {
        try {
            read();
        } catch (const SyntaxFault&) {
            recover();
        }
    }
    void recover();
    void skip_block();
    void skip_string();

    void read_globals(Script& script);
    void read_items(Block& block);
    void read_module(Block& block);
    Parameter read_parameter();
    Block read_block();
    Statement read_statement();

    Statement read_set();
    Statement read_await();
    Statement read_force();
    Statement read_throw();
    Statement read_call();
    Statement read_for();
    Statement read_foreach();
    Statement read_with();
    Statement read_if();
    Statement read_try();
    Statement read_late_global();
    Statement read_simple(Simple simple);
    std::optional<Statement> read_log();
    Statement read_action();
    std::vector<Argument> read_arguments(std::string_view operation);
    Argument read_argument(std::string_view operation);

    Condition read_or();
    Condition read_and();
    Condition read_not();
    Condition read_test();
    Expression read_operand();

    ContextType read_context();
    void expect_word(std::string_view word);
    void end_statement();

    Cursor& cursor_;
    ExpressionReader literals_;
    const IsRaw& is_raw_;
    int depth_ = 0;
};

constexpr std::array<Parser::Keyword, 14> Parser::keywords = {{
    {"set", &Parser::read_set},
    {"await", &Parser::read_await},
    {"force", &Parser::read_force},
    {"throw", &Parser::read_throw},
    {"raise-error", &Parser::read_throw},
    {"call", &Parser::read_call},
    {"for", &Parser::read_for},
    {"foreach", &Parser::read_foreach},
    {"with", &Parser::read_with},
    {"if", &Parser::read_if},
    {"try", &Parser::read_try},
    {"global", &Parser::read_late_global},
    {"set-variable-value", &Parser::read_set},
    {"catch", nullptr},
}};
constexpr std::array<Parser::SimpleKeyword, 6> Parser::simple_keywords = {{
    {"break", Simple::break_},
    {"continue", Simple::continue_},
    {"return", Simple::return_},
    {"error", Simple::error},
    {"fail", Simple::fail},
    {"warn", Simple::warn},
}};

// --- recovery -----------------------------------------------------------------------------------

/// Goes on after the next `;` or block, or before the brace that closes this one.
void Parser::recover() {
    while (!cursor_.is_at_end()) {
        const char next = cursor_.peek();
        if (next == '}') {
            if (depth_ == 0) cursor_.advance();
            break;
        }
        if (next == '{') {
            skip_block();
            break;
        }
        if (cursor_.skip(';')) break;
        if (next == '"' || next == '\'')
            skip_string();
        else
            cursor_.advance();
    }
    cursor_.forget_comments();
}

void Parser::skip_block() {
    int open = 0;
    while (!cursor_.is_at_end()) {
        const char next = cursor_.peek();
        cursor_.advance();
        if (next == '{') ++open;
        if (next == '}' && --open == 0) return;
    }
}

void Parser::skip_string() {
    const char quote = cursor_.peek();
    std::size_t length = 1;
    while (cursor_.peek(length) != quote && cursor_.peek(length) != '\n' &&
           cursor_.peek(length) != '\0') {
        ++length;
    }
    cursor_.advance(cursor_.peek(length) == quote ? length + 1 : 1);
}

// --- blocks -------------------------------------------------------------------------------------

void Parser::read_globals(Script& script) {
    while (true) {
        bool is_global = false;
        recover_from([&] {
            cursor_.skip_blanks();
            is_global = cursor_.skip_word("global");
            if (!is_global) return;
            cursor_.forget_comments();
            cursor_.skip_blanks();
            GlobalVariable global{.variable = literals_.read_variable(), .value = {}};
            cursor_.skip_blanks();
            if (cursor_.skip('=')) global.value = literals_.read_literal(Delimiters::statement);
            end_statement();
            script.globals.push_back(std::move(global));
        });
        if (!is_global) return;
    }
}

/// Up to a closing brace or the end.
void Parser::read_items(Block& block) {
    while (true) {
        bool is_over = false;
        recover_from([&] {
            cursor_.skip_blanks();
            is_over = cursor_.is_at_end() || cursor_.peek() == '}';
            if (is_over) return;
            if (cursor_.looks_at_word("module") || cursor_.looks_at_word("template"))
                return read_module(block);
            block.statements.push_back(read_statement());
        });
        if (is_over) return cursor_.forget_comments();
    }
}

Block Parser::read_block() {
    cursor_.skip_blanks();
    if (depth_ >= deepest_block) cursor_.fail(blocks_too_deep, cursor_.next_token());
    const std::size_t open = cursor_.at();
    if (!cursor_.skip('{')) cursor_.fail_expected("'{'");
    cursor_.forget_comments();
    Block block{.span = cursor_.span(open, open + 1)};
    struct Nesting {
        explicit Nesting(int& counted) : depth(counted) { ++depth; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        ~Nesting() { --depth; }
        int& depth;
    };
    const Nesting nesting(depth_);
    read_items(block);
    if (!cursor_.skip('}')) cursor_.fail(unclosed, block.span, "{");
    cursor_.forget_comments();
    return block;
}

void Parser::read_module(Block& block) {
    if (!cursor_.skip_word("module")) cursor_.skip_word("template");
    cursor_.skip_blanks();
    auto module = std::make_unique<Module>();
    if (cursor_.peek() == '"' || cursor_.peek() == '\'') {
        const Expression name = literals_.read_raw_literal(Delimiters::statement);
        module->name = name.body.text();
    } else {
        if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("a name");
        module->name = cursor_.read_name();
    }
    module->key = cursor_.names().symbol(lower_case(module->name));
    cursor_.skip_blanks();
    const std::size_t open = cursor_.at();
    if (cursor_.skip('<')) {
        cursor_.skip_blanks();
        while (!cursor_.skip('>')) {
            module->parameters.push_back(read_parameter());
            cursor_.skip_blanks();
            if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "<");
            if (cursor_.peek() == '>') continue;
            if (!cursor_.skip(',')) cursor_.fail_expected("',' or '>'");
            cursor_.skip_blanks();
        }
    }
    module->body = read_block();
    block.modules.push_back(std::move(module));
}

Parameter Parser::read_parameter() {
    Parameter parameter;
    parameter.is_output = cursor_.skip_word("out");
    cursor_.skip_blanks();
    parameter.variable = literals_.read_variable();
    parameter.name = cursor_.names().text(parameter.variable.spelling);
    cursor_.skip_blanks();
    if (cursor_.skip('=')) parameter.fallback = literals_.read_literal(Delimiters::fallback);
    return parameter;
}

// --- statements ---------------------------------------------------------------------------------

Statement Parser::read_statement() {
    std::string description = cursor_.take_description();
    const std::size_t begin = cursor_.at();
    Statement statement;
    if (cursor_.peek() == '{') {
        statement.content = read_block();
        statement.span = cursor_.span(begin, begin + 1);
    } else {
        const std::size_t length = cursor_.name_length(begin);
        if (length == 0) cursor_.fail_expected("a statement");
        const std::string word = lower_case(cursor_.text(begin, begin + length));
        const bool is_qualified = cursor_.text(begin + length, begin + length + 2) == "::";
        const auto keyword = std::ranges::find(keywords, word, &Keyword::word);
        const auto simple = std::ranges::find(simple_keywords, word, &SimpleKeyword::word);
        if (keyword != keywords.end() && keyword->read == nullptr)
            cursor_.fail_expected("a statement");
        if (!is_qualified && keyword != keywords.end()) {
            if (keyword->read != &Parser::read_late_global) cursor_.advance(length);
            statement = (this->*keyword->read)();
        } else if (!is_qualified && simple != simple_keywords.end()) {
            cursor_.advance(length);
            statement = read_simple(simple->statement);
        } else if (auto log = read_log()) {
            statement = *std::move(log);
        } else {
            statement = read_action();
        }
        statement.span = cursor_.span(begin, begin + length);
    }
    statement.description = std::move(description);
    return statement;
}

/// A missing `;` is reported right after the text that it should end.
void Parser::end_statement() {
    const std::size_t end = cursor_.at();
    cursor_.skip_blanks();
    if (!cursor_.skip(';')) {
        cursor_.go_to(end);
        cursor_.fail_expected("';'", end);
    }
    cursor_.forget_comments();
}

void Parser::expect_word(std::string_view word) {
    cursor_.skip_blanks();
    if (!cursor_.skip_word(word)) cursor_.fail_expected("'" + std::string(word) + "'");
}

Statement Parser::read_set() {
    Set set;
    cursor_.skip_blanks();
    if (cursor_.skip_word("local"))
        set.place = Place::local;
    else if (cursor_.skip_word("global"))
        set.place = Place::global;
    cursor_.skip_blanks();
    if (cursor_.peek() != '$' && cursor_.peek() != '@' && cursor_.peek() != '%')
        cursor_.fail_expected("a variable");
    set.variable = literals_.read_variable();
    if (set.variable.sign != Sign::scalar) set.indexes = literals_.read_indexes();
    cursor_.skip_blanks();
    if (!cursor_.skip('=')) cursor_.fail_expected("'='");
    set.value = literals_.read_literal(Delimiters::statement);
    end_statement();
    return {.content = std::move(set)};
}

Statement Parser::read_await() {
    Await await;
    const std::size_t end = cursor_.at();
    cursor_.skip_blanks();
    if (cursor_.peek() != ';') {
        if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("';'", end);
        await.token = read_token(cursor_);
        await.has_token = true;
    } else {
        cursor_.go_to(end);
    }
    end_statement();
    return {.content = std::move(await)};
}

Statement Parser::read_force() {
    cursor_.skip_blanks();
    Simple simple = Simple::force_normal;
    if (cursor_.skip_word("warn"))
        simple = Simple::force_warn;
    else if (!cursor_.skip_word("normal"))
        cursor_.fail_expected("'normal' or 'warn'");
    return read_simple(simple);
}

Statement Parser::read_simple(Simple simple) {
    end_statement();
    return {.content = simple};
}

Statement Parser::read_throw() {
    Throw thrown;
    const std::size_t end = cursor_.at();
    cursor_.skip_blanks();
    if (cursor_.peek() == ';')
        cursor_.go_to(end);
    else
        thrown.message = literals_.read_literal(Delimiters::statement);
    end_statement();
    return {.content = std::move(thrown)};
}

Statement Parser::read_late_global() {
    const std::size_t begin = cursor_.at();
    cursor_.fail(late_global, cursor_.span(begin, begin + 6));
}

Statement Parser::read_call() {
    cursor_.skip_blanks();
    CallModule call;
    if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("a name");
    call.span = cursor_.next_token();
    call.name = cursor_.read_name();
    if (cursor_.looks_at("::")) {
        cursor_.advance(2);
        call.raft = std::move(call.name);
        if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("a name");
        call.name = cursor_.read_name();
    }
    const std::size_t end = cursor_.at();
    cursor_.skip_blanks();
    if (cursor_.peek() == '(')
        call.arguments = read_arguments({});
    else
        cursor_.go_to(end);
    end_statement();
    return {.content = std::move(call)};
}

ContextType Parser::read_context() {
    for (const ContextWord& context : contexts) {
        if (cursor_.skip_word(context.word)) return context.type;
    }
    if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("a context");
    const Span word = cursor_.next_token();
    cursor_.diagnostics().add(
        unknown_context, word, {word.text()}, "a loop is written: foreach $i in @Range(1, 9)"
    );
    throw SyntaxFault{};
}

Statement Parser::read_for() {
    cursor_.skip_blanks();
    For loop{.type = read_context(), .name = {}, .body = {}};
    loop.name = literals_.read_literal(Delimiters::source);
    loop.body = read_block();
    return {.content = std::move(loop)};
}

Statement Parser::read_foreach() {
    cursor_.skip_blanks();
    Foreach loop{.item = ContextType::server, .source = {}, .body = {}};
    const char sign = cursor_.peek();
    if (sign == '$' || sign == '@' || sign == '%')
        loop.item = literals_.read_variable();
    else
        loop.item = read_context();
    expect_word("in");
    loop.source = literals_.read_literal(Delimiters::source);
    loop.body = read_block();
    return {.content = std::move(loop)};
}

Statement Parser::read_with() {
    With with = read_directives(cursor_, literals_);
    with.body = read_block();
    return {.content = std::move(with)};
}

Statement Parser::read_if() {
    If branch{.condition = read_or(), .then = {}, .otherwise = nullptr};
    branch.then = read_block();
    const std::size_t end = cursor_.at();
    cursor_.skip_blanks();
    if (!cursor_.skip_word("else")) {
        cursor_.forget_comments();
        cursor_.go_to(end);
        return {.content = std::move(branch)};
    }
    cursor_.forget_comments();
    cursor_.skip_blanks();
    const std::size_t begin = cursor_.at();
    Statement otherwise;
    if (cursor_.skip_word("if"))
        otherwise = read_if();
    else
        otherwise.content = read_block();
    otherwise.span = cursor_.span(begin, begin + 1);
    branch.otherwise = std::make_unique<Statement>(std::move(otherwise));
    return {.content = std::move(branch)};
}

Statement Parser::read_try() {
    Try attempt;
    attempt.body = read_block();
    expect_word("catch");
    attempt.handler = read_block();
    return {.content = std::move(attempt)};
}

/// nullopt if the next statement is not a `Log-` statement.
std::optional<Statement> Parser::read_log() {
    for (const LogWord& log : logs) {
        if (!cursor_.skip_word(log.word)) continue;
        Log statement{.kind = log.kind, .message = literals_.read_literal(Delimiters::statement)};
        end_statement();
        return Statement{.content = std::move(statement)};
    }
    return std::nullopt;
}

// --- operations ---------------------------------------------------------------------------------

Statement Parser::read_action() {
    const std::size_t begin = cursor_.at();
    Action action;
    action.name = cursor_.read_name();
    if (cursor_.looks_at("::")) {
        cursor_.advance(2);
        action.space = std::move(action.name);
        if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("a name");
        action.name = cursor_.read_name();
    }
    std::size_t end = cursor_.at();
    action.span = cursor_.span(begin, end);
    cursor_.skip_blanks();
    if (!cursor_.is_at_end() && cursor_.peek() != ';' && cursor_.peek() != '(' &&
        cursor_.peek() != '}') {
        action.positional = is_raw_(action.name, {})
                                ? literals_.read_raw_literal(Delimiters::positional)
                                : literals_.read_literal(Delimiters::positional);
        end = cursor_.at();
        cursor_.skip_blanks();
    }
    if (cursor_.peek() == '(')
        action.arguments = read_arguments(action.name);
    else
        cursor_.go_to(end);
    end_statement();
    return {.content = std::move(action)};
}

/// At `(`.
std::vector<Argument> Parser::read_arguments(std::string_view operation) {
    const std::size_t open = cursor_.at();
    cursor_.advance();
    std::vector<Argument> arguments;
    while (true) {
        cursor_.skip_blanks();
        if (cursor_.skip(')')) return arguments;
        if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
        arguments.push_back(read_argument(operation));
        cursor_.skip_blanks();
        if (cursor_.skip(',')) continue;
        if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
        if (cursor_.peek() != ')') cursor_.fail_expected("',' or ')'");
    }
}

Argument Parser::read_argument(std::string_view operation) {
    const std::size_t begin = cursor_.at();
    if (cursor_.name_length(begin) == 0) cursor_.fail_expected("a name");
    Argument argument{.name = cursor_.read_name(), .span = {}, .value = Expression{}};
    argument.span = cursor_.span(begin, cursor_.at());
    cursor_.skip_blanks();
    if (cursor_.looks_at("=>")) {
        cursor_.advance(2);
        cursor_.skip_blanks();
        argument.value = literals_.read_variable();
    } else if (cursor_.skip(':')) {
        argument.value = is_raw_(operation, argument.name)
                             ? literals_.read_raw_literal(Delimiters::item)
                             : literals_.read_literal(Delimiters::item);
    } else {
        cursor_.fail_expected("':' or '=>'");
    }
    return argument;
}

// --- conditions ---------------------------------------------------------------------------------

Condition Parser::read_or() {
    Condition first = read_and();
    cursor_.skip_blanks();
    if (!cursor_.looks_at("||")) return first;
    Condition any{.kind = Condition::Kind::or_};
    any.parts.push_back(std::move(first));
    while (cursor_.looks_at("||")) {
        cursor_.advance(2);
        any.parts.push_back(read_and());
        cursor_.skip_blanks();
    }
    return any;
}

Condition Parser::read_and() {
    Condition first = read_not();
    cursor_.skip_blanks();
    if (!cursor_.looks_at("&&")) return first;
    Condition all{.kind = Condition::Kind::and_};
    all.parts.push_back(std::move(first));
    while (cursor_.looks_at("&&")) {
        cursor_.advance(2);
        all.parts.push_back(read_not());
        cursor_.skip_blanks();
    }
    return all;
}

Condition Parser::read_not() {
    cursor_.skip_blanks();
    const std::size_t open = cursor_.at();
    if (cursor_.peek() == '!' && cursor_.peek(1) != '=') {
        cursor_.advance();
        Condition negated{.kind = Condition::Kind::not_};
        negated.parts.push_back(read_not());
        return negated;
    }
    if (cursor_.skip('(')) {
        Condition inner = read_or();
        literals_.close(open);
        return inner;
    }
    return read_test();
}

Expression Parser::read_operand() {
    cursor_.skip_blanks();
    const char next = cursor_.peek();
    if (cursor_.is_at_end() || next == '{' || next == ')' || next == '=' || next == ';' ||
        cursor_.looks_at("!=") || cursor_.looks_at("&&") || cursor_.looks_at("||")) {
        cursor_.fail_expected("a condition");
    }
    return literals_.read_literal(Delimiters::operand);
}

Condition Parser::read_test() {
    Condition test;
    test.operands.push_back(read_operand());
    cursor_.skip_blanks();
    const char next = cursor_.peek();
    if (cursor_.looks_at("!=")) {
        test.kind = Condition::Kind::unequal;
        cursor_.advance(2);
    } else if (next == '=') {
        test.kind = Condition::Kind::equal;
        cursor_.advance(cursor_.peek(1) == '=' ? 2 : 1);
    } else if (next == '{' || next == ')' || cursor_.looks_at("&&") || cursor_.looks_at("||")) {
        return test;
    } else {
        cursor_.diagnostics().add(
            unexpected,
            cursor_.next_token(),
            {"'==', '!=', '&&', '||' or '{'", "'" + std::string(cursor_.next_token().text()) + "'"},
            next == '<' || next == '>' ? "numbers are compared with $Compare($a, >, 3)" : ""
        );
        throw SyntaxFault{};
    }
    test.operands.push_back(read_operand());
    return test;
}

Expression parse_one(
    const SourceText& source,
    Names& names,
    Diagnostics& diagnostics,
    Expression (*read)(ExpressionReader&)
) {
    Cursor cursor(source, names, diagnostics);
    ExpressionReader reader(cursor);
    try {
        return read(reader);
    } catch (const SyntaxFault&) {
        return {};
    }
}

} // namespace

Script parse_script(
    const SourceText& source, Names& names, Diagnostics& diagnostics, const IsRaw& is_raw
) {
    Cursor cursor(source, names, diagnostics);
    return Parser(cursor, is_raw).script();
}

Expression parse_text(const SourceText& source, Names& names, Diagnostics& diagnostics) {
    return parse_one(source, names, diagnostics, [](ExpressionReader& reader) {
        return reader.read_all();
    });
}

Expression parse_literal(const SourceText& source, Names& names, Diagnostics& diagnostics) {
    return parse_one(source, names, diagnostics, [](ExpressionReader& reader) {
        return reader.read_literal(Delimiters::statement);
    });
}

} // namespace vow::otterscript
