#include "protocol/text/number.h"

#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <charconv>

namespace vow {

namespace {

constexpr NamedValue<long long> factors[] = {
    {"", 1},
    {"k", 1'000},
    {"m", 1'000'000},
    {"g", 1'000'000'000},
    {"K", 1LL << 10},
    {"M", 1LL << 20},
    {"G", 1LL << 30},
    {"%", -1},
};

constexpr std::string_view number_blanks = " \t\r\n\v\f";

/// The number at the start of a text, and the rest of the text.
template <class Number>
struct Start {
    Number number;
    std::string_view rest;
};

template <class Number>
std::optional<Start<Number>> start_of(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{}) return std::nullopt;
    return Start<Number>{
        number, std::string_view(stopped, static_cast<std::size_t>(end - stopped))};
}

} // namespace

std::optional<long long> integer_from(std::string_view text) {
    text = trimmed(text, number_blanks);
    if (text == "inf") return infinite;
    const auto start = start_of<long long>(text);
    const auto factor = start ? find_value<long long>(factors, start->rest) : std::nullopt;
    long long product = 0;
    if (!factor || __builtin_mul_overflow(start->number, *factor, &product)) return std::nullopt;
    return product;
}

std::optional<double> real_from(std::string_view text) {
    text = trimmed(text, number_blanks);
    if (text == "inf") return static_cast<double>(infinite);
    const auto start = start_of<double>(text);
    const auto factor = start ? find_value<long long>(factors, start->rest) : std::nullopt;
    if (!factor) return std::nullopt;
    return start->number * static_cast<double>(*factor);
}

} // namespace vow
