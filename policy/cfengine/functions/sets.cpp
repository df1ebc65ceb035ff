#include "policy/cfengine/functions/families.h"

#include <functional>
#include <unordered_set>

namespace vow::cfengine::families {

namespace {

using Texts = std::vector<std::string>;
using Seen = std::unordered_set<std::string_view>;

/// The elements for which `wanted` returns true, each once.
Result once_each(const Elements& list, const std::function<bool(std::string_view)>& wanted) {
    Texts out;
    Seen seen;
    for (const std::string& item : list) {
        if (wanted(item) && seen.insert(item).second) out.push_back(item);
    }
    return Value::list(std::move(out));
}

Seen seen_in(const Elements& list) {
    Seen seen;
    for (const std::string& item : list)
        seen.insert(item);
    return seen;
}

Result difference(Call& call) {
    const auto list = call.list(0);
    const auto removed = call.list(1);
    if (!list || !removed) return std::nullopt;
    const Seen others = seen_in(call.elements(*removed));
    return once_each(call.elements(*list), [&](std::string_view item) {
        return !others.contains(item);
    });
}

Result intersection(Call& call) {
    const auto list = call.list(0);
    const auto other = call.list(1);
    if (!list || !other) return std::nullopt;
    const Seen others = seen_in(call.elements(*other));
    return once_each(call.elements(*list), [&](std::string_view item) {
        return others.contains(item);
    });
}

Result unique(Call& call) {
    const auto list = call.list(0);
    if (!list) return std::nullopt;
    return once_each(call.elements(*list), [](std::string_view) { return true; });
}

} // namespace

std::span<const Function> sets() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "difference",
         .result = ResultType::slist,
         .parameters = {{"list", collection}, {"removed", collection}},
         .required = 2,
         .help = "The elements of the first list that are not in the second.",
         .example = R"(difference('["a", "b", "c"]', '["b"]'))",
         .body = difference},
        {.name = "intersection",
         .result = ResultType::slist,
         .parameters = {{"list", collection}, {"other", collection}},
         .required = 2,
         .help = "The elements that are in both lists.",
         .example = R"(intersection('["a", "b"]', '["b", "c"]'))",
         .body = intersection},
        {.name = "unique",
         .result = ResultType::slist,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "The elements without repetitions.",
         .example = R"(unique('["a", "b", "a"]'))",
         .body = unique},
    };
    return table;
}

} // namespace vow::cfengine::families
