#include "protocol/client/quotation.h"
#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"
#include "protocol/text/characters.h"

#include <algorithm>

namespace vow::harness {
namespace {

using client::quoted_excerpt;
using wire::Operation;

/// The first answer that the predicate holds for, or null.
template <class Predicate>
const Answer* find_answer(const Examination& examination, Predicate predicate) {
    const auto& traffic = examination.traffic();
    const auto found = std::find_if(traffic.begin(), traffic.end(), predicate);
    return found == traffic.end() ? nullptr : &*found;
}

bool has_remark(const Answer& answer, std::string_view part) {
    if (!answer.reply) return false;
    const auto& remarks = answer.reply->remarks;
    return std::any_of(remarks.begin(), remarks.end(), [&](const std::string& remark) {
        return remark.find(part) != std::string::npos;
    });
}

/// True if all bytes form valid UTF-8 characters, none of them zero.
bool is_utf8(std::string_view text) {
    auto character = leading_character(text);
    while (character && character->code != 0) {
        text.remove_prefix(character->length);
        character = leading_character(text);
    }
    return text.empty();
}

/// Compares numbers by value, not by digits.
bool is_same(const Data& left, const Data& right) {
    const auto is_number = [](const Data& data) {
        return data.kind() == Data::Kind::integer || data.kind() == Data::Kind::real;
    };
    if (is_number(left) && is_number(right)) return left.as_real() == right.as_real();
    if (!left.is_container() || left.kind() != right.kind() || left.size() != right.size()) {
        return left == right;
    }
    for (std::size_t i = 0; i < left.items().size(); ++i) {
        if (!is_same(left.items()[i], right.items()[i])) return false;
    }
    for (const auto& [name, value] : left.members()) {
        const Data* other = right.find(name);
        if (other == nullptr || !is_same(value, *other)) return false;
    }
    return true;
}

/// The first field that the reply repeats from the request incorrectly, or null.
std::string shown(const Data& value) {
    return value.is_container() ? json_text(value) : std::string(value.text());
}

/// A field that was repeated with another value.
struct Unfaithful {
    std::string name;
    const Data* sent;
    const Data* echoed;
};

std::optional<Unfaithful> unfaithful_field(const Answer& answer, const Data& echoed) {
    for (const auto& [name, value] : echoed.members()) {
        if (name == "operation") continue;
        if (name == "attributes") {
            const Data* sent = answer.request.find(name);
            for (const auto& [attribute, content] : value.members()) {
                const Data* original = sent == nullptr ? nullptr : sent->find(attribute);
                if (original != nullptr && !is_same(*original, content))
                    return Unfaithful{attribute, original, &content};
            }
            continue;
        }
        const Data* sent = answer.request.find(name);
        const Data* attributes = answer.request.find("attributes");
        if (sent == nullptr && attributes != nullptr && name.starts_with("attribute_")) {
            sent = attributes->find(name.substr(std::string_view("attribute_").size()));
        }
        if (sent == nullptr || sent->is_container()) continue;
        if (sent->text() != value.text()) return Unfaithful{name, sent, &value};
    }
    return std::nullopt;
}

} // namespace

Finding requests_are_answered(Examination& examination) {
    for (const Answer& answer : examination.contact().answers) {
        Finding finding = answered(answer, answer.operation);
        if (finding.judgement != Judgement::pass) return finding;
    }
    return Finding::pass();
}

Finding replies_are_well_formed(Examination& examination) {
    const Answer* answer =
        find_answer(examination, [](const Answer& each) { return !each.malformed.empty(); });
    if (answer == nullptr) return Finding::pass();
    return Finding::violation("it " + answer->malformed, excerpt(*answer));
}

Finding objects_are_on_one_line(Examination& examination) {
    const Answer* answer = find_answer(examination, [](const Answer& each) {
        return has_remark(each, "over several lines");
    });
    if (answer == nullptr) return Finding::pass();
    return Finding::warning("a JSON object is spread over several lines", excerpt(*answer));
}

Finding one_reply_each(Examination& examination) {
    const Answer* answer =
        find_answer(examination, [](const Answer& each) { return !each.surplus.empty(); });
    if (answer == nullptr) return Finding::pass();
    return Finding::violation("it answered the same request again", excerpt(*answer));
}

Finding operation_is_repeated(Examination& examination) {
    const Answer* other = find_answer(examination, [](const Answer& each) {
        return each.reply && each.reply->operation && *each.reply->operation != each.operation;
    });
    if (other != nullptr) {
        return Finding::violation(
            "on " + other->operation + ", it answered " + quoted_excerpt(*other->reply->operation),
            excerpt(*other)
        );
    }
    const Answer* none = find_answer(examination, [](const Answer& each) {
        return each.reply && !each.reply->operation;
    });
    if (none == nullptr) return Finding::pass();
    return Finding::warning("an answer does not name its operation", excerpt(*none));
}

Finding result_answers_operation(Examination& examination) {
    const Answer* answer = find_answer(examination, [](const Answer& each) {
        return each.reply && wire::operation_from(each.operation) && !each.result();
    });
    if (answer == nullptr) return Finding::pass();
    const auto& result = answer->reply->result;
    const auto operation = wire::operation_from(answer->operation);
    return Finding::violation(
        (result ? quoted_excerpt(*result) + " is not a result" : "there is no result") + " of " +
            answer->operation + (operation ? ", which may be " + wire::results_of(*operation) : ""),
        excerpt(*answer)
    );
}

Finding classes_are_strings(Examination& examination) {
    const Answer* answer = find_answer(examination, [](const Answer& each) {
        return has_remark(each, "'result_classes'");
    });
    if (answer == nullptr) return Finding::pass();
    return Finding::violation(answer->reply->remarks.front(), excerpt(*answer));
}

Finding classes_come_from_evaluating(Examination& examination) {
    const Answer* answer = find_answer(examination, [](const Answer& each) {
        return each.reply && !each.reply->result_classes.empty() &&
               each.operation != text_of(Operation::evaluate_promise);
    });
    if (answer == nullptr) return Finding::pass();
    return Finding::violation(
        "there are result classes in an answer to " + answer->operation, excerpt(*answer)
    );
}

Finding echo_is_faithful(Examination& examination) {
    if (examination.is_out_of_step())
        return Finding::not_offered("it sends more answers than it gets requests");
    for (const Answer& answer : examination.traffic()) {
        const auto wrong = unfaithful_field(answer, answer.fields);
        if (!wrong) continue;
        return Finding::warning(
            "it repeats '" + wrong->name + "' as " +
                quoted_excerpt(answer.masked(shown(*wrong->echoed))) + ", but was sent " +
                quoted_excerpt(answer.masked(shown(*wrong->sent))),
            excerpt(answer)
        );
    }
    return Finding::pass();
}

Finding bytes_are_utf8(Examination& examination) {
    for (const Answer& answer : examination.traffic()) {
        for (const std::string& line : answer.lines) {
            if (!is_utf8(line))
                return Finding::violation(
                    "it wrote invalid UTF-8", {quoted_excerpt(answer.masked(line))}
                );
        }
    }
    return Finding::pass();
}

Finding line_ends_are_plain(Examination& examination) {
    // A log line may end in "\r" if the policy's text does.
    const auto is_odd = [](const std::string& line) {
        return line.ends_with('\r') && !line.starts_with("log_");
    };
    const bool found = examination.contact().greeting.line.ends_with('\r') ||
                       find_answer(examination, [&](const Answer& each) {
                           return std::any_of(each.lines.begin(), each.lines.end(), is_odd);
                       }) != nullptr;
    return found ? Finding::warning(R"(its lines end in "\r\n")") : Finding::pass();
}

Finding description_can_be_read(Examination& examination) {
    const auto& description = examination.contact().description;
    if (const auto* why = std::get_if<std::string>(&description)) {
        return Finding::violation("its description " + *why);
    }
    const std::vector<std::string>& mistakes = std::get<Description>(description).mistakes;
    if (!mistakes.empty())
        return Finding::violation("in its description, " + mistakes.front(), mistakes);
    return Finding::pass();
}

} // namespace vow::harness
