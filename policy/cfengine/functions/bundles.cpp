#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/name_filter.h"
#include "policy/cfengine/functions/state_data.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

/// The tags of a bundle: the value of its meta promise "tags", a list or separated by commas.
std::optional<Tags> tags_of_bundle(Call& call, std::string_view bundle) {
    const auto value = call.around().variable(std::string(bundle) + "_meta.tags");
    if (!value) return std::nullopt;
    if (const List* list = value->list()) return **list;
    const std::string* const text = value->text();
    if (text == nullptr) return std::nullopt;
    Tags tags;
    for (std::size_t at = 0; at <= text->size();) {
        const auto end = std::min(text->find(',', at), text->size());
        tags.push_back(text->substr(at, end - at));
        at = end + 1;
    }
    return tags;
}

Result bundlesmatching(Call& call) {
    const auto filter = NameFilter::of(call);
    if (!filter) return std::nullopt;
    std::vector<std::string> names;
    for (TaggedName& each : call.around().bundles()) {
        const Tags tags = call.has(1) ? tags_of_bundle(call, each.name).value_or(Tags{}) : Tags{};
        if (filter->accepts(each.name, tags, NameFilter::Wanted::all_tags))
            names.push_back(std::move(each.name));
    }
    std::ranges::reverse(names); // the last one first, as the reference lists them
    return Value::list(std::move(names));
}

Result bundlestate(Call& call) {
    Data data = bundle_data(call.text(0), call.around());
    if (data.size() == 0) return std::nullopt;
    return Value::data(std::move(data));
}

Result datastate(Call& call) {
    return Value::data(state_data(call.around()));
}

Result getbundlemetatags(Call& call) {
    const auto tags = tags_of_bundle(call, call.text(0));
    if (!tags) return call.fail("there is no bundle '" + call.text(0) + "' with tags");
    return tags_for(call, *tags);
}

/// The frames of the calls, outermost first: {"depth":, "frame":, "type": "promise", "promiser":},
/// and last the running bundle.
Result callstack_callers(Call& call) {
    const auto callers = call.around().callers();
    Data::Array frames;
    const auto position = [&](std::size_t depth) -> std::vector<Data::Member> {
        const auto number = static_cast<std::int64_t>(depth);
        const auto from_here = static_cast<std::int64_t>(callers.size()) + 1 - number;
        return {{"depth", Data::integer(number)}, {"frame", Data::integer(from_here)}};
    };
    for (std::size_t depth = 0; depth < callers.size(); ++depth) {
        auto frame = position(depth);
        frame.emplace_back("type", Data::string("promise"));
        frame.emplace_back("promiser", Data::string(callers[depth].name));
        frames.push_back(Data::object(std::move(frame)));
    }
    auto frame = position(callers.size());
    frame.emplace_back("type", Data::string("bundle"));
    frame.emplace_back("bundle", Data::object({{"name", Data::string(call.around().bundle())}}));
    frames.push_back(Data::object(std::move(frame)));
    return Value::data(Data::array(std::move(frames)));
}

Result callstack_promisers(Call& call) {
    std::vector<std::string> promisers;
    for (TaggedName& each : call.around().callers())
        promisers.push_back(std::move(each.name));
    return Value::list(std::move(promisers));
}

} // namespace

std::span<const Function> bundles() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "bundlesmatching",
         .category = "data",
         .result = ResultType::slist,
         .parameters = {{"regex", regular_expression}, {"tag", text}},
         .required = 1,
         .variadic = true,
         .help = "The names of the bundles that match, and have one of the tags.",
         .example = R"(bundlesmatching("default:main"))",
         .body = bundlesmatching},
        {.name = "bundlestate",
         .result = ResultType::data,
         .parameters = {{"bundle", variable}},
         .required = 1,
         .help = "The variables of a bundle as an object.",
         .example = R"(bundlestate("main"))",
         .body = bundlestate},
        {.name = "callstack_callers",
         .category = "internal",
         .result = ResultType::data,
         .parameters = {},
         .required = 0,
         .help = "The calls that led here, outermost first.",
         .example = "callstack_callers()",
         .body = callstack_callers},
        {.name = "callstack_promisers",
         .category = "internal",
         .result = ResultType::slist,
         .parameters = {},
         .required = 0,
         .help = "The promisers of the calls that led here, outermost first.",
         .example = "callstack_promisers()",
         .body = callstack_promisers},
        {.name = "datastate",
         .result = ResultType::data,
         .parameters = {},
         .required = 0,
         .help = "All classes and variables as an object.",
         .example = "datastate()",
         .body = datastate},
        {.name = "getbundlemetatags",
         .result = ResultType::slist,
         .parameters = {{"bundle", variable}, {"key", text}},
         .required = 1,
         .help = "The tags of a bundle; with a key, the values of key=value tags.",
         .example = R"x(bundle agent main
{
  meta:
      "tags" slist => { "web" };
  reports:
      "$(with)" with => join(", ", getbundlemetatags("main"));
})x",
         .body = getbundlemetatags},
    };
    return table;
}

} // namespace vow::cfengine::families
