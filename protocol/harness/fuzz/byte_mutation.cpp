#include "protocol/harness/fuzz/byte_fuzzing.h"

#include <array>

namespace vow::harness {
namespace {

using wire::Variant;

constexpr std::string_view end_of_message = "\n\n";

/// The request without its end.
std::string body_of(const Fields& fields, Variant variant) {
    std::string text = request_text(variant, fields);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

std::string ended(std::string text) {
    return text += end_of_message;
}

std::size_t place_in(const std::string& text, Dice& dice) {
    return dice.below(text.size() + 1);
}

std::string flip_a_bit(const Fields& fields, Variant variant, Dice& dice) {
    std::string text = body_of(fields, variant);
    char& byte = text[dice.below(text.size())];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << dice.below(8)));
    return ended(text);
}

std::string cut_out(const Fields& fields, Variant variant, Dice& dice) {
    std::string text = body_of(fields, variant);
    text.erase(place_in(text, dice), 1 + dice.below(20));
    return ended(text);
}

std::string repeat_a_part(const Fields& fields, Variant variant, Dice& dice) {
    std::string text = body_of(fields, variant);
    const std::string part = text.substr(place_in(text, dice), 1 + dice.below(40));
    text.insert(place_in(text, dice), part);
    return ended(text);
}

std::string cut_short(const Fields& fields, Variant variant, Dice& dice) {
    std::string text = body_of(fields, variant);
    return ended(text.substr(0, dice.below(text.size())));
}

std::string end_in_the_middle(const Fields& fields, Variant variant, Dice& dice) {
    std::string text = body_of(fields, variant);
    return text.substr(0, dice.below(text.size()));
}

std::string insert_any(std::span<const std::string_view> parts, std::string text, Dice& dice) {
    text.insert(place_in(text, dice), dice.one_of(parts));
    return ended(text);
}

std::string insert_invalid_utf8(const Fields& fields, Variant variant, Dice& dice) {
    // An invalid byte, an overlong slash, half a character, a surrogate.
    static constexpr std::array<std::string_view, 5> parts = {
        "\xff", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\x80"};
    return insert_any(parts, body_of(fields, variant), dice);
}

std::string insert_control(const Fields& fields, Variant variant, Dice& dice) {
    using namespace std::string_view_literals;
    static constexpr std::array<std::string_view, 5> parts = {
        "\0"sv, "\r"sv, "\n"sv, "\x1b[2J"sv, "\x04"sv};
    return insert_any(parts, body_of(fields, variant), dice);
}

std::string insert_syntax(const Fields& fields, Variant variant, Dice& dice) {
    static constexpr std::array<std::string_view, 8> parts = {
        "{", "}", "[", "]", "\"", "\\", ",", "="};
    return insert_any(parts, body_of(fields, variant), dice);
}

std::string overlong_line(const Fields& fields, Variant variant, Dice& dice) {
    std::string text = body_of(fields, variant);
    text.insert(place_in(text, dice), 70'000 + dice.below(200'000), 'x');
    return ended(text);
}

std::string omit_field(const Fields& fields, Variant variant, Dice& dice) {
    Fields fewer = fields;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(dice.below(fewer.size())));
    return ended(body_of(fewer, variant));
}

/// With a field twice: built by hand, as an object cannot hold it.
std::string duplicate_field(const Fields& fields, Variant variant, Dice& dice) {
    std::string text = body_of(fields, variant);
    const std::string doubled = body_of({dice.one_of(fields)}, variant);
    if (variant == Variant::line_based) return ended(text + "\n" + doubled);
    text.back() = ',';
    return ended(text + doubled.substr(1));
}

std::string replace_value(const Fields& fields, Variant variant, Dice& dice) {
    const std::array<Data, 6> values = {
        Data(),
        Data::boolean(true),
        Data::number("1" + std::string(400, '0')),
        Data::number("-1e999999"),
        Data::array({Data::string("x")}),
        Data::object({{"x", Data()}})};
    Fields spoiled = fields;
    spoiled[dice.below(spoiled.size())].second = dice.one_of(values);
    return ended(body_of(spoiled, variant));
}

std::string nest_deeply(const Fields& fields, Variant variant, Dice& dice) {
    const std::size_t depth = 500 + dice.below(100'000);
    std::string text = body_of({fields.front()}, variant);
    const std::string nested = std::string(depth, '[') + std::string(depth, ']');
    if (variant == Variant::line_based) return ended(text + "\nattribute_x=" + nested);
    text.back() = ',';
    return ended(text + "\"attributes\":" + nested + "}");
}

/// One request in the middle of another.
std::string interleave(const Fields& fields, Variant variant, Dice& dice) {
    const std::string outer = body_of(fields, variant);
    const std::string inner = body_of(fields, variant);
    const std::size_t place = place_in(outer, dice);
    return ended(outer.substr(0, place) + "\n" + inner + "\n" + outer.substr(place));
}

std::string send_noise(const Fields&, Variant, Dice& dice) {
    std::string text;
    for (std::size_t size = 1 + dice.below(300); size > 0; --size)
        text += static_cast<char>(dice.below(256));
    return ended(text);
}

constexpr auto mutations = std::to_array<ByteMutation>({
    {"with a bit flipped", flip_a_bit},
    {"with something cut out", cut_out},
    {"with a part repeated", repeat_a_part},
    {"that was cut short", cut_short},
    {"cut off by the end of input", end_in_the_middle},
    {"with invalid UTF-8", insert_invalid_utf8},
    {"with a control character in it", insert_control},
    {"with a stray character of the syntax", insert_syntax},
    {"with an overlong line", overlong_line},
    {"without one of its fields", omit_field},
    {"with a field twice", duplicate_field},
    {"with another kind of value", replace_value},
    {"with deeply nested data", nest_deeply},
    {"with another request inside", interleave},
    {"made of random bytes", send_noise},
});

} // namespace

std::span<const ByteMutation> byte_mutations() {
    return mutations;
}

} // namespace vow::harness
