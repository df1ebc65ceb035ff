#include "protocol/harness/silence.h"

#include "protocol/description/secrets.h"
#include "protocol/harness/escapes.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::harness {
namespace {

constexpr std::size_t max_error_lines = 5;

} // namespace

std::vector<std::string> cause_of_silence(Conversation& conversation, const Secrets* secrets) {
    std::vector<std::string> lines;
    if (conversation.has_ended())
        lines.push_back("the module " + client::text_of(conversation.status()));
    else if (conversation.silence() == Conversation::Silence::output_ended)
        lines.emplace_back("the module closed its standard output and did not exit");
    else
        lines.push_back("the module did not answer " + conversation.late_text());
    const std::string errors =
        secrets == nullptr ? conversation.errors() : secrets->masked(conversation.errors());
    const auto printed = filled_lines_of(errors);
    const std::size_t first = printed.size() - std::min(printed.size(), max_error_lines);
    for (std::size_t index = first; index < printed.size(); ++index)
        lines.push_back("stderr: " + with_escapes(printed[index]));
    return lines;
}

} // namespace vow::harness
