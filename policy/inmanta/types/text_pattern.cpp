#include "policy/inmanta/types/text_pattern.h"

#include "policy/inmanta/syntax/mistake.h"

namespace vow::inmanta {
namespace {

Regex compiled(const std::string& pattern) {
    auto result = Regex::compile("\\A(?-ms:" + pattern + ")");
    if (const auto* fault = std::get_if<RegexError>(&result))
        throw ModelError(Mistake{
            .kind = &runtime_error,
            .words = "/" + pattern + "/ is not a regular expression: " + fault->message});
    return std::get<Regex>(std::move(result));
}

} // namespace

TextPattern::TextPattern(const std::string& pattern)
    : written_(pattern),
      regex_(compiled(pattern)) {}

bool TextPattern::matches(std::string_view text) const {
    try {
        return regex_.search(text).has_value();
    } catch (const RegexLimitError&) {
        throw ModelError(Mistake{
            .kind = &runtime_error,
            .words = "/" + written_ + "/ takes too long to match this text",
            .hint = "repetitions inside of repetitions, as in (a+)+, have too many ways to match"});
    }
}

} // namespace vow::inmanta
