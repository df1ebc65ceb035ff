#include "policy/cfengine/checking/value_check.h"

#include "policy/cfengine/checking/notation.h"
#include "policy/cfengine/values/data_text.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind list_for_scalar{"list-for-scalar", "'{}' takes one value, not a list"};
constexpr DiagnosticKind scalar_for_list{"scalar-for-list", "'{}' takes a list"};
constexpr DiagnosticKind bad_value{"bad-value", "the value of '{}': {}"};
constexpr DiagnosticKind empty_word{
    "empty-word", "an empty value of '{}' counts as none", Severity::warning};
constexpr DiagnosticKind bad_pattern{
    "bad-pattern",
    "the value of '{}' is not a regular expression, so that nothing matches it: {}",
    Severity::warning};
constexpr DiagnosticKind bad_term{
    "bad-term",
    "'{}' means what it does in an 'action' body, which does not take this value: {}",
    Severity::warning};
constexpr DiagnosticKind bad_mask{
    "bad-mask",
    "the value of 'umask' is not {} ({}), so that the command does not run: '{}'",
    Severity::warning};
constexpr DiagnosticKind bad_criteria{
    "bad-criteria",
    "the value of '{}' is not an expression of criteria, so that it selects nothing: {}",
    Severity::warning};
constexpr DiagnosticKind bad_data{"bad-data", "this is neither JSON nor YAML: {}"};
constexpr DiagnosticKind bad_class_expression{
    "bad-class-expression", "this is not a class expression: {}"};
constexpr DiagnosticKind empty_argument{
    "empty-argument", "an empty argument before this comma is ignored", Severity::warning};
constexpr DiagnosticKind colon_at_end{
    "colon-at-end",
    "no class is ever called '{}': two colons end a class expression",
    Severity::warning};
constexpr std::string_view before_names =
    ".&|!( \t"; ///< characters that can precede the name of a class
constexpr DiagnosticKind never_holds{
    "class-expression-never-holds",
    "this is not a class expression and never holds: {}",
    Severity::warning};

std::string shortened(std::string_view text) {
    constexpr std::size_t max_shown = 40;
    return std::string(text.substr(0, max_shown)) + (text.size() > max_shown ? "..." : "");
}

/// The fault of an expression of which `rest` could not be read.
std::string unexpected_in(std::string_view rest) {
    return rest.empty() ? "it ends too early" : "unexpected '" + shortened(rest) + "'";
}

/// The attributes of bodies that take regular expressions. Sorted.
constexpr std::array<std::string_view, 16> patterns = {
    "delete_if_match_from_list",
    "delete_if_not_match_from_list",
    "exclude_dirs",
    "exec_regex",
    "include_dirs",
    "insert_if_match_from_list",
    "insert_if_not_match_from_list",
    "issymlinkto",
    "leaf_name",
    "path_name",
    "process_owner",
    "search_groups",
    "search_owners",
    "select_end",
    "select_line_matching",
    "select_start",
};

bool is_pattern(std::string_view attribute) {
    return std::ranges::binary_search(patterns, attribute);
}

/// Whether the attribute of a body combines criteria as a class expression combines classes.
bool is_criteria_expression(std::string_view attribute) {
    return attribute == "file_result" || attribute == "process_result";
}

/// Whether every text is a value of the attribute, as of `slist`: it has no range, and is not
/// written in a notation of its own.
bool takes_any_text(const AttributeSyntax& syntax) {
    return syntax.kind == ValueKind::strings && syntax.range.empty() && !is_pattern(syntax.name) &&
           !is_criteria_expression(syntax.name);
}

/// Whether the attribute is a condition of its promise, or defines a class by one.
bool is_condition(std::string_view attribute) {
    constexpr std::string_view conditions[] = {"if", "ifvarclass", "unless", "expression", "not"};
    return std::ranges::find(conditions, attribute) != std::end(conditions);
}

} // namespace

