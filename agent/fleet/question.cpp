#include "agent/fleet/question.h"

#include "protocol/text/named_value.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t output_size = 512UL * 1024;

constexpr std::array<NamedValue<Ask::Verb>, 6> verbs{
    {{"status", Ask::Verb::status},
     {"facts", Ask::Verb::facts},
     {"plan", Ask::Verb::plan},
     {"run", Ask::Verb::run},
     {"pull", Ask::Verb::pull},
     {"explain", Ask::Verb::explain}}};

} // namespace

std::optional<Ask::Verb> verb_from(std::string_view name) {
    return find_value<Ask::Verb>(verbs, name);
}

std::string_view name_of(Ask::Verb verb) {
    return find_name(verbs, verb);
}

std::string text_of(const Ask& ask) {
    std::vector<Data::Member> members{
        {"id", Data::string(ask.id)}, {"verb", Data::string(name_of(ask.verb))}};
    if (!ask.what.empty()) members.emplace_back("what", Data::string(ask.what));
    return message_text(std::move(members));
}

Ask ask_from(std::string_view text) {
    return read_message(text, "a question", [](const MetadataMembers& members) {
        Ask ask{
            .id = fleet_name(members, "id"),
            .verb = named_member(members, "verb", verbs),
            .what = optional_text(members, "what", name_size)};
        const bool is_explain = ask.verb == Ask::Verb::explain;
        if (is_explain == ask.what.empty()) members.fail("has a 'what' that does not fit its verb");
        // It becomes a word of a command line, where it must not be an option.
        const auto is_control = [](unsigned char letter) { return letter < ' ' || letter == 127; };
        if (ask.what.starts_with('-') || std::ranges::any_of(ask.what, is_control))
            members.fail("has a 'what' that is not a name");
        return ask;
    });
}

std::string text_of(const AskAnswer& answer) {
    return message_text(
        {{"id", Data::string(answer.id)},
         {"host", Data::string(answer.host)},
         {"exit_status", Data::integer(answer.exit_status)},
         {"output", Data::string(answer.output)},
         {"cut", Data::boolean(answer.is_cut)},
         {"error", Data::string(answer.error)}}
    );
}

AskAnswer ask_answer_from(std::string_view text) {
    return read_message(text, "an answer", [](const MetadataMembers& members) {
        return AskAnswer{
            .id = fleet_name(members, "id"),
            .host = host_member(members),
            .exit_status = static_cast<int>(members.number("exit_status", 0)),
            .output = optional_text(members, "output", output_size),
            .is_cut = members.truth("cut"),
            .error = optional_text(members, "error", reason_size)};
    });
}

} // namespace vow::agent
