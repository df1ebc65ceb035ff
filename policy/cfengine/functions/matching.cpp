#include "policy/cfengine/functions/families.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

using Texts = std::vector<std::string>;

/// A pattern and the list it is matched with.
struct Trial {
    std::shared_ptr<const Regex> regex;
    List list;
    Elements elements;

    auto matches() const {
        return [this](const std::string& item) { return regex->matches(item); };
    }

    bool has_match(ListIndex& lists) const {
        if (const std::string* text = regex->plain()) return lists.contains(list, *text);
        return std::ranges::any_of(elements, matches());
    }
};

std::optional<Trial> trial(const Call& call, std::size_t pattern, std::size_t collection) {
    auto regex = call.regex(pattern);
    auto list = regex ? call.list(collection) : std::nullopt;
    if (!list) return std::nullopt;
    return Trial{std::move(regex), *list, call.elements(*list)};
}

Result every(Call& call) {
    const auto tried = trial(call, 0, 1);
    if (!tried) return std::nullopt;
    return !tried->list->empty() && std::ranges::all_of(tried->elements, tried->matches());
}

Result some(Call& call) {
    const auto tried = trial(call, 0, 1);
    if (!tried) return std::nullopt;
    return tried->has_match(call.around().lists());
}

Result none(Call& call) {
    const auto tried = trial(call, 0, 1);
    if (!tried) return std::nullopt;
    return !tried->has_match(call.around().lists());
}

Result reglist(Call& call) {
    const auto tried = trial(call, 1, 0);
    if (!tried) return std::nullopt;
    return tried->has_match(call.around().lists());
}

Result regarray(Call& call) {
    return reglist(call);
}

Result grep(Call& call) {
    const auto tried = trial(call, 0, 1);
    if (!tried) return std::nullopt;
    Texts out;
    std::ranges::copy_if(tried->elements, std::back_inserter(out), tried->matches());
    return Value::list(std::move(out));
}

/// Whether an element equals a text. Policies written for versions in which the folders that
/// `findfiles` finds do not end in a slash name them without it.
bool equals(std::string_view element, std::string_view text) {
    if (text.starts_with('/') && !text.ends_with('/') && element.ends_with('/'))
        element.remove_suffix(1);
    return element == text;
}

Result filter(Call& call) {
    const bool is_regex = call.truth(2);
    const auto regex = is_regex ? call.regex(0) : nullptr;
    const auto list = call.list(1);
    const auto limit = call.integer(4);
    if (!list || !limit || (is_regex && !regex)) return std::nullopt;
    const bool wanted = !call.truth(3);
    Texts out;
    for (const std::string& item : call.elements(*list)) {
        if (static_cast<long long>(out.size()) >= *limit) break;
        const bool matches = is_regex ? regex->matches(item) : equals(item, call.text(0));
        if (matches == wanted) out.push_back(item);
    }
    return Value::list(std::move(out));
}

} // namespace

std::span<const Function> matching() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "every",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}, {"list", collection}},
         .required = 2,
         .help = "Whether every element matches.",
         .example = R"(every("web.*", '["web1", "web2"]'))",
         .body = every},
        {.name = "filter",
         .result = ResultType::slist,
         .parameters =
             {{"filter", text},
              {"list", collection},
              {"is_regex", option, truth_words},
              {"invert", option, truth_words},
              {"limit", integer, "0,99999999999"}},
         .required = 5,
         .help = "The elements that match, or do not, up to a number.",
         .example = R"(filter("web.*", '["web1", "db1"]', "true", "false", 10))",
         .body = filter},
        {.name = "grep",
         .result = ResultType::slist,
         .parameters = {{"regex", regular_expression}, {"list", collection}},
         .required = 2,
         .help = "The elements that match.",
         .example = R"(grep("web.*", '["web1", "db1"]'))",
         .body = grep},
        {.name = "none",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}, {"list", collection}},
         .required = 2,
         .help = "Whether no element matches.",
         .example = R"(none("web.*", '["db1", "db2"]'))",
         .body = none},
        {.name = "regarray",
         .result = ResultType::condition,
         .parameters = {{"array", collection}, {"regex", regular_expression}},
         .required = 2,
         .help = "Whether an element of the array matches.",
         .example = R"(regarray('{ "a": "web1" }', "web.*"))",
         .body = regarray},
        {.name = "reglist",
         .result = ResultType::condition,
         .parameters = {{"list", collection}, {"regex", regular_expression}},
         .required = 2,
         .help = "Whether an element matches.",
         .example = R"(reglist('["web1", "db1"]', "web.*"))",
         .body = reglist},
        {.name = "some",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}, {"list", collection}},
         .required = 2,
         .help = "Whether an element matches.",
         .example = R"(some("web.*", '["web1", "db1"]'))",
         .body = some},
    };
    return table;
}

} // namespace vow::cfengine::families
