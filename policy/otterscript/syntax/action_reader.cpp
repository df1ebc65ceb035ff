#include "policy/otterscript/syntax/script_parser.h"
#include "policy/otterscript/syntax/variable_name.h"

namespace vow::otterscript {

Action ActionReader::read_action() {
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
    if (const std::size_t length = directly_called(); length > 0) {
        action.positional = literals_.read_name(length);
        end = cursor_.at();
    } else if (!cursor_.is_at_end() && cursor_.peek() != ';' && cursor_.peek() != '(' && cursor_.peek() != '}') {
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
    return action;
}

/// The length of the name in `pscall NAME(argument: ..)`, whose arguments follow without a blank; 0
/// for other positional arguments.
std::size_t ActionReader::directly_called() {
    const std::size_t begin = cursor_.at();
    const std::size_t length = cursor_.name_length(begin);
    cursor_.advance(length);
    const bool is_called = cursor_.peek() == '(' && literals_.looks_at_arguments();
    cursor_.go_to(begin);
    return is_called ? length : 0;
}

CallModule ActionReader::read_call() {
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
    return call;
}

/// At `(`.
std::vector<Argument> ActionReader::read_arguments(std::string_view operation) {
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

Argument ActionReader::read_argument(std::string_view operation) {
    const std::size_t begin = cursor_.at();
    if (cursor_.name_length(begin) == 0) cursor_.fail_expected("a name");
    Argument argument{.name = cursor_.read_name(), .span = {}, .value = Expression{}};
    argument.span = cursor_.span(begin, cursor_.at());
    cursor_.skip_blanks();
    if (cursor_.looks_at("=>")) {
        cursor_.advance(2);
        cursor_.skip_blanks();
        argument.value = read_variable(cursor_);
    } else if (cursor_.skip(':')) {
        argument.value = is_raw_(operation, argument.name)
                             ? literals_.read_raw_literal(Delimiters::item)
                             : literals_.read_literal(Delimiters::item);
    } else {
        cursor_.fail_expected("':' or '=>'");
    }
    return argument;
}

} // namespace vow::otterscript
