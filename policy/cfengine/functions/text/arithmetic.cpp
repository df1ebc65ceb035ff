#include "policy/cfengine/functions/text/arithmetic.h"

#include "protocol/text/named_value.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <span>

namespace vow::cfengine {

namespace {

using Binary = double (*)(double, double);
using Unary = double (*)(double);

bool close_enough(double left, double right) {
    return std::fabs(left - right) < 1e-17;
}

using ArithmeticOperator = NamedValue<Binary>;

constexpr ArithmeticOperator sums[] = {
    {"+", [](double l, double r) { return l + r; }},
    {"-", [](double l, double r) { return l - r; }},
    {"==", [](double l, double r) { return close_enough(l, r) ? 1.0 : 0.0; }},
    {"<=", [](double l, double r) { return l < r || close_enough(l, r) ? 1.0 : 0.0; }},
    {"<", [](double l, double r) { return l < r ? 1.0 : 0.0; }},
    {">=", [](double l, double r) { return l > r || close_enough(l, r) ? 1.0 : 0.0; }},
    {">", [](double l, double r) { return l > r ? 1.0 : 0.0; }},
};

constexpr ArithmeticOperator products[] = {
    {"^", [](double l, double r) { return std::pow(l, r); }},
    {"**", [](double l, double r) { return std::pow(l, r); }},
    {"*", [](double l, double r) { return l * r; }},
    {"/", [](double l, double r) { return l / r; }},
    {"%", [](double l, double r) { return std::fmod(std::trunc(l), std::trunc(r)); }},
};

constexpr NamedValue<Unary> named_functions[] = {
    {"ceil", [](double x) { return std::ceil(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"log10", [](double x) { return std::log10(x); }},
    {"log2", [](double x) { return std::log2(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"abs", [](double x) { return std::fabs(x); }},
    {"step", [](double x) { return x < 0 ? 0.0 : 1.0; }},
};

namespace num = std::numbers;

constexpr NamedValue<double> constants[] = {
    {"e", num::e},
    {"log2e", num::log2e},
    {"log10e", num::log10e},
    {"ln2", num::ln2},
    {"ln10", num::ln10},
    {"pi", num::pi},
    {"pi_2", num::pi / 2},
    {"pi_4", num::pi / 4},
    {"1_pi", num::inv_pi},
    {"2_pi", 2 * num::inv_pi},
    {"2_sqrtpi", 2 * num::inv_sqrtpi},
    {"sqrt2", num::sqrt2},
    {"sqrt1_2", 1 / num::sqrt2},
};

constexpr NamedValue<double> units[] = {
    {"k", 1e3},
    {"K", 1e3},
    {"m", 1e6},
    {"M", 1e6},
    {"g", 1e9},
    {"G", 1e9},
    {"t", 1e12},
    {"T", 1e12},
    {"p", 1e15},
    {"P", 1e15},
};

using Number = std::optional<double>;

bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Recursive descent over the text, with a limit on nested brackets.
class Parser {
public:
    explicit Parser(std::string_view text) : rest_(text) { skip_blanks(); }

    bool at_end() const { return rest_.empty(); }

    Number sum() {
        return operations(sums, [this] { return product(); });
    }

private:
    static constexpr int max_depth = 1000;

    void skip_blanks() {
        const auto start = rest_.find_first_not_of(" \t");
        rest_.remove_prefix(start == rest_.npos ? rest_.size() : start);
    }

    bool accept(std::string_view sign) {
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        skip_blanks();
        return true;
    }

    template <class Operand>
    Number operations(std::span<const ArithmeticOperator> operators, Operand operand) {
        Number left = operand();
        while (left) {
            const std::string_view before = rest_;
            const ArithmeticOperator* const found = accepted(operators);
            if (found == nullptr) return left;
            const Number right = operand();
            if (!right) {
                rest_ = before;
                return left;
            }
            left = found->value(*left, *right);
        }
        return left;
    }

    const ArithmeticOperator* accepted(std::span<const ArithmeticOperator> operators) {
        for (const ArithmeticOperator& each : operators) {
            if (accept(each.name)) return &each;
        }
        return nullptr;
    }

    Number product() {
        return operations(products, [this] { return value(); });
    }

    Number value() {
        if (const Number number = named(constants)) return number;
        if (const Number number = literal()) return number;
        for (const NamedValue<Unary>& each : named_functions) {
            if (!is_next(each.name)) continue;
            accept(each.name);
            const Number argument = bracketed();
            return argument ? Number(each.value(*argument)) : std::nullopt;
        }
        return bracketed();
    }

    Number bracketed() {
        if (depth_ == max_depth || !accept("(")) return std::nullopt;
        ++depth_;
        const Number inner = sum();
        --depth_;
        return inner && accept(")") ? inner : std::nullopt;
    }

    /// Whether the next word is this one, not a longer one.
    bool is_next(std::string_view word) const {
        return rest_.starts_with(word) &&
               (rest_.size() == word.size() || !is_name_part(rest_[word.size()]));
    }

    Number named(std::span<const NamedValue<double>> names) {
        for (const NamedValue<double>& each : names) {
            if (!is_next(each.name)) continue;
            accept(each.name);
            return each.value;
        }
        return std::nullopt;
    }

    Number literal() {
        double number = 0;
        const char* const end = rest_.data() + rest_.size();
        const std::size_t sign = rest_.starts_with('-') ? 1 : 0;
        const bool is_digits = rest_.size() > sign &&
                               ((rest_[sign] >= '0' && rest_[sign] <= '9') || rest_[sign] == '.');
        if (!is_digits) return std::nullopt;
        const auto read = std::from_chars(rest_.data(), end, number, std::chars_format::fixed);
        if (read.ec != std::errc{}) return std::nullopt;
        rest_.remove_prefix(static_cast<std::size_t>(read.ptr - rest_.data()));
        skip_blanks(); // blanks may precede the unit
        const Number unit = named(units);
        skip_blanks();
        return number * unit.value_or(1);
    }

    std::string_view rest_;
    int depth_ = 0;
};

} // namespace

std::optional<double> evaluate_arithmetic(std::string_view text) {
    Parser parser(text);
    if (parser.at_end()) return 0;
    return parser.sum();
}

} // namespace vow::cfengine
