#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/ordering.h"

namespace vow::cfengine::families {

namespace {

using Order = std::strong_ordering;

/// Compares this agent's version, sys.cf_version, with the one in an argument. Logs an error and
/// returns nullopt if that is not a version.
std::optional<Order> compared(Call& call, std::size_t index) {
    const Fact* const fact = call.around().settled_world().facts.find("cf_version");
    const auto* const version = fact != nullptr ? std::get_if<std::string>(fact) : nullptr;
    const auto order =
        version != nullptr ? compare_versions(*version, call.text(index)) : std::nullopt;
    if (!order) call.fail("'" + call.text(index) + "' is not a version");
    return order;
}

Result holds(std::optional<Order> order, bool (*wanted)(Order)) {
    if (!order) return std::nullopt;
    return wanted(*order);
}

Result cf_version_after(Call& call) {
    return holds(compared(call, 0), [](Order order) { return std::is_gt(order); });
}
Result cf_version_at(Call& call) {
    return holds(compared(call, 0), [](Order order) { return std::is_eq(order); });
}
Result cf_version_before(Call& call) {
    return holds(compared(call, 0), [](Order order) { return std::is_lt(order); });
}
Result cf_version_maximum(Call& call) {
    return holds(compared(call, 0), [](Order order) { return std::is_lteq(order); });
}
Result cf_version_minimum(Call& call) {
    return holds(compared(call, 0), [](Order order) { return std::is_gteq(order); });
}

Result cf_version_between(Call& call) {
    const auto low = compared(call, 0);
    const auto high = compared(call, 1);
    if (!low || !high) return std::nullopt;
    return std::is_gteq(*low) && std::is_lteq(*high);
}

struct Comparison {
    std::string_view sign;
    bool (*holds)(Order);
};

constexpr Comparison comparisons[] = {
    {"=", [](Order order) { return std::is_eq(order); }},
    {"==", [](Order order) { return std::is_eq(order); }},
    {"!=", [](Order order) { return std::is_neq(order); }},
    {">", [](Order order) { return std::is_gt(order); }},
    {"<", [](Order order) { return std::is_lt(order); }},
    {">=", [](Order order) { return std::is_gteq(order); }},
    {"<=", [](Order order) { return std::is_lteq(order); }},
};

Result version_compare(Call& call) {
    const auto order = compare_versions(call.text(0), call.text(2));
    if (!order)
        return call.fail("cannot compare '" + call.text(0) + "' with '" + call.text(2) + "'");
    for (const Comparison& each : comparisons) {
        if (each.sign == call.text(1)) return each.holds(*order);
    }
    return call.fail("unknown comparison '" + call.text(1) + "'");
}

} // namespace

std::span<const Function> versions() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "cf_version_after",
         .result = ResultType::condition,
         .parameters = {{"version", text}},
         .required = 1,
         .help = "Whether this agent's version is later.",
         .example = R"(cf_version_after("3.18"))",
         .body = cf_version_after},
        {.name = "cf_version_at",
         .result = ResultType::condition,
         .parameters = {{"version", text}},
         .required = 1,
         .help = "Whether this agent's version is this one.",
         .example = R"(cf_version_at("3.27"))",
         .body = cf_version_at},
        {.name = "cf_version_before",
         .result = ResultType::condition,
         .parameters = {{"version", text}},
         .required = 1,
         .help = "Whether this agent's version is earlier.",
         .example = R"(cf_version_before("3.30"))",
         .body = cf_version_before},
        {.name = "cf_version_between",
         .result = ResultType::condition,
         .parameters = {{"low", text}, {"high", text}},
         .required = 2,
         .help = "Whether this agent's version is between the two, both included.",
         .example = R"(cf_version_between("3.18", "3.27"))",
         .body = cf_version_between},
        {.name = "cf_version_maximum",
         .result = ResultType::condition,
         .parameters = {{"version", text}},
         .required = 1,
         .help = "Whether this agent's version is this one or earlier.",
         .example = R"(cf_version_maximum("3.27"))",
         .body = cf_version_maximum},
        {.name = "cf_version_minimum",
         .result = ResultType::condition,
         .parameters = {{"version", text}},
         .required = 1,
         .help = "Whether this agent's version is this one or later.",
         .example = R"(cf_version_minimum("3.18"))",
         .body = cf_version_minimum},
        {.name = "version_compare",
         .result = ResultType::condition,
         .parameters =
             {{"left", text}, {"comparison", option, "=,==,!=,>,<,>=,<="}, {"right", text}},
         .required = 3,
         .help = "Whether the comparison of two versions holds.",
         .example = R"(version_compare("3.10", ">", "3.9"))",
         .body = version_compare},
    };
    return table;
}

} // namespace vow::cfengine::families
