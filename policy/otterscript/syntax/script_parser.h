#pragma once

#include "policy/otterscript/syntax/action_reader.h"
#include "policy/otterscript/syntax/recovery.h"

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace vow::otterscript {

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
    static const std::array<Keyword, 16> keywords;
    static const std::array<SimpleKeyword, 6> simple_keywords;

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
