// The parts of ScriptParser that read statements.

#include "policy/otterscript/syntax/script_parser.h"
#include "policy/otterscript/syntax/variable_name.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind late_global{
    "late-global", "'global' must come before every other statement"};
constexpr DiagnosticKind unknown_context{
    "unknown-context", "'{}' is not a context: server, role, directory or deployable"};

struct ContextWord {
    std::string_view word;
    ContextType type;
};
constexpr std::array contexts = {
    ContextWord{"server", ContextType::server},
    ContextWord{"role", ContextType::role},
    ContextWord{"directory", ContextType::directory},
    ContextWord{"deployable", ContextType::deployable}};

} // namespace

Statement ScriptParser::read_statement() {
    at_statement_();
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
            if (keyword->read != &ScriptParser::read_late_global) cursor_.advance(length);
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

/// A missing `;` is reported right after the text that it should end. The last statement of a plan
/// needs none.
void ScriptParser::end_statement() {
    const std::size_t end = cursor_.at();
    cursor_.skip_blanks();
    if (!cursor_.skip(';') && !cursor_.is_at_end()) {
        cursor_.go_to(end);
        cursor_.fail_expected("';'", end);
    }
    cursor_.forget_comments();
}

void ScriptParser::expect_word(std::string_view word) {
    cursor_.skip_blanks();
    if (!cursor_.skip_word(word)) cursor_.fail_expected("'" + std::string(word) + "'");
}

Statement ScriptParser::read_set() {
    Set set;
    cursor_.skip_blanks();
    if (cursor_.skip_word("local"))
        set.place = Place::local;
    else if (cursor_.skip_word("global"))
        set.place = Place::global;
    cursor_.skip_blanks();
    if (cursor_.peek() != '$' && cursor_.peek() != '@' && cursor_.peek() != '%')
        cursor_.fail_expected("a variable");
    set.variable = read_variable(cursor_);
    if (set.variable.sign != Sign::scalar) set.indexes = literals_.read_indexes();
    cursor_.skip_blanks();
    if (!cursor_.skip('=')) cursor_.fail_expected("'='");
    set.value = literals_.read_literal(Delimiters::statement);
    end_statement();
    return {.content = std::move(set)};
}

Statement ScriptParser::read_await() {
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

Statement ScriptParser::read_force() {
    cursor_.skip_blanks();
    Simple simple = Simple::force_normal;
    if (cursor_.skip_word("warn"))
        simple = Simple::force_warn;
    else if (!cursor_.skip_word("normal"))
        cursor_.fail_expected("'normal' or 'warn'");
    return read_simple(simple);
}

Statement ScriptParser::read_simple(Simple simple) {
    end_statement();
    return {.content = simple};
}

Statement ScriptParser::read_throw() {
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

Statement ScriptParser::read_late_global() {
    const std::size_t begin = cursor_.at();
    cursor_.fail(late_global, cursor_.span(begin, begin + 6));
}

Statement ScriptParser::read_call() {
    CallModule call = actions_.read_call();
    end_statement();
    return {.content = std::move(call)};
}

Statement ScriptParser::read_action() {
    Action action = actions_.read_action();
    end_statement();
    return {.content = std::move(action)};
}

ContextType ScriptParser::read_context() {
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

Statement ScriptParser::read_for() {
    cursor_.skip_blanks();
    For loop{.type = read_context(), .name = {}, .body = {}};
    loop.name = literals_.read_literal(Delimiters::source);
    loop.body = read_block();
    return {.content = std::move(loop)};
}

Statement ScriptParser::read_foreach() {
    cursor_.skip_blanks();
    Foreach loop{.item = ContextType::server, .source = {}, .body = {}};
    const char sign = cursor_.peek();
    if (sign == '$' || sign == '@' || sign == '%')
        loop.item = read_variable(cursor_);
    else
        loop.item = read_context();
    expect_word("in");
    loop.source = literals_.read_literal(Delimiters::source);
    loop.body = read_block();
    return {.content = std::move(loop)};
}

Statement ScriptParser::read_with() {
    With with = read_directives(cursor_, literals_);
    with.body = read_block();
    return {.content = std::move(with)};
}

Statement ScriptParser::read_if() {
    If branch{.condition = read_condition(cursor_, literals_), .then = {}, .otherwise = nullptr};
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

/// A spelling of documentation that neither grammar nor specification has.
Statement ScriptParser::read_retry() {
    cursor_.skip_blanks();
    const Span count = cursor_.next_token();
    cursor_.diagnostics().add(
        unexpected,
        count,
        {"a statement", "'" + std::string(count.text()) + "'"},
        "write: with retry=" + std::string(count.text()) + " { .. }"
    );
    throw SyntaxFault{};
}

Statement ScriptParser::read_try() {
    Try attempt;
    attempt.body = read_block();
    expect_word("catch");
    attempt.handler = read_block();
    return {.content = std::move(attempt)};
}

/// nullopt if the next statement is not a `Log-` statement.
std::optional<Statement> ScriptParser::read_log() {
    for (const LogWord& log : log_words) {
        if (!cursor_.skip_word(log.word)) continue;
        Log statement{.kind = log.kind, .message = literals_.read_literal(Delimiters::message)};
        end_statement();
        return Statement{.content = std::move(statement)};
    }
    return std::nullopt;
}

} // namespace vow::otterscript
