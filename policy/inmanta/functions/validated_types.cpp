#include "policy/inmanta/functions/validated_types.h"

#include "policy/inmanta/functions/ip_address.h"
#include "policy/inmanta/types/text_pattern.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

namespace vow::inmanta {
namespace {

using Bounds = ValidatedType::Bounds;

bool is_number(const Value& value) {
    return value.integer() != nullptr || value.real() != nullptr;
}
bool is_text(const Value& value) {
    return value.string() != nullptr;
}
bool is_truth(const Value& value) {
    return value.truth() != nullptr;
}

/// A type of texts that one pattern describes.
template <const char* pattern>
bool has_form(const Value& value) {
    static const TextPattern compiled(pattern);
    return is_text(value) && compiled.matches(*value.string());
}

constexpr char time_form[] =
    R"(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?\Z)";
constexpr char uuid_form[] =
    R"((urn:uuid:)?\{?[0-9a-fA-F]{8}(-?)[0-9a-fA-F]{4}\2[0-9a-fA-F]{4}\2[0-9a-fA-F]{4}\2[0-9a-fA-F]{12}\}?\Z)";
constexpr char email_form[] =
    R"([^@\s<>"]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}\Z)";
constexpr char named_email_form[] =
    R"(([^<>]*<[^@\s<>"]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}>|[^@\s<>"]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,})\Z)";
constexpr char url_form[] = R"([A-Za-z][A-Za-z0-9+.-]*:[^\s]+\Z)";
constexpr char http_url_form[] =
    R"((?i:https?)://([^/?#\s@]*@)?(\[[0-9A-Fa-f:.]+\]|[^/?#\s:@\[\]]+)(:\d{1,5})?([/?#][^\s]*)?\Z)";

/// "2024-02-29": a day that there is.
bool is_day(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    const auto digits = [&](std::size_t begin, std::size_t size) {
        int number = 0;
        for (const char c : text.substr(begin, size)) {
            if (c < '0' || c > '9') return -1;
            number = number * 10 + (c - '0');
        }
        return number;
    };
    const int year = digits(0, 4);
    const int month = digits(5, 2);
    const int day = digits(8, 2);
    return year > 0 && month > 0 && day > 0 &&
           std::chrono::year_month_day{
               std::chrono::year{year},
               std::chrono::month{static_cast<unsigned>(month)},
               std::chrono::day{static_cast<unsigned>(day)}}
               .ok();
}

bool is_date(const Value& value) {
    return is_text(value) && is_day(*value.string());
}

bool is_moment(const Value& value) {
    if (!is_text(value)) return false;
    const std::string& text = *value.string();
    constexpr std::size_t day_size = 10;
    if (text.size() <= day_size + 1 ||
        std::string_view("Tt _").find(text[day_size]) == std::string::npos)
        return false;
    return is_day(std::string_view(text).substr(0, day_size)) &&
           has_form<time_form>(Value(text.substr(day_size + 1)));
}

enum class Part { address, interface, network };

/// `family` is "4", "6", or "any".
template <Part part, char family>
bool is_ip(const Value& value) {
    if (!is_text(value)) return false;
    const auto found = part == Part::address ? ip_address_from(*value.string())
                                             : ip_interface_from(*value.string());
    if (!found) return false;
    const bool is_v4 = found->family == IpInterface::Family::v4;
    if ((family == '4' && !is_v4) || (family == '6' && is_v4)) return false;
    return part != Part::network || *found == found->network();
}

bool is_short_http_url(const Value& value) {
    constexpr std::size_t max_size = 2083;
    return has_form<http_url_form>(value) && value.string()->size() <= max_size;
}

constexpr std::array types = {
    ValidatedType{"int", is_integral},
    ValidatedType{"float", is_number},
    ValidatedType{"str", is_text},
    ValidatedType{"bool", is_truth},
    ValidatedType{"datetime.date", is_date},
    ValidatedType{"datetime.time", has_form<time_form>},
    ValidatedType{"datetime.datetime", is_moment},
    ValidatedType{"ipaddress.IPv4Address", is_ip<Part::address, '4'>},
    ValidatedType{"ipaddress.IPv4Interface", is_ip<Part::interface, '4'>},
    ValidatedType{"ipaddress.IPv4Network", is_ip<Part::network, '4'>},
    ValidatedType{"ipaddress.IPv6Address", is_ip<Part::address, '6'>},
    ValidatedType{"ipaddress.IPv6Interface", is_ip<Part::interface, '6'>},
    ValidatedType{"ipaddress.IPv6Network", is_ip<Part::network, '6'>},
    ValidatedType{"pydantic.IPvAnyAddress", is_ip<Part::address, 'a'>},
    ValidatedType{"pydantic.IPvAnyInterface", is_ip<Part::interface, 'a'>},
    ValidatedType{"pydantic.IPvAnyNetwork", is_ip<Part::network, 'a'>},
    ValidatedType{"uuid.UUID", has_form<uuid_form>},
    ValidatedType{"pydantic.EmailStr", has_form<email_form>},
    ValidatedType{"pydantic.NameEmail", has_form<named_email_form>},
    ValidatedType{"pydantic.AnyUrl", has_form<url_form>},
    ValidatedType{"pydantic.AnyHttpUrl", has_form<http_url_form>},
    ValidatedType{"pydantic.HttpUrl", is_short_http_url},
    ValidatedType{"pydantic.stricturl", has_form<url_form>, Bounds::urls},
    ValidatedType{"pydantic.constr", is_text, Bounds::texts},
    ValidatedType{"pydantic.StrictStr", is_text},
    ValidatedType{"pydantic.StrictBool", is_truth},
    ValidatedType{
        "pydantic.StrictInt", [](const Value& value) { return value.integer() != nullptr; }},
    ValidatedType{
        "pydantic.StrictFloat", [](const Value& value) { return value.real() != nullptr; }},
    ValidatedType{"pydantic.conint", is_integral, Bounds::numbers},
    ValidatedType{"pydantic.confloat", is_number, Bounds::numbers},
    ValidatedType{"pydantic.condecimal", is_number, Bounds::decimals},
    ValidatedType{
        "pydantic.PositiveInt",
        [](const Value& value) { return is_integral(value) && number_of(value) > 0; }},
    ValidatedType{
        "pydantic.NegativeInt",
        [](const Value& value) { return is_integral(value) && number_of(value) < 0; }},
    ValidatedType{
        "pydantic.NonNegativeInt",
        [](const Value& value) { return is_integral(value) && number_of(value) >= 0; }},
    ValidatedType{
        "pydantic.NonPositiveInt",
        [](const Value& value) { return is_integral(value) && number_of(value) <= 0; }},
    ValidatedType{
        "pydantic.PositiveFloat", [](const Value& value) { return number_of(value) > 0; }},
    ValidatedType{
        "pydantic.NegativeFloat", [](const Value& value) { return number_of(value) < 0; }},
    ValidatedType{
        "pydantic.NonNegativeFloat", [](const Value& value) { return number_of(value) >= 0; }},
    ValidatedType{
        "pydantic.NonPositiveFloat", [](const Value& value) { return number_of(value) <= 0; }},
};

} // namespace

double number_of(const Value& value) {
    if (value.integer() != nullptr) return static_cast<double>(*value.integer());
    return value.real() != nullptr ? *value.real() : std::numeric_limits<double>::quiet_NaN();
}

bool is_integral(const Value& value) {
    return value.integer() != nullptr ||
           (value.real() != nullptr && std::trunc(*value.real()) == *value.real());
}

const ValidatedType* validated_type(std::string_view name) {
    const auto* found = std::ranges::find(types, name, &ValidatedType::name);
    return found != types.end() ? found : nullptr;
}

} // namespace vow::inmanta
