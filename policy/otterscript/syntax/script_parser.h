#pragma once

#include "policy/otterscript/syntax/cursor.h"
#include "policy/otterscript/syntax/expression_reader.h"
#include "policy/otterscript/syntax/parser.h"
#include "policy/otterscript/syntax/tree.h"

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// Reads operations and calls of modules, with their arguments, up to their `;`. Borrows
/// everything.
class ActionReader {
public:
    ActionReader(Cursor& cursor, ExpressionReader& literals, const IsRaw& is_raw)
        : cursor_(cursor),
          literals_(literals),
          is_raw_(is_raw) {}

    /// At the name of an operation.
    Action read_action();
    /// After `call`.
    CallModule read_call();

private:
    std::size_t directly_called();
    std::vector<Argument> read_arguments(std::string_view operation);
    Argument read_argument(std::string_view operation);

    Cursor& cursor_;
    ExpressionReader& literals_;
    const IsRaw& is_raw_;
};

/// Moves from a mistake to where reading can go on: after the next `;` or block, or before the
/// brace that closes this one. At depth 0 there is none, and a brace is skipped.
void recover(Cursor& cursor, int depth);

/// Reads the condition of an `if` statement, up to its block. `&&` comes before `||`, and `!`
/// covers a whole comparison (section 2 of the language).
Condition read_condition(Cursor& cursor, ExpressionReader& literals);

/// Reads the directives of a `with` statement, up to its block. Each may come once, in any order.
With read_directives(Cursor& cursor, ExpressionReader& literals);

/// Reads the TOKEN of an async block or a lock, and returns it in lower case.
std::string read_token(Cursor& cursor);

/// A word that begins a statement, for listings.
struct StatementWord {
    std::string_view word;
    std::string_view help;    ///< one sentence
    std::string_view example; ///< lines of a plan
};

/// All of them, sorted by word.
std::vector<StatementWord> statement_words();

/// Reads a script by recursive descent over its statements; goes on after mistakes. Borrows
/// everything.
class ScriptParser {
public:
    ScriptParser(Cursor& cursor, const IsRaw& is_raw, const std::function<void()>& at_statement)
        : cursor_(cursor),
          at_statement_(at_statement),
          literals_(cursor),
          actions_(cursor, literals_, is_raw) {}

    static std::vector<StatementWord> words();

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
    using Read = Statement (ScriptParser::*)();
    struct Keyword {
        std::string_view word;
        Read read;
        std::string_view help;
        std::string_view example;
    };
    struct SimpleKeyword {
        std::string_view word;
        Simple statement;
        std::string_view help;
        std::string_view example;
    };
    struct LogWord {
        std::string_view word;
        LogKind kind;
        std::string_view help;
        std::string_view example;
    };
    static const std::array<Keyword, 16> keywords;
    static const std::array<SimpleKeyword, 6> simple_keywords;
    static const std::array<LogWord, 4> log_words;

    template <class Read>
    void recover_from(Read read) {
        try {
            read();
        } catch (const SyntaxFault&) {
            recover(cursor_, depth_);
        }
    }
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
    Statement read_retry();
    Statement read_late_global();
    Statement read_simple(Simple simple);
    std::optional<Statement> read_log();
    Statement read_action();
    ContextType read_context();
    void expect_word(std::string_view word);
    void end_statement();

    Cursor& cursor_;
    const std::function<void()>& at_statement_;
    ExpressionReader literals_;
    ActionReader actions_;
    int depth_ = 0;
};

} // namespace vow::otterscript
