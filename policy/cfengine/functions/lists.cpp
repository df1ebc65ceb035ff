#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/values/table_order.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace vow::cfengine::families {

namespace {

using Texts = std::vector<std::string>;

/// A template like "host[2-5].example": the text before and after the brackets, and the numbers.
struct Range {
    std::string_view before;
    long long from, to;
    std::string_view after;
};

std::optional<Range> range_in(std::string_view text) {
    const auto open = text.find('[');
    const auto close = text.find(']', open == text.npos ? 0 : open);
    if (open == text.npos || close == text.npos) return std::nullopt;
    Range range{text.substr(0, open), 0, 0, text.substr(close + 1)};
    const char* const end = text.data() + close;
    const auto from = std::from_chars(text.data() + open + 1, end, range.from);
    if (from.ec != std::errc{} || from.ptr == end || *from.ptr != '-') return std::nullopt;
    const auto to = std::from_chars(from.ptr + 1, end, range.to);
    if (to.ec != std::errc{}) return std::nullopt;
    // eval() writes whole numbers with a fraction, as in name[0-4.000000].
    const std::string_view rest(to.ptr, end);
    const bool is_fraction =
        rest.starts_with('.') && rest.find_first_not_of("0123456789", 1) == rest.npos;
    if (!rest.empty() && !is_fraction) return std::nullopt;
    return range;
}

Result expandrange(Call& call) {
    const auto range = range_in(call.text(0));
    const auto step = call.integer(1);
    if (!range) return call.fail("'" + call.text(0) + "' has no range");
    if (!step || *step < 1) return call.fail("the step must be at least 1");
    const bool rising = range->from <= range->to;
    const long long distance = rising ? range->to - range->from : range->from - range->to;
    constexpr long long max_items = 10'000'000;
    if (distance / *step > max_items) return call.fail("the range is too long");
    Texts out;
    out.reserve(static_cast<std::size_t>(distance / *step + 1));
    std::size_t size = 0;
    for (long long offset = 0; offset <= distance; offset += *step) {
        cancel_if_stopped(call.around().stop());
        const long long number = rising ? range->from + offset : range->from - offset;
        out.push_back(std::string(range->before).append(std::to_string(number)).append(range->after)
        );
        size += item_size(out.back());
        check_value_size(size);
    }
    return Value::list(std::move(out));
}

Result join(Call& call) {
    const auto list = call.list(1);
    if (!list) return std::nullopt;
    std::string joined;
    for (const std::string& item : call.elements(*list)) {
        if (&item != (*list)->data()) joined += call.text(0);
        joined += item;
        check_value_size(joined.size());
    }
    return Value::string(std::move(joined));
}

Result length(Call& call) {
    if (const auto list = call.plain_list(0))
        return Value::integer(static_cast<long long>((*list)->size()));
    const auto data = call.data(0);
    if (!data || !data->is_container()) return std::nullopt;
    return Value::integer(static_cast<long long>(data->size()));
}

/// The index of an element, counted from the end if it is negative.
std::optional<std::size_t> place(std::string_view text, std::size_t size) {
    const auto number = integer_from(text);
    if (!number) return std::nullopt;
    const long long index = *number < 0 ? *number + static_cast<long long>(size) : *number;
    if (index < 0 || index >= static_cast<long long>(size)) return std::nullopt;
    return static_cast<std::size_t>(index);
}

const Data* element(const Data& container, const std::string& key) {
    if (container.kind() == Data::Kind::object) return container.find(key);
    const auto index = place(key, container.size());
    return index ? container.at(*index) : nullptr;
}

Result nth(Call& call) {
    const std::string& key = call.text(1);
    if (const auto list = call.plain_list(0)) {
        const auto index = place(key, (*list)->size());
        if (!index) return std::nullopt;
        return Value::string((**list)[*index]);
    }
    const auto data = call.data(0);
    const Data* const found = data ? element(*data, key) : nullptr;
    if (found == nullptr || found->is_container()) return std::nullopt;
    return Value::string(found->kind() == Data::Kind::null ? "null" : scalar_text(*found));
}

Result reverse(Call& call) {
    const auto list = call.list(0);
    if (!list) return std::nullopt;
    return Value::list(Texts((*list)->rbegin(), (*list)->rend()));
}

/// C's random numbers, by which the reference shuffles: policies that depend on the order keep it.
class Random {
public:
    explicit Random(unsigned seed) { ::initstate_r(seed, state_, sizeof state_, &data_); }
    std::size_t below(std::size_t limit) {
        std::int32_t number = 0;
        ::random_r(&data_, &number);
        return static_cast<std::size_t>(number) % limit;
    }

private:
    char state_[128] = {};
    ::random_data data_ = {};
};

Result shuffle(Call& call) {
    const auto list = call.list(0);
    if (!list) return std::nullopt;
    Texts shuffled(**list);
    Random random(one_at_a_time(call.text(1)));
    for (std::size_t left = shuffled.size(); left > 1; --left)
        std::swap(shuffled[left - 1], shuffled[random.below(left)]);
    std::ranges::reverse(shuffled);
    return Value::list(std::move(shuffled));
}

Result sublist(Call& call) {
    const auto list = call.list(0);
    const auto wanted = call.integer(2);
    if (!list || !wanted) return std::nullopt;
    const auto size = static_cast<long long>((*list)->size());
    const long long count = std::clamp(*wanted, 0LL, size);
    const auto first = (*list)->begin() + (call.text(1) == "head" ? 0 : size - count);
    return Value::list(Texts(first, first + count));
}

} // namespace

std::span<const Function> lists() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "expandrange",
         .result = ResultType::slist,
         .parameters = {{"template", text}, {"step", integer, "0,99999999999"}},
         .required = 2,
         .cached = true,
         .help = "The texts that a range in brackets, as in name[1-5], expands to.",
         .example = R"(expandrange("node[1-4]", 1))",
         .body = expandrange},
        {.name = "join",
         .result = ResultType::string,
         .parameters = {{"glue", text}, {"list", collection}},
         .required = 2,
         .help = "The elements with the glue between them.",
         .example = R"(join(", ", '["a", "b"]'))",
         .body = join},
        {.name = "length",
         .result = ResultType::integer,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "The number of elements.",
         .example = R"(length('["a", "b"]'))",
         .body = length},
        {.name = "nth",
         .result = ResultType::string,
         .parameters = {{"list", collection}, {"index", text}},
         .required = 2,
         .help = "The element at an index, counted from the end if negative, or with a key.",
         .example = R"(nth('["a", "b", "c"]', 1))",
         .body = nth},
        {.name = "reverse",
         .result = ResultType::slist,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "The elements backwards.",
         .example = R"(reverse('["a", "b"]'))",
         .body = reverse},
        {.name = "shuffle",
         .result = ResultType::slist,
         .parameters = {{"list", collection}, {"seed", text}},
         .required = 2,
         .help = "The elements in an order that depends on the seed.",
         .example = R"x(shuffle('["a", "b", "c"]', "$(sys.fqhost)"))x",
         .body = shuffle},
        {.name = "sublist",
         .result = ResultType::slist,
         .parameters =
             {{"list", collection},
              {"end", option, "head,tail"},
              {"count", integer, "0,99999999999"}},
         .required = 3,
         .help = "A number of elements from the head or the tail.",
         .example = R"(sublist('["a", "b", "c"]', "head", 2))",
         .body = sublist},
    };
    return table;
}

} // namespace vow::cfengine::families
