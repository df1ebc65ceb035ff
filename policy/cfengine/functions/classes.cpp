#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/name_filter.h"
#include "policy/cfengine/values/table_order.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>
#include <iterator>

namespace vow::cfengine::families {

namespace {

/// The matches of each table, in the order of a set.
std::optional<std::vector<std::string>> matching_classes(Call& call) {
    const auto filter = NameFilter::of(call);
    if (!filter) return std::nullopt;
    std::vector<std::string> names;
    for (const std::vector<TaggedName>& table : call.around().classes()) {
        std::vector<std::string> matches;
        for (const TaggedName& each : table) {
            const auto name = without_default(each.name);
            if (filter->accepts(name, each.tags)) matches.emplace_back(name);
        }
        std::ranges::move(set_order(matches), std::back_inserter(names));
    }
    return names;
}

Result classesmatching(Call& call) {
    auto names = matching_classes(call);
    if (!names) return std::nullopt;
    std::ranges::reverse(*names); // the reference prepends each match
    return Value::list(std::move(*names));
}

Result classmatch(Call& call) {
    const auto names = matching_classes(call);
    if (!names) return std::nullopt;
    return !names->empty();
}

Result countclassesmatching(Call& call) {
    const auto names = matching_classes(call);
    if (!names) return std::nullopt;
    return Value::integer(static_cast<long long>(names->size()));
}

Result classify(Call& call) {
    return call.around().holds(canonified(call.text(0))).value_or(false);
}

Result getclassmetatags(Call& call) {
    const auto tags = call.around().class_tags(call.text(0));
    if (!tags) return std::nullopt;
    return tags_for(call, *tags);
}

} // namespace

std::span<const Function> classes() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "classesmatching",
         .result = ResultType::slist,
         .parameters = {{"regex", regular_expression}, {"tag", text}},
         .required = 1,
         .variadic = true,
         .help = "The names of the defined classes that match, and have one of the tags.",
         .example = R"(classesmatching("linux.*"))",
         .body = classesmatching},
        {.name = "classify",
         .category = "data",
         .result = ResultType::condition,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "Whether the class that the canonified text names is defined.",
         .example = R"x(classify("$(sys.uqhost)"))x",
         .body = classify},
        {.name = "classmatch",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}, {"tag", text}},
         .required = 1,
         .variadic = true,
         .help = "Whether a defined class matches, and has one of the tags.",
         .example = R"(classmatch("debian_1[23].*"))",
         .body = classmatch},
        {.name = "countclassesmatching",
         .result = ResultType::integer,
         .parameters = {{"regex", regular_expression}, {"tag", text}},
         .required = 1,
         .variadic = true,
         .help = "How many defined classes match, and have one of the tags.",
         .example = R"(countclassesmatching("ipv4_.*"))",
         .body = countclassesmatching},
        {.name = "getclassmetatags",
         .result = ResultType::slist,
         .parameters = {{"class", variable}, {"key", text}},
         .required = 1,
         .help = "The tags of a class; with a key, the values of key=value tags.",
         .example = R"(getclassmetatags("linux"))",
         .body = getclassmetatags},
    };
    return table;
}

} // namespace vow::cfengine::families
