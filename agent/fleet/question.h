#pragma once

#include "agent/fleet/message_reader.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

// The messages of a question to a host, which its resident agent answers with the output of a
// command. docs/fleet-protocol.md has their forms. All *_from functions throw BadMessage.

/// A question to a host; `vow.host.HOST.ask`.
struct Ask {
    enum class Verb { status, facts, plan, run, pull, explain };
    std::string id;
    Verb verb = Verb::status;
    std::string what = {}; ///< of explain
};
std::optional<Ask::Verb> verb_from(std::string_view name);
std::string_view name_of(Ask::Verb verb);
std::string text_of(const Ask& ask);
Ask ask_from(std::string_view text);

/// The answer to it.
struct AskAnswer {
    std::string id = {};
    std::string host = {};
    int exit_status = 0;
    std::string output = {};
    bool is_cut = false;    ///< the output was longer
    std::string error = {}; ///< why the question was not answered
};
std::string text_of(const AskAnswer& answer);
AskAnswer ask_answer_from(std::string_view text);

} // namespace vow::agent