void ValueCheck::attribute(
    const ast::Attribute& attribute, const AttributeSyntax& syntax, const Setting& setting
) {
    const ast::Expression& value = attribute.value;
    const auto* call = boxed_if<ast::Call>(value.node);
    if (call != nullptr && call->empty_argument.source != nullptr && checking_.strict())
        checking_.diagnostics.add(empty_argument, call->empty_argument, {});
    if (syntax.kind == ValueKind::body) return references_.body(value, syntax.name);
    if (syntax.kind == ValueKind::bundle) {
        return references_.bundle(value, syntax.name, setting);
    }
    if (syntax.name == "bundlesequence") return bundle_sequence(value, setting);
    const auto* quoted = std::get_if<ast::Quoted>(&value.node);
    if (quoted != nullptr && checking_.was_checked_alone) return;
    if (is_list(syntax.kind)) return list(value, syntax);
    scalar(value, syntax, CallPlace::value);
    if (quoted != nullptr && is_condition(syntax.name)) {
        class_expression(quoted->text, value.span);
    }
}

void ValueCheck::custom(const ast::Attribute& attribute) {
    const auto* call = boxed_if<ast::Call>(attribute.value.node);
    const bool names_body = call != nullptr && find_function(call->name) == nullptr &&
                            !checking_.definitions.body_names(attribute.name).empty();
    if (names_body)
        references_.body(attribute.value, attribute.name);
    else
        any(attribute.value);
    if (const AttributeSyntax* syntax = find_term(attribute.name)) term(attribute, *syntax);
}

/// The reference accepts any value, and `info` as it does `inform`.
void ValueCheck::term(const ast::Attribute& attribute, const AttributeSyntax& syntax) {
    const auto text = literal_text(attribute.value);
    if (!text || *text == "info" || !checking_.strict()) return;
    const std::string why = type_error(*text, syntax.kind, syntax.range, checking_.regexes);
    if (why.empty()) return;
    const bool has_words = syntax.kind == ValueKind::option;
    checking_.diagnostics.add(
        bad_term,
        attribute.value.span,
        {attribute.name, why},
        has_words ? did_you_mean(*text, split_at(syntax.range, ',')) : std::string()
    );
}

void ValueCheck::bundle_sequence(const ast::Expression& value, const Setting& setting) {
    const auto* items = boxed_if<ast::List>(value.node);
    if (items == nullptr) return list(value, {"bundlesequence", ValueKind::strings});
    for (const ast::Expression& item : items->items)
        references_.bundle(item, "bundlesequence", setting);
}

void ValueCheck::list(const ast::Expression& value, const AttributeSyntax& syntax) {
    if (const auto* call = boxed_if<ast::Call>(value.node))
        return calls_.value_of(syntax, *call, CallPlace::value);
    const auto* items = boxed_if<ast::List>(value.node);
    if (items == nullptr) {
        checking_.diagnostics.add(
            scalar_for_list, value.span, {syntax.name}, "{ " + std::string(value.span.text()) + " }"
        );
        return;
    }
    const bool any_text = takes_any_text(syntax); // once, as lists of literals can be long
    for (const ast::Expression& item : items->items) {
        if (any_text && std::holds_alternative<ast::Quoted>(item.node)) continue;
        scalar(item, syntax, CallPlace::element);
        if (syntax.kind == ValueKind::conditions) condition_item(item);
    }
}

/// The reference finds a mistake in an item only when the policy runs, and goes on to the others.
void ValueCheck::condition_item(const ast::Expression& item) {
    const auto* quoted = std::get_if<ast::Quoted>(&item.node);
    const auto error = quoted != nullptr ? class_syntax_error(quoted->text) : std::nullopt;
    if (error && checking_.strict()) {
        const std::string why = unexpected_in(quoted->text.substr(error->offset));
        checking_.diagnostics.add(never_holds, item.span, {why});
    }
}

