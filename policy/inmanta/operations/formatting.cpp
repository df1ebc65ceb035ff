#include "policy/inmanta/operations/operations.h"
#include "policy/inmanta/syntax/mistake.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>

namespace vow::inmanta {
namespace {

/// [[fill]align][sign][#][0][width][,][.precision][type]
struct Specification {
    std::string fill = " ";
    char align = '\0'; ///< '\0': numbers to the right, all others to the left
    char sign = '-';
    bool has_prefix = false, has_groups = false;
    std::size_t width = 0;
    std::optional<int> precision = {};
    char type = '\0';
};

constexpr std::size_t max_width = 10'000;

[[noreturn]] void refuse(std::string_view specification) {
    throw ModelError(Mistake{
        .kind = &runtime_error,
        .words = "Invalid format specifier '" + std::string(specification) + "'"});
}

template <class Number>
void read_number(std::string_view& rest, Number& number) {
    const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (fault == std::errc()) rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
}

Specification parsed(std::string_view text) {
    constexpr std::string_view aligns = "<>^=";
    Specification result;
    std::string_view rest = text;
    const auto accept = [&rest](std::string_view signs) {
        if (rest.empty() || signs.find(rest.front()) == std::string_view::npos) return '\0';
        const char found = rest.front();
        rest.remove_prefix(1);
        return found;
    };
    std::size_t letter = 1;
    while (letter < rest.size() && (static_cast<unsigned char>(rest[letter]) & 0xC0U) == 0x80U)
        ++letter;
    if (rest.size() > letter && aligns.find(rest[letter]) != std::string_view::npos) {
        result.fill = rest.substr(0, letter);
        rest.remove_prefix(letter);
    }
    result.align = accept(aligns);
    if (const char sign = accept("+- ")) result.sign = sign;
    result.has_prefix = accept("#") != '\0';
    if (accept("0") != '\0' && result.align == '\0') {
        result.fill = "0";
        result.align = '=';
    }
    read_number(rest, result.width);
    result.has_groups = accept(",_") != '\0';
    if (accept(".") != '\0') {
        int precision = -1;
        read_number(rest, precision);
        if (precision < 0 || precision > 300) refuse(text);
        result.precision = precision;
    }
    result.type = accept("bcdeEfFgGnosxX%");
    if (!rest.empty() || result.width > max_width) refuse(text);
    return result;
}

std::string in_base(std::int64_t number, int base) {
    std::array<char, 72> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base).ptr;
    return {digits.data(), end};
}

std::string real_text(double number, const Specification& spec) {
    const char type = spec.type == '%' || spec.type == '\0' || spec.type == 'n' ? 'f' : spec.type;
    const bool is_general = spec.type == '\0' || spec.type == 'n';
    if (is_general && !spec.precision) return text_of_real(number);
    const std::string pattern = std::string("%.*") + (is_general ? 'g' : type);
    std::array<char, 700> out{};
    const double shown = spec.type == '%' ? number * 100 : number;
    // The type is one of a fixed set.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    std::snprintf(out.data(), out.size(), pattern.c_str(), spec.precision.value_or(6), shown);
#pragma GCC diagnostic pop
    return std::string(out.data()) + (spec.type == '%' ? "%" : "");
}

std::string whole_text(std::int64_t number, const Specification& spec) {
    const std::string mark = number < 0 ? "-" : "";
    const auto with_prefix = [&](int base, std::string_view prefix) {
        std::string digits = in_base(number, base);
        if (!mark.empty()) digits.erase(0, 1);
        return mark + (spec.has_prefix ? std::string(prefix) : "") + digits;
    };
    if (spec.type == 'x') return with_prefix(16, "0x");
    if (spec.type == 'o') return with_prefix(8, "0o");
    if (spec.type == 'b') return with_prefix(2, "0b");
    if (spec.type != 'X') return with_prefix(10, "");
    std::string text = with_prefix(16, "0X");
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return text;
}

std::string grouped(std::string text) {
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    std::size_t end = std::min(text.find_first_of(".e"), text.size());
    while (end > first + 3) {
        end -= 3;
        text.insert(end, ",");
    }
    return text;
}

std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::string padded(std::string text, const Specification& spec, char usual_align) {
    const std::size_t width = width_of(text);
    if (width >= spec.width) return text;
    const std::size_t missing = spec.width - width;
    const char align = spec.align == '\0' ? usual_align : spec.align;
    const auto filled = [&spec](std::size_t count) {
        std::string fill;
        for (std::size_t i = 0; i < count; ++i)
            fill += spec.fill;
        return fill;
    };
    if (align == '<') return text + filled(missing);
    if (align == '>') return filled(missing) + text;
    if (align == '^') return filled(missing / 2) + text + filled(missing - missing / 2);
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    return text.substr(0, sign) + filled(missing) + text.substr(sign);
}

} // namespace

std::string formatted(const Value& value, std::string_view specification) {
    if (specification.empty()) return text_of(value);
    const Specification spec = parsed(specification);
    if (!value.is_number()) {
        if (spec.type != '\0' && spec.type != 's') refuse(specification);
        std::string text = text_of(value);
        if (spec.precision)
            text.resize(std::min(text.size(), static_cast<std::size_t>(*spec.precision)));
        return padded(std::move(text), spec, '<');
    }
    const bool is_real_type = std::string_view("eEfFgG%").find(spec.type) != std::string_view::npos;
    const bool is_whole = value.integer() != nullptr && (spec.type == '\0' || !is_real_type);
    if (spec.type == 's' || (!is_whole && spec.type != '\0' && spec.type != 'n' && !is_real_type))
        refuse(specification);
    std::string text =
        is_whole ? whole_text(*value.integer(), spec) : real_text(value.as_real(), spec);
    if (spec.has_groups) text = grouped(std::move(text));
    if (spec.sign != '-' && !text.starts_with('-')) text.insert(text.begin(), spec.sign);
    return padded(std::move(text), spec, '>');
}

} // namespace vow::inmanta
