#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/text/regex.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The text of a quoted string, a bare word or a reference; nullopt for lists and calls.
std::optional<std::string_view> literal_text(const ast::Expression& value);

/// True if a value is the name of a list, @(name) or @{name}, with or without quotes.
bool names_list(const ast::Expression& value);

/// The body or bundle that a value names, with or without arguments; nullopt for lists.
std::optional<std::string_view> name_used(const ast::Expression& value);

/// True if the text holds $(...), ${...}, @(...) or @{...}, so that its value is known only when
/// the policy runs.
bool has_reference(std::string_view text);

/// True if an attribute of a body or promise type accepts the word. False only for attributes that
/// the language restricts to a few words.
bool is_valid_choice(std::string_view type, std::string_view attribute, std::string_view word);

/// Why the text is not a value of that kind and range; empty if it is one or holds references.
/// For a list kind, checks an element.
std::string
type_error(std::string_view text, ValueKind kind, std::string_view range, RegexCache& regexes);

/// Why the attribute does not take a text with references: words and modes are not put together
/// from parts, which could not be checked. Empty if it does.
std::string parts_error(std::string_view text, const AttributeSyntax& attribute);

} // namespace vow::cfengine
