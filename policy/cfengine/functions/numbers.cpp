#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/arithmetic.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <charconv>
#include <random>

namespace vow::cfengine::families {

namespace {

Result whole_number(Call& call) {
    const auto number = call.real(0);
    constexpr double limit = 9.2e18;
    if (!number) return std::nullopt;
    if (!(*number > -limit && *number < limit)) return call.fail("the number is out of range");
    return Value::integer(static_cast<long long>(*number));
}

Result irange(Call& call) {
    const auto from = call.integer(0);
    const auto to = call.integer(1);
    if (!from || !to) return std::nullopt;
    const auto [least, most] = std::minmax(*from, *to);
    return Value::string(std::to_string(least) + "," + std::to_string(most));
}

Result rrange(Call& call) {
    const auto from = call.real(0);
    const auto to = call.real(1);
    if (!from || !to) return std::nullopt;
    const auto [least, most] = std::minmax(*from, *to);
    return Value::string(*Value::real(least).text() + "," + *Value::real(most).text());
}

/// Negative, zero or positive if the first argument is less, equal or greater.
int comparison(Call& call) {
    const auto left = real_from(call.text(0));
    const auto right = real_from(call.text(1));
    if (left && right) return *left < *right ? -1 : static_cast<int>(*left > *right);
    return call.text(0).compare(call.text(1));
}

Result isgreaterthan(Call& call) {
    return comparison(call) > 0;
}
Result islessthan(Call& call) {
    return comparison(call) < 0;
}

Result randomint(Call& call) {
    const auto from = call.integer(0);
    const auto to = call.integer(1);
    if (!from || !to) return std::nullopt;
    const auto [least, most] = std::minmax(*from, *to);
    if (least == most) return Value::integer(least);
    std::random_device random;
    return Value::integer(std::uniform_int_distribution(least, most - 1)(random));
}

/// The number that a text begins with; 0 if there is none.
double leading_number(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// The numbers that the texts of a collection begin with. nullopt for an undefined
/// collection.
std::optional<std::vector<double>> numbers_in(Call& call) {
    const auto list = call.list(0);
    if (!list) return std::nullopt;
    std::vector<double> numbers;
    numbers.reserve((*list)->size());
    for (const std::string& text : call.elements(*list))
        numbers.push_back(leading_number(text));
    return numbers;
}

Result sum(Call& call) {
    const auto numbers = numbers_in(call);
    if (!numbers) return std::nullopt;
    double total = 0;
    for (const double number : *numbers)
        total += number;
    return Value::real(total);
}

Result product(Call& call) {
    const auto numbers = numbers_in(call);
    if (!numbers) return std::nullopt;
    double total = 1;
    for (const double number : *numbers)
        total *= number;
    return Value::real(total);
}

/// Welford's running mean and sum of squared deviations.
struct Spread {
    double mean = 0;
    double squares = 0;
};

Spread spread_of(const std::vector<double>& numbers) {
    Spread spread;
    double count = 0;
    for (const double number : numbers) {
        const double deviation = number - spread.mean;
        spread.mean += deviation / ++count;
        spread.squares += deviation * (number - spread.mean);
    }
    return spread;
}

Result mean(Call& call) {
    const auto numbers = numbers_in(call);
    if (!numbers || numbers->empty()) return std::nullopt;
    return Value::real(spread_of(*numbers).mean);
}

Result variance(Call& call) {
    const auto numbers = numbers_in(call);
    if (!numbers || numbers->empty()) return std::nullopt;
    if (numbers->size() == 1) return Value::real(0);
    return Value::real(spread_of(*numbers).squares / static_cast<double>(numbers->size() - 1));
}

Result eval(Call& call) {
    const auto outcome = evaluate_arithmetic(call.text(0));
    if (call.text(1) == "class") return outcome && *outcome != 0;
    if (!outcome) {
        call.fail("'" + call.text(0) + "' is not an arithmetic expression", LogLevel::info);
        return Value::string("");
    }
    return Value::string(*Value::real(*outcome).text());
}

} // namespace

std::span<const Function> numbers() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "eval",
         .result = ResultType::string,
         .parameters =
             {{"expression", text}, {"mode", option, "math,class"}, {"notation", option, "infix"}},
         .required = 1,
         .help = "The value of an arithmetic expression, or whether one is true (mode class).",
         .example = R"(eval("(2 + 3) * 4", "math", "infix"))",
         .body = eval},
        {.name = "int",
         .result = ResultType::integer,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text as an integer, without its fraction and with suffixes like k applied.",
         .example = R"(int("12.9"))",
         .body = whole_number},
        {.name = "irange",
         .result = ResultType::irange,
         .parameters =
             {{"from", integer, "-99999999999,99999999999"},
              {"to", integer, "-99999999999,99999999999"}},
         .required = 2,
         .help = "A range of integers.",
         .example = "irange(1, 10)",
         .body = irange},
        {.name = "isgreaterthan",
         .result = ResultType::condition,
         .parameters = {{"left", text}, {"right", text}},
         .required = 2,
         .help = "Whether the first is greater, as numbers if both are, else as texts.",
         .example = R"(isgreaterthan("10", "9"))",
         .body = isgreaterthan},
        {.name = "islessthan",
         .result = ResultType::condition,
         .parameters = {{"left", text}, {"right", text}},
         .required = 2,
         .help = "Whether the first is less, as numbers if both are, else as texts.",
         .example = R"(islessthan("9", "10"))",
         .body = islessthan},
        {.name = "mean",
         .result = ResultType::real,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "The mean of a list of numbers.",
         .example = R"(mean('["1", "2", "3"]'))",
         .body = mean},
        {.name = "product",
         .result = ResultType::real,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "The product of a list of numbers.",
         .example = R"(product('["2", "3"]'))",
         .body = product},
        {.name = "randomint",
         .result = ResultType::integer,
         .parameters =
             {{"lower", integer, "-99999999999,99999999999"},
              {"upper", integer, "-99999999999,99999999999"}},
         .required = 2,
         .help = "A random integer between the bounds, the upper one excluded.",
         .example = "randomint(1, 6)",
         .body = randomint},
        {.name = "rrange",
         .result = ResultType::rrange,
         .parameters =
             {{"from", real, "-9.99999E100,9.99999E100"}, {"to", real, "-9.99999E100,9.99999E100"}},
         .required = 2,
         .help = "A range of real numbers.",
         .body = rrange},
        {.name = "sum",
         .result = ResultType::real,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "The sum of a list of numbers.",
         .example = R"(sum('["1", "2.5"]'))",
         .body = sum},
        {.name = "variance",
         .result = ResultType::real,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "The variance of a list of numbers.",
         .example = R"(variance('["1", "2", "3"]'))",
         .body = variance},
    };
    return table;
}

} // namespace vow::cfengine::families
