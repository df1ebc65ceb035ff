#include "policy/cfengine/evaluation/number.h"
#include "policy/cfengine/functions/commented_text.h"
#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/splitting.h"

namespace vow::cfengine::families {

namespace {

constexpr FieldArguments list_arguments = {
    .comment = 1, .separator = 2, .most_entries = 3, .limit = 4};

using Check = bool (*)(std::string_view);

bool is_whole(std::string_view text) {
    return integer_from(text).has_value();
}
bool is_real(std::string_view text) {
    return real_from(text).has_value();
}
bool is_any(std::string_view) {
    return true;
}

Result read_list(Call& call, ValueType type, Check check) {
    const auto text = read_without_comments(call, 0, list_arguments);
    const auto separator = call.regex(list_arguments.separator);
    if (!text || !separator) return Failure{};
    auto items = split(*separator, *text, most_entries(call, list_arguments), Blanks::drop);
    for (const std::string& item : items) {
        if (!check(item))
            return call.fail("'" + item + "' in file '" + call.text(0) + "' is no number");
    }
    return Value::list(list_of(std::move(items)), type);
}

Result readstringlist(Call& call) {
    return read_list(call, ValueType::slist, is_any);
}
Result readintlist(Call& call) {
    return read_list(call, ValueType::ilist, is_whole);
}
Result readreallist(Call& call) {
    return read_list(call, ValueType::rlist, is_real);
}

} // namespace

std::span<const Function> read_lists() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "readintlist",
         .result = ResultType::ilist,
         .parameters =
             {{"path", path},
              {"comment", text},
              {"separator", text},
              {"max_entries", integer, "0,99999999999"},
              {"limit", integer, "0,99999999999"}},
         .required = 5,
         .help = "The whole numbers in a file.",
         .body = readintlist},
        {.name = "readreallist",
         .result = ResultType::rlist,
         .parameters =
             {{"path", path},
              {"comment", text},
              {"separator", text},
              {"max_entries", integer, "0,99999999999"},
              {"limit", integer, "0,99999999999"}},
         .required = 5,
         .help = "The real numbers in a file.",
         .body = readreallist},
        {.name = "readstringlist",
         .result = ResultType::slist,
         .parameters =
             {{"path", path},
              {"comment", text},
              {"separator", text},
              {"max_entries", integer, "0,99999999999"},
              {"limit", integer, "0,99999999999"}},
         .required = 5,
         .help = "The texts in a file.",
         .body = readstringlist},
    };
    return table;
}

} // namespace vow::cfengine::families
