#include "policy/cfengine/functions/commented_text.h"
#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/splitting.h"
#include "policy/cfengine/values/number.h"

namespace vow::cfengine::families {

namespace {

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
    const auto text = read_without_comments(call, 0, in_file_of_fields);
    const auto separator = call.regex(in_file_of_fields.separator);
    if (!text || !separator) return Failure{};
    auto items = split(*separator, *text, most_entries(call, in_file_of_fields), Blanks::drop);
    for (const std::string& item : items) {
        if (!check(item))
            return call.fail("'" + item + "' in file '" + call.text(0) + "' is not a number");
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
    static constexpr Function table[] = {
        {.name = "readintlist",
         .result = ResultType::ilist,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The integers in a file.",
         .body = readintlist},
        {.name = "readreallist",
         .result = ResultType::rlist,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The real numbers in a file.",
         .body = readreallist},
        {.name = "readstringlist",
         .result = ResultType::slist,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The texts in a file.",
         .body = readstringlist},
    };
    return table;
}

} // namespace vow::cfengine::families
