#include "policy/otterscript/functions/table.h"

#include <array>
#include <cmath>

namespace vow::otterscript {
namespace {

using NumberCall = FunctionCall;

/// Evaluates + - * / % and parentheses, from left to right among equals.
class Arithmetic {
public:
    explicit Arithmetic(NumberCall& call) : call_(call), text_(call.text(0)) {}

    double value() {
        const double result = sum();
        if (!rest().empty()) fail();
        return result;
    }

private:
    static constexpr int max_depth = 500;

    std::string_view rest() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' ||
                                      text_[at_] == '\n' || text_[at_] == '\r'))
            ++at_;
        return text_.substr(at_);
    }
    bool skip(char wanted) {
        if (!rest().starts_with(wanted)) return false;
        ++at_;
        return true;
    }
    double sum() {
        double result = product();
        while (true) {
            if (skip('+'))
                result += product();
            else if (skip('-'))
                result -= product();
            else
                return result;
        }
    }
    double product() {
        double result = factor();
        while (true) {
            if (skip('*'))
                result *= factor();
            else if (skip('/'))
                result /= factor();
            else if (skip('%'))
                result = std::fmod(result, factor());
            else
                return result;
        }
    }
    double factor() {
        if (++depth_ > max_depth) fail();
        double result = 0;
        if (skip('-')) {
            result = -factor();
        } else if (skip('+')) {
            result = factor();
        } else if (skip('(')) {
            result = sum();
            if (!skip(')')) fail();
        } else {
            result = number();
        }
        --depth_;
        return result;
    }
    double number() {
        const std::string_view left = rest();
        const std::size_t length = std::min(left.find_first_not_of("0123456789."), left.size());
        const auto value = decimal_value(left.substr(0, length));
        if (length == 0 || !value) fail();
        at_ += length;
        return *value;
    }
    [[noreturn]] void fail() {
        call_.fail("'" + std::string(text_) + "' is not an expression of numbers");
    }

    NumberCall& call_;
    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

Value result_of(NumberCall& call, double number) {
    if (!std::isfinite(number)) call.fail("the result is not a number");
    return decimal_text(number);
}

Value increment(NumberCall& call, double sign) {
    return result_of(call, call.decimal(0) + sign * (call.has(1) ? call.decimal(1) : 1));
}

bool compares(NumberCall& call, int order) {
    const std::string& word = call.text(1);
    if (word == "<") return order < 0;
    if (word == ">") return order > 0;
    if (word == "<=") return order <= 0;
    if (word == ">=") return order >= 0;
    if (word == "=" || word == "==") return order == 0;
    if (word == "!=") return order != 0;
    call.fail("'" + word + "' is not one of < > <= >= = !=");
}

/// As numbers if both are, unless told otherwise.
Value compare(NumberCall& call) {
    const auto left = decimal_value(call.text(0));
    const auto right = decimal_value(call.text(2));
    const bool are_numbers = left && right;
    const bool as_numbers = call.boolean_or(3, are_numbers);
    if (!as_numbers) {
        const int order = call.text(0).compare(call.text(2));
        return Value::boolean(compares(call, order));
    }
    if (!left) call.fail(conversion_error(call.text(0), "decimal"));
    if (!right) call.fail(conversion_error(call.text(2), "decimal"));
    return Value::boolean(compares(call, *left < *right ? -1 : *left > *right ? 1 : 0));
}

constexpr std::array number_table = {
    Function{
        "Abs",
        Returns::scalar,
        1,
        "number",
        [](NumberCall& call) { return result_of(call, std::abs(call.decimal(0))); },
        "The absolute value.",
        "$Abs(-3)"},
    Function{
        "Ceiling",
        Returns::scalar,
        1,
        "number",
        [](NumberCall& call) { return result_of(call, std::ceil(call.decimal(0))); },
        "The next integer that is not smaller.",
        "$Ceiling(1.2)"},
    Function{
        "Floor",
        Returns::scalar,
        1,
        "number",
        [](NumberCall& call) { return result_of(call, std::floor(call.decimal(0))); },
        "The next integer that is not larger.",
        "$Floor(1.8)"},
    Function{
        "Increment",
        Returns::scalar,
        1,
        "number, [by]",
        [](NumberCall& call) { return increment(call, 1); },
        "The number plus 1, or plus another.",
        "$Increment(3, 2)"},
    Function{
        "Decrement",
        Returns::scalar,
        1,
        "number, [by]",
        [](NumberCall& call) { return increment(call, -1); },
        "The number minus 1, or minus another.",
        "$Decrement(3)"},
    Function{
        "Expr",
        Returns::scalar,
        1,
        "text",
        [](NumberCall& call) { return result_of(call, Arithmetic(call).value()); },
        "The value of an expression of + - * / % ( ).",
        "$Expr(2 + 3)"},
    Function{
        "Compare",
        Returns::scalar,
        3,
        "left, operator, right, [asNumbers]",
        &compare,
        "Whether < > <= >= = or != holds, for numbers if both are.",
        R"($Compare(10, ">", 9, true))"},
};

} // namespace

std::span<const Function> number_functions() {
    return number_table;
}

} // namespace vow::otterscript
