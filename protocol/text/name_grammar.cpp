#include "protocol/text/name_grammar.h"

#include "protocol/text/regex.h"

#include <algorithm>
#include <array>

namespace vow {
namespace {

constexpr std::array grammars = {
    &names::package,
    &names::package_or_file,
    &names::version,
    &names::version_or_any,
    &names::architecture,
    &names::architecture_or_any,
    &names::user,
    &names::login,
    &names::port,
    &names::group,
    &names::group_or_number,
    &names::unit,
    &names::unit_or_label,
    &names::host,
    &names::address,
    &names::revision,
    &names::remote,
    &names::mount_source,
    &names::mount_option,
    &names::line,
    &names::filled_line,
    &names::word,
    &names::path,
    &names::file_mode,
    &names::creation_mask,
};

} // namespace

const NameGrammar* find_grammar(std::string_view pattern) {
    const auto found = std::ranges::find(grammars, pattern, &NameGrammar::pattern);
    return found == grammars.end() ? nullptr : *found;
}

std::string wanted_form(std::string_view pattern) {
    const NameGrammar* grammar = find_grammar(pattern);
    if (grammar == nullptr) return "must match '" + std::string(pattern) + "'";
    return std::string("must be ").append(grammar->kind).append(" (").append(grammar->rule) + ")";
}

std::optional<std::string> fault_of_name(const NameGrammar& grammar, std::string_view name) {
    if (CompiledPatterns().matches(name, grammar.pattern)) return std::nullopt;
    return wanted_form(grammar.pattern).append(", not '").append(name) + "'";
}

} // namespace vow
