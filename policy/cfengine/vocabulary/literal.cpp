#include "policy/cfengine/vocabulary/literal.h"

#include "policy/cfengine/values/variable_name.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace vow::cfengine {

namespace {

// As the syntax table has them.
constexpr std::string_view absolute_path_range = "\"?(/.*)";
constexpr std::string_view mode_range = "[0-7augorwxst,+-=]+";
/// Of modes only the last part must be complete: for whom, an operator, and permissions.
constexpr std::string_view complete_mode = "(.*,)?([ugoa]*[-+=]?[0-7]+|[ugoa]+[-+=][rwxst]+)";

struct Bounds {
    double low;
    double high;
};

double bound_from(std::string_view text, double infinity) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text == "inf") return infinity;
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// A range "LOW,HIGH"; `inf` is unbounded.
Bounds bounds_of(std::string_view range) {
    const std::size_t comma = range.find(',');
    constexpr double most = std::numeric_limits<double>::infinity();
    return {bound_from(range.substr(0, comma), most), bound_from(range.substr(comma + 1), most)};
}

std::string out_of_range(std::string_view text, std::string_view range) {
    const std::size_t comma = range.find(',');
    return "'" + std::string(text) + "' is not between " + std::string(range.substr(0, comma)) +
           " and " + std::string(range.substr(comma + 1));
}

/// Whether it is an integer of any size, with or without a suffix.
bool is_written_as_integer(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view suffix = text.substr(digits);
    return digits > 0 && suffix.size() <= 1 && suffix.find_first_not_of("kKmMgG") == text.npos;
}

/// Whether it is a number too large for a double.
bool is_huge_real(std::string_view text) {
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc::result_out_of_range;
}

std::string bad_integer(std::string_view text, std::string_view range) {
    if (text == "now") return {};
    const auto number = integer_from(text);
    if (!number && is_written_as_integer(text)) return out_of_range(text, range);
    if (!number) return "'" + std::string(text) + "' is not an integer";
    const auto [low, high] = bounds_of(range);
    const auto value = static_cast<double>(*number);
    return value < low || value > high ? out_of_range(text, range) : std::string();
}

std::string bad_real(std::string_view text, std::string_view range) {
    const auto number = real_from(text);
    if (!number && is_huge_real(text)) return out_of_range(text, range);
    if (!number || text == "inf") return "'" + std::string(text) + "' is not a number";
    const auto [low, high] = bounds_of(range);
    return *number < low || *number > high ? out_of_range(text, range) : std::string();
}

using NumberCheck = std::string (*)(std::string_view text, std::string_view range);

std::string bad_range(std::string_view text, std::string_view range, NumberCheck check) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || text.find(',', comma + 1) != std::string_view::npos) {
        return "'" + std::string(text) +
               "' is not a range, which is two numbers separated by a comma";
    }
    std::string low = check(text.substr(0, comma), range);
    return low.empty() ? check(text.substr(comma + 1), range) : low;
}

/// Whether a word is one of those between the commas of a range.
bool is_listed(std::string_view word, std::string_view range) {
    while (true) {
        const std::size_t comma = range.find(',');
        if (range.substr(0, comma) == word) return true;
        if (comma == range.npos) return false;
        range.remove_prefix(comma + 1);
    }
}

/// An empty word counts as none, as in the reference.
std::string bad_option(std::string_view text, std::string_view range) {
    if (text.empty() || is_listed(text, range)) return {};
    const std::vector<std::string_view> words = split_at(range, ',');
    std::string choices;
    for (const std::string_view word : words) {
        const char* const between = word == words.back() ? " or " : ", ";
        choices += (choices.empty() ? "" : between) + std::string(word);
    }
    return "'" + std::string(text) + "' is not " + choices;
}

/// Whether the text is one reference and nothing else: $(name), @{name}, $(name[$(index)]).
bool is_single_reference(std::string_view text) {
    if (text.size() < 4 || !has_reference(text.substr(0, 2))) return false;
    const char open = text[1];
    const char close = open == '(' ? ')' : '}';
    int depth = 0;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == open) ++depth;
        if (text[at] == close) --depth;
        if (depth == 0) return at + 1 == text.size();
    }
    return false;
}

