#include "agent/explain/explanation.h"

#include "agent/report/reason.h"
#include "policy/source/diagnostic.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace vow::agent {

std::vector<Explanation> explain(std::string_view what, const Clues& clues) {
    const Question question = Question::from(what);
    std::vector<Explanation> all;
    const auto add = [&](std::vector<Explanation> found) {
        std::ranges::move(found, std::back_inserter(all));
    };
    if (question.is_about("class")) add(explain_class(question.name, clues));
    if (question.is_about("variable")) add(explain_variables(question.name, clues));
    add(explain_scopes(question, clues));
    if (question.is_about("promise")) add(explain_promises(question, clues, all));
    return all;
}

std::string suggestion_among(std::string_view what, const Clues& clues) {
    return did_you_mean(Question::from(what).name, clues.names());
}

namespace {

/// A reason as a sentence; {} are the members that follow, in order.
struct Sentence {
    std::string_view kind;
    std::string_view text;
    std::array<const char*, 3> members = {};
};

constexpr std::array sentences = {
    Sentence{"guard", "guard '{}' is {}, and must be {}", {"name", "now", "needed"}},
    Sentence{"if", "if {} is {}, and must be {}", {"name", "now", "needed"}},
    Sentence{"unless", "unless {} is {}, and must be {}", {"name", "now", "needed"}},
    Sentence{"depends_on", "depends_on '{}' is {}, and must be {}", {"name", "now", "needed"}},
    Sentence{"lock", "its lock is {}, and must be {}: -K takes no locks", {"now", "needed"}},
    Sentence{"unresolved", "'{}' has {}", {"name", "now"}},
    Sentence{"repeated", "an equal promise came before it in this run"},
    Sentence{"not_called", "'{}' was not reached", {"name"}},
    Sentence{"aborted", "the policy ended before: {}", {"name"}},
    Sentence{"failed", "failed: {}", {"name"}},
    Sentence{"overridden", "before, it was '{}'", {"name"}},
};

std::string member(const Data& reason, const char* name) {
    const Data* found = reason.find(name);
    return found == nullptr ? std::string() : std::string(found->text());
}

/// The words of a state are joined by underscores for programs.
std::string words_of_state(std::string state) {
    if (state == "would_repair") return "would be repaired";
    std::ranges::replace(state, '_', ' ');
    return state;
}

/// A reason of a class or variable is about its definition, unless it has a state of now: then it
/// is about a class that another thing needs.
std::string definition_text(const Data& reason) {
    const std::string name = member(reason, "name");
    const std::string now = member(reason, "now");
    const bool is_cancelled = member(reason, "kind") == "cancelled_by";
    const bool is_defined = member(reason, "kind") == "defined_by";
    if (now == "defined" || now == "not defined") return name + " is " + now;
    if (now == "not repaired") return name + " would define it, once it is repaired";
    if (!now.empty())
        return name + " is " + words_of_state(now) + ", and defines it when " +
               words_of_state(member(reason, "needed"));
    if (is_cancelled) return "cancelled by " + name;
    if (is_defined && !name.empty()) return "defined by " + name;
    if (is_defined) return reason.find("place") ? "defined" : "defined before the run";
    return name.empty() ? "nothing defines it" : name + " did not define it";
}

std::string sentence_of(const Data& reason) {
    std::string kind = member(reason, "kind");
    if (kind == "defined_by" || kind == "cancelled_by" || kind == "never_defined")
        return definition_text(reason);
    if (kind == "not_called" && member(reason, "name").empty())
        return "it was not reached, or keeps no promise";
    if (const auto untold = untold_from(kind))
        return "cannot be told: " + std::string(untold_text(*untold));
    const auto known = std::ranges::find(sentences, kind, &Sentence::kind);
    if (known == sentences.end()) return kind;
    std::string text;
    std::size_t next = 0;
    for (std::size_t at = 0; at < known->text.size(); ++at) {
        if (known->text.substr(at, 2) != "{}") {
            text += known->text[at];
            continue;
        }
        text += member(reason, known->members[next++]);
        ++at;
    }
    return text;
}

std::string line_of(const Data& reason, const std::string& own_place) {
    std::string line = "  " + sentence_of(reason);
    const std::string place = member(reason, "place");
    if (!place.empty() && place != own_place) line += " (" + place + ")";
    return line;
}

std::string headline(const Explanation& one) {
    std::string line = one.kind + " " + one.name;
    if (!one.place.empty()) line += " (" + one.place + ")";
    line += ": " + words_of_state(one.state);
    if (one.value) line += " as '" + *one.value + "'";
    if (one.pass > 0) line += ", pass " + std::to_string(one.pass);
    return line;
}

} // namespace

std::string text_of(const std::vector<Explanation>& explanations) {
    std::string text;
    for (const Explanation& one : explanations) {
        text += shown(headline(one)) + "\n";
        for (const Data& reason : one.reasons)
            text += shown(line_of(reason, one.place)) + "\n";
    }
    return text;
}

Data data_of(const std::vector<Explanation>& explanations) {
    Data::Array all;
    for (const Explanation& one : explanations) {
        std::vector<Data::Member> members = {
            {"what", Data::string(one.name)},
            {"kind", Data::string(one.kind)},
            {"state", Data::string(one.state)}};
        if (one.value) members.emplace_back("value", Data::string(*one.value));
        if (!one.place.empty()) members.emplace_back("place", Data::string(one.place));
        if (one.pass > 0) members.emplace_back("pass", Data::integer(one.pass));
        members.emplace_back("reasons", Data::array(Data::Array(one.reasons)));
        all.push_back(Data::object(std::move(members)));
    }
    return Data::array(std::move(all));
}

} // namespace vow::agent
