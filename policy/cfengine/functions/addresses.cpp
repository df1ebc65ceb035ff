#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/address_range.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>
#include <charconv>

namespace vow::cfengine::families {

namespace {

/// A fact that is a list of texts; empty for an unknown fact.
std::vector<std::string> list_fact(Call& call, std::string_view name) {
    const Fact* const fact = call.around().settled_world().facts.find(name);
    const auto* const list =
        fact != nullptr ? std::get_if<std::vector<std::string>>(fact) : nullptr;
    return list != nullptr ? *list : std::vector<std::string>{};
}

/// The address of an interface, by its canonified name.
std::string address_of(Call& call, const std::string& interface) {
    const Fact* const fact =
        call.around().settled_world().facts.find("ipv4[" + canonified(interface) + "]");
    const auto* const text = fact != nullptr ? std::get_if<std::string>(fact) : nullptr;
    return text != nullptr ? *text : "";
}

Result iprange(Call& call) {
    const auto range = AddressRange::from(call.text(0));
    if (!range)
        return call.fail("'" + call.text(0) + "' is not an address range", LogLevel::verbose);
    if (call.has(1)) {
        for (std::size_t i = 1; i < call.size(); ++i) {
            if (range->has(address_of(call, call.text(i)))) return true;
        }
        return false;
    }
    const auto addresses = list_fact(call, "ip_addresses");
    return std::ranges::any_of(addresses, [&](const std::string& each) {
        return range->has(each);
    });
}

Result isipinsubnet(Call& call) {
    const auto range = AddressRange::from(call.text(0));
    if (!range)
        return call.fail("'" + call.text(0) + "' is not an address range", LogLevel::verbose);
    for (std::size_t i = 1; i < call.size(); ++i) {
        if (range->has(call.text(i))) return true;
    }
    return false;
}

std::optional<long long> number_in(std::string_view text) {
    long long number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && stopped == end ? std::optional(number) : std::nullopt;
}

/// host1 to host20 for "host" and "1-20".
Result hostrange(Call& call) {
    const std::string_view range = call.text(1);
    const auto dash = range.find('-');
    const auto low = number_in(range.substr(0, dash));
    const auto high = dash == range.npos ? low : number_in(range.substr(dash + 1));
    if (!low || !high) return call.fail("'" + call.text(1) + "' is not a range", LogLevel::verbose);
    const Fact* const fact = call.around().settled_world().facts.find("uqhost");
    const auto* const name = fact != nullptr ? std::get_if<std::string>(fact) : nullptr;
    if (name == nullptr || !name->starts_with(call.text(0))) return false;
    const auto number = number_in(std::string_view(*name).substr(call.text(0).size()));
    return number && *number >= *low && *number <= *high;
}

} // namespace

std::span<const Function> addresses() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "hostrange",
         .result = ResultType::condition,
         .parameters = {{"prefix", text}, {"range", text}},
         .required = 2,
         .help = "Whether this host's name is the prefix and a number in the range.",
         .example = R"(hostrange("web", "1-9"))",
         .body = hostrange},
        {.name = "iprange",
         .result = ResultType::condition,
         .parameters = {{"range", text}, {"interface", text}},
         .required = 1,
         .variadic = true,
         .help = "Whether an address of this host is in the range.",
         .example = R"(iprange("10.0.0.0/8"))",
         .body = iprange},
        {.name = "isipinsubnet",
         .result = ResultType::condition,
         .parameters = {{"range", text}, {"address", text}},
         .required = 1,
         .variadic = true,
         .help = "Whether one of the addresses is in the range.",
         .example = R"(isipinsubnet("10.0.0.0/8", "10.1.2.3"))",
         .body = isipinsubnet},
    };
    return table;
}

} // namespace vow::cfengine::families
