#include "agent/explain/question.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

constexpr std::string_view default_name_space = "default:";
constexpr std::array<std::string_view, 6> kinds = {
    "class", "variable", "bundle", "promise", "step", "resource"};

} // namespace

Question Question::from(std::string_view text) {
    const std::size_t end = text.find(':');
    const std::string_view kind = text.substr(0, end);
    const bool is_chosen = end != text.npos && std::ranges::find(kinds, kind) != kinds.end();
    const std::string_view name = is_chosen ? text.substr(end + 1) : text;
    return {is_chosen ? kind : std::string_view(), name, PolicyPlace::from(name)};
}

std::string_view without_default(std::string_view name) {
    if (name.starts_with(default_name_space)) name.remove_prefix(default_name_space.size());
    return name;
}

std::string_view without_bundle(std::string_view variable) {
    const std::size_t dot = variable.substr(0, variable.find('[')).rfind('.');
    return dot == variable.npos ? variable : variable.substr(dot + 1);
}

bool names_variable(std::string_view recorded, std::string_view wanted) {
    recorded = without_default(recorded);
    const std::string_view unsigned_name =
        recorded.substr(std::min(recorded.find_first_not_of("$@%"), recorded.size()));
    return std::ranges::any_of(
        std::array{recorded, without_bundle(recorded), unsigned_name},
        [&](std::string_view name) {
            return name == wanted || name.substr(0, name.find('[')) == wanted;
        }
    );
}

} // namespace vow::agent