bool fits(std::string_view text, std::string_view pattern, RegexCache& regexes) {
    const auto answer = regexes.find(std::string(pattern));
    const auto* regex = std::get_if<std::shared_ptr<const Regex>>(&answer);
    return regex == nullptr || (*regex)->matches(text);
}

/// The range of the syntax table allows any of the letters and digits that modes are made of.
std::string bad_mode(std::string_view text, RegexCache& regexes) {
    if (fits(text, names::file_mode.pattern, regexes) && fits(text, complete_mode, regexes))
        return {};
    return "'" + std::string(text) + "' is not a mode, such as 644 or u=rw,go-w";
}

std::string bad_text(std::string_view text, std::string_view range, RegexCache& regexes) {
    if (range.empty() || range == text) return {};
    if (range == mode_range) return bad_mode(text, regexes);
    if (fits(text, range, regexes)) return {};
    if (range == absolute_path_range) return "'" + std::string(text) + "' is not an absolute path";
    return "'" + std::string(text) + "' does not match " + std::string(range);
}

} // namespace

std::optional<std::string_view> literal_text(const ast::Expression& value) {
    if (const auto* quoted = std::get_if<ast::Quoted>(&value.node)) return quoted->text;
    if (const auto* name = std::get_if<ast::Identifier>(&value.node)) return name->name;
    if (const auto* reference = std::get_if<ast::NakedReference>(&value.node)) {
        return reference->text;
    }
    return std::nullopt;
}

bool names_list(const ast::Expression& value) {
    const auto text = literal_text(value);
    return text && begins_with_list_name(*text) && text->find_first_of(")}") == text->size() - 1;
}

std::optional<std::string_view> name_used(const ast::Expression& value) {
    const auto* call = boxed_if<ast::Call>(value.node);
    return call != nullptr ? call->name : literal_text(value);
}

bool has_reference(std::string_view text) {
    char before = '\0'; // find_first_of() would search its letters for each byte
    for (const char c : text) {
        if ((c == '(' || c == '{') && (before == '$' || before == '@')) return true;
        before = c;
    }
    return false;
}

bool is_valid_choice(std::string_view type, std::string_view attribute, std::string_view word) {
    const TypeSyntax* syntax = find_body_type(type);
    if (syntax == nullptr) syntax = find_promise_type(type);
    const AttributeSyntax* known = syntax ? find_attribute(syntax->attributes, attribute) : nullptr;
    if (known == nullptr || known->kind != ValueKind::option) return true;
    return bad_option(word, known->range).empty();
}

std::string
type_error(std::string_view text, ValueKind kind, std::string_view range, RegexCache& regexes) {
    if (has_reference(text)) return {};
    switch (kind) {
    case ValueKind::string:
    case ValueKind::strings:
    case ValueKind::condition:
    case ValueKind::conditions: return bad_text(text, range, regexes);
    case ValueKind::integer:
    case ValueKind::integers: return bad_integer(text, range);
    case ValueKind::real:
    case ValueKind::reals: return bad_real(text, range);
    case ValueKind::option:
    case ValueKind::options: return bad_option(text, range);
    case ValueKind::integer_range: return bad_range(text, range, bad_integer);
    case ValueKind::real_range: return bad_range(text, range, bad_real);
    case ValueKind::data:
    case ValueKind::body:
    case ValueKind::bundle: return {};
    }
    return {};
}

std::string parts_error(std::string_view text, const AttributeSyntax& attribute) {
    const bool is_word =
        attribute.kind == ValueKind::option || attribute.kind == ValueKind::options;
    if (!is_word && attribute.range != mode_range) return {};
    if (!has_reference(text) || is_single_reference(text)) return {};
    return "'" + std::string(text) +
           "' mixes text and references; write the whole value, or one variable that holds it";
}

} // namespace vow::cfengine
