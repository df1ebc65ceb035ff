#include "policy/otterscript/syntax/parser.h"

#include "policy/otterscript/syntax/script_parser.h"
#include "policy/otterscript/syntax/variable_name.h"
#include "protocol/text/text.h"

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind blocks_too_deep{
    "blocks-too-deep", "blocks are nested more than 5000 deep"};

constexpr int max_block_depth = 5000;

} // namespace

void ScriptParser::read_globals(Script& script) {
    while (true) {
        bool is_global = false;
        recover_from([&] {
            cursor_.skip_blanks();
            is_global = cursor_.skip_word("global");
            if (!is_global) return;
            cursor_.forget_comments();
            cursor_.skip_blanks();
            GlobalVariable global{.variable = read_variable(cursor_), .value = {}};
            cursor_.skip_blanks();
            if (cursor_.skip('=')) global.value = literals_.read_literal(Delimiters::statement);
            end_statement();
            script.globals.push_back(std::move(global));
        });
        if (!is_global) return;
    }
}

/// Up to a closing brace or the end.
void ScriptParser::read_items(Block& block) {
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

Block ScriptParser::read_block() {
    cursor_.skip_blanks();
    if (depth_ >= max_block_depth) cursor_.fail(blocks_too_deep, cursor_.next_token());
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

void ScriptParser::read_module(Block& block) {
    if (!cursor_.skip_word("module")) cursor_.skip_word("template");
    cursor_.skip_blanks();
    auto module = std::make_unique<Module>();
    const std::size_t name_begin = cursor_.at();
    if (cursor_.peek() == '"' || cursor_.peek() == '\'') {
        const Expression name = literals_.read_raw_literal(Delimiters::statement);
        module->name = name.body.text();
    } else {
        if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("a name");
        module->name = cursor_.read_name();
    }
    module->span = cursor_.span(name_begin, cursor_.at());
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

Parameter ScriptParser::read_parameter() {
    Parameter parameter;
    parameter.is_output = cursor_.skip_word("out");
    cursor_.skip_blanks();
    parameter.variable = read_variable(cursor_);
    parameter.name = cursor_.names().text(parameter.variable.spelling);
    cursor_.skip_blanks();
    if (cursor_.skip('=')) parameter.fallback = literals_.read_literal(Delimiters::fallback);
    return parameter;
}

namespace {

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
    const SourceText& source,
    Names& names,
    Diagnostics& diagnostics,
    const IsRaw& is_raw,
    const std::function<void()>& at_statement
) {
    Cursor cursor(source, names, diagnostics);
    return ScriptParser(cursor, is_raw, at_statement).script();
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
