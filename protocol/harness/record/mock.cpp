#include "protocol/description/secrets.h"
#include "protocol/harness/record/playback.h"
#include "protocol/wire/header.h"

#include <algorithm>
#include <array>
#include <istream>
#include <map>
#include <ostream>

namespace vow::harness {
namespace {

/// The parts of a request that identify it in the record.
std::string identity_of(const Data& request) {
    std::string text;
    for (const std::string_view name : {"operation", "promise_type", "promiser"}) {
        const Data* field = request.find(name);
        text += (field == nullptr ? "" : std::string(field->text())) + "\n";
    }
    const Data* attributes = request.find("attributes");
    std::map<std::string, std::string> sorted;
    if (attributes != nullptr) {
        for (const auto& [name, value] : attributes->members())
            sorted[name] = json_text(value);
    }
    for (const auto& [name, value] : sorted)
        text += name + "=" + value + "\n";
    return text;
}

/// True if a recorded text, in which masks replace secrets, matches this one.
bool may_be(std::string_view recorded, std::string_view text) {
    std::size_t mask = recorded.find(Secrets::mask);
    if (mask == std::string_view::npos) return recorded == text;
    if (!text.starts_with(recorded.substr(0, mask))) return false;
    text.remove_prefix(mask);
    for (;;) {
        recorded.remove_prefix(mask + Secrets::mask.size());
        mask = recorded.find(Secrets::mask);
        if (mask == std::string_view::npos) return text.ends_with(recorded);
        const std::string_view between = recorded.substr(0, mask);
        const std::size_t place = text.find(between);
        if (place == std::string_view::npos) return false;
        text.remove_prefix(place + between.size());
    }
}

/// The same for data: a mask alone matches anything.
bool may_be(const Data& recorded, const Data& requested) {
    if (recorded.kind() == Data::Kind::string) {
        return recorded.text() == Secrets::mask || (requested.kind() == Data::Kind::string &&
                                                    may_be(recorded.text(), requested.text()));
    }
    if (recorded.kind() != requested.kind() || recorded.size() != requested.size()) return false;
    if (!recorded.is_container()) return recorded == requested;
    for (std::size_t index = 0; index < recorded.items().size(); ++index) {
        if (!may_be(recorded.items()[index], requested.items()[index])) return false;
    }
    return std::ranges::all_of(recorded.members(), [&](const Data::Member& member) {
        const Data* other = requested.find(member.first);
        return other != nullptr && may_be(member.second, *other);
    });
}

/// The same for the identifying parts of a request.
bool may_be_request(const Data& recorded, const Data& requested) {
    constexpr std::array<std::string_view, 4> identifying = {
        "operation", "promise_type", "promiser", "attributes"};
    return std::ranges::all_of(identifying, [&](std::string_view name) {
        const Data* one = recorded.find(name);
        const Data* other = requested.find(name);
        return one == nullptr || other == nullptr ? one == other : may_be(*one, *other);
    });
}

class Mock {
public:
    Mock(const Transcript& transcript, std::istream& requests, std::ostream& replies)
        : requests_(requests),
          replies_(replies),
          header_(transcript.module_header) {
        for (const RecordedExchange& exchange : transcript.exchanges) {
            Answers& answers = answers_[identity_of(exchange.request)];
            answers.request = exchange.request;
            answers.lines.push_back(exchange.reply_lines);
        }
        const auto read = wire::parse_header(header_.front());
        const auto* header = std::get_if<wire::Header>(&read);
        forget_unrecorded_features();
        is_json_ = header != nullptr && header->variant == wire::Variant::json_based;
    }

    void run() {
        if (next_message().empty()) return;
        write_lines(header_);
        for (auto lines = next_message(); !lines.empty(); lines = next_message()) {
            const Data request = request_fields(lines);
            answer(request);
            const Data* operation = request.find("operation");
            if (operation != nullptr && operation->text() == "terminate") return;
        }
    }

private:
    struct Answers {
        Data request = {};
        std::vector<std::vector<std::string>> lines = {}; ///< one reply for each occurrence
        std::size_t used = 0;
    };

    /// Removes features whose requests were not recorded, as they cannot be answered.
    void forget_unrecorded_features() {
        constexpr std::string_view feature = " describe";
        const bool was_recorded =
            answers_.count(identity_of(request_fields({"operation=describe"}))) > 0;
        const std::size_t at = header_.front().find(feature);
        if (at != std::string::npos && !was_recorded) header_.front().erase(at, feature.size());
    }

    std::vector<std::string> next_message() {
        std::vector<std::string> lines;
        for (std::string line; std::getline(requests_, line);) {
            if (line.empty() && !lines.empty()) break;
            if (!line.empty()) lines.push_back(line);
        }
        return lines;
    }

    void write_lines(const std::vector<std::string>& lines) {
        for (const std::string& line : lines)
            replies_ << line << '\n';
        replies_ << '\n' << std::flush;
    }

    void answer(const Data& request) {
        const auto found = recorded(request);
        if (found != answers_.end()) {
            Answers& answers = found->second;
            write_lines(answers.lines[std::min(answers.used++, answers.lines.size() - 1)]);
            return;
        }
        const Data* operation = request.find("operation");
        const std::string name(operation == nullptr ? "" : operation->text());
        if (name == "terminate") return write_lines(reply(name, "success"));
        replies_ << "log_critical=This request was not recorded\n";
        write_lines(reply(name, "error"));
    }

    /// The recorded exchange with that request, or with one whose masks match it.
    std::map<std::string, Answers>::iterator recorded(const Data& request) {
        const auto same = answers_.find(identity_of(request));
        if (same != answers_.end()) return same;
        return std::ranges::find_if(answers_, [&](const auto& each) {
            return may_be_request(each.second.request, request);
        });
    }

    std::vector<std::string> reply(const std::string& operation, const std::string& result) const {
        if (!is_json_) return {"operation=" + operation, "result=" + result};
        return {json_text(
            Data::object({{"operation", Data::string(operation)}, {"result", Data::string(result)}})
        )};
    }

    std::istream& requests_;
    std::ostream& replies_;
    std::vector<std::string> header_;
    bool is_json_ = false;
    std::map<std::string, Answers> answers_; ///< by identity of the request
};

} // namespace

void play(const Transcript& transcript, std::istream& requests, std::ostream& replies) {
    Mock(transcript, requests, replies).run();
}

} // namespace vow::harness