void ValueCheck::scalar(
    const ast::Expression& value, const AttributeSyntax& syntax, CallPlace place
) {
    if (const auto* call = boxed_if<ast::Call>(value.node))
        return calls_.value_of(syntax, *call, place);
    const auto text = literal_text(value);
    if (!text) {
        checking_.diagnostics.add(list_for_scalar, value.span, {syntax.name});
        return;
    }
    std::string why = type_error(*text, syntax.kind, syntax.range, checking_.regexes);
    if (why.empty()) why = parts_error(*text, syntax);
    if (why.empty() && syntax.kind == ValueKind::data) return data_text(value, *text);
    const bool has_words = syntax.kind == ValueKind::option || syntax.kind == ValueKind::options;
    if (has_words && text->empty() && checking_.strict())
        checking_.diagnostics.add(empty_word, value.span, {syntax.name});
    if (why.empty()) return notation(value, syntax.name, *text);
    checking_.diagnostics.add(
        bad_value,
        value.span,
        {syntax.name, why},
        has_words ? did_you_mean(*text, split_at(syntax.range, ',')) : std::string()
    );
}

/// The reference finds these mistakes only when the policy runs.
void ValueCheck::notation(
    const ast::Expression& value, std::string_view attribute, std::string_view text
) {
    if (!checking_.strict() || has_reference(text)) return;
    if (is_pattern(attribute)) return pattern(value, attribute, text);
    if (is_criteria_expression(attribute)) return criteria(value, attribute, text);
    const NameGrammar& mask = names::creation_mask;
    if (attribute == "umask" && fault_of_name(mask, text))
        checking_.diagnostics.add(bad_mask, value.span, {mask.kind, mask.rule, text});
}

void ValueCheck::criteria(
    const ast::Expression& value, std::string_view attribute, std::string_view text
) {
    const auto error = class_syntax_error(text);
    if (error)
        checking_.diagnostics.add(
            bad_criteria, value.span, {attribute, unexpected_in(text.substr(error->offset))}
        );
}

void ValueCheck::pattern(
    const ast::Expression& value, std::string_view attribute, std::string_view text
) {
    const auto fault = notation_fault(text, ParameterKind::regular_expression, checking_.regexes);
    if (fault) checking_.diagnostics.add(bad_pattern, value.span, {attribute, fault->message});
}

/// The reference finds a mistake in a text that is data only when the policy runs.
void ValueCheck::data_text(const ast::Expression& value, std::string_view text) {
    if (!checking_.strict() || has_reference(text)) return;
    const auto read = parse_data_text(text);
    const auto* error = std::get_if<DataError>(&read);
    const bool is_quoted = std::holds_alternative<ast::Quoted>(value.node);
    if (error == nullptr || !is_quoted) return;
    checking_.diagnostics.add(bad_data, place_in(value, error->offset), {error->message});
}

void ValueCheck::class_expression(std::string_view text, Span span) {
    if (checking_.was_checked_alone) return;
    if (text.ends_with(':') && checking_.strict())
        checking_.diagnostics.add(
            colon_at_end, span, {text.substr(text.find_last_of(before_names) + 1)}
        );
    const auto error = class_syntax_error(text);
    if (!error) return;
    const std::string_view rest = text.substr(error->offset);
    // The reference, too, refuses two names with a blank between them, but not in quotes.
    const bool in_quotes = !span.text().starts_with(text);
    const bool two_names = rest.find_first_of(")-") != 0 && !in_quotes;
    if (error->after_expression && !two_names) {
        if (checking_.strict()) checking_.diagnostics.add(never_holds, span, {unexpected_in(rest)});
        return;
    }
    checking_.diagnostics.add(
        bad_class_expression,
        span,
        {unexpected_in(rest)},
        error->after_expression ? "operators are . or & for and, | for or, ! for not" : ""
    );
}

} // namespace vow::cfengine
