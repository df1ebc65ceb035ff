#include "protocol/wire/codecs.h"
#include "protocol/wire/whole_outcome.h"

#include <array>

namespace vow::wire {
namespace {

constexpr std::array<std::string_view, 8> known_members = {
    "operation",
    "result",
    "result_classes",
    "variables",
    "changes",
    "description",
    whole_outcome_feature,
    "log",
};

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool is_json(std::string_view line) {
    return std::holds_alternative<Data>(parse_json(line));
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
    out += out.ends_with('{') ? "\"" : ",\"";
    out += name;
    out += "\":";
    append_json_string(out, text);
}

void append_value(std::string& out, const std::string& text) {
    append_json_string(out, text);
}

void append_value(std::string& out, const std::vector<std::string>& texts) {
    out += '[';
    for (const std::string& text : texts) {
        if (!out.ends_with('[')) out += ',';
        append_json_string(out, text);
    }
    out += ']';
}

void append_value(std::string& out, const Data& data) {
    append_json(out, data);
}

/// `{"repo":"...","tags":["..."]`: without the closing brace.
void append_attributes(std::string& out, const Promise& promise) {
    const std::string_view action_policy = action_policy_of(promise.terms.policy);
    out += '{';
    for (const Attribute& attribute : promise.attributes) {
        if (attribute.name == "action_policy" && !action_policy.empty()) continue;
        if (!out.ends_with('{')) out += ',';
        append_json_string(out, attribute.name);
        out += ':';
        std::visit([&](const auto& value) { append_value(out, value); }, attribute.value);
    }
    if (!action_policy.empty()) append_member(out, "action_policy", action_policy);
}

std::optional<std::string> text_member(const Data& object, std::string_view name) {
    const Data* member = object.find(name);
    if (member == nullptr || member->kind() == Data::Kind::null) return std::nullopt;
    return member->is_container() ? json_text(*member) : std::string(member->text());
}

void read_result_classes(Reply& reply, const Data* classes) {
    if (classes == nullptr || classes->kind() == Data::Kind::null) return;
    bool all_strings = classes->kind() == Data::Kind::array;
    for (const Data& item : classes->items()) {
        if (item.kind() == Data::Kind::string) {
            if (!item.text().empty()) reply.result_classes.emplace_back(item.text());
        } else {
            all_strings = false;
        }
    }
    if (!all_strings) {
        reply.remarks.emplace_back("'result_classes' is not a list of strings; other items are "
                                   "ignored");
    }
}

void read_log(Reply& reply, const Data* log) {
    if (log == nullptr || log->kind() == Data::Kind::null) return;
    bool as_expected = log->kind() == Data::Kind::array;
    for (const Data& item : log->items()) {
        const Data* level = item.find("level");
        const Data* message = item.find("message");
        if (level == nullptr || message == nullptr) {
            as_expected = false;
            continue;
        }
        reply.log.push_back(
            {.level = log_level_from(level->text()),
             .word = std::string(level->text()),
             .text = std::string(message->text())}
        );
    }
    if (!as_expected) {
        reply.remarks.emplace_back("'log' is not a list of objects with 'level' and 'message'; "
                                   "other items are ignored");
    }
}

Reply reply_of(const Data& object) {
    Reply reply{
        .operation = text_member(object, "operation"), .result = text_member(object, "result")};
    read_result_classes(reply, object.find("result_classes"));
    read_variables(reply, object.find("variables"));
    read_changes(reply, object.find("changes"));
    if (const Data* description = object.find("description")) reply.description = *description;
    read_log(reply, object.find("log"));
    return reply;
}

} // namespace

std::optional<std::string> JsonCodec::obstacle(const Promise&) const {
    return std::nullopt;
}

void JsonCodec::append_validate(std::string& out, const Promise& promise) const {
    out += '{';
    append_member(out, "operation", text_of(Operation::validate_promise));
    append_member(out, "log_level", log_level_word(promise.terms.log_level));
    append_member(out, "promise_type", promise.type->name);
    append_member(out, "promiser", promise.promiser);
    out += ",\"line_number\":";
    out += std::to_string(promise.origin.line);
    append_member(out, "filename", promise.origin.file);
    if (extensions_.outcomes == WholeOutcomes::offered) {
        out += ",\"terms\":";
        append_json(out, data_from(promise.terms));
    }
    const std::size_t before = out.size();
    out += ",\"attributes\":";
    append_attributes(out, promise);
    if (out.ends_with(":{")) {
        out.resize(before); // as the reference does when there are none
    } else {
        out += '}';
    }
    out += "}\n\n";
}

void JsonCodec::append_request(std::string& out, Operation operation, LogLevel level) const {
    out += '{';
    append_member(out, "operation", text_of(operation));
    append_member(out, "log_level", log_level_word(level));
    out += "}\n\n";
}

bool JsonCodec::is_reply(std::string_view beginning) const {
    const std::size_t first = beginning.find_first_not_of(" \t");
    return !depth_.is_closed() || (first != std::string_view::npos && beginning[first] == '{');
}

ReadResult JsonCodec::read_line(std::string_view line) {
    if (!depth_.is_closed()) return continue_object(line);
    if (line.empty()) {
        if (!reply_) return IncompleteReply{};
        Reply reply = *std::move(reply_);
        reply_.reset();
        return reply;
    }
    if (line.starts_with(byte_order_mark)) return broken("began a line with a byte order mark");
    if (is_reply(line)) {
        if (reply_) return broken("wrote a second JSON object in one reply");
        return read_object(line);
    }
    if (line.find('\0') != std::string_view::npos) return broken("wrote a zero byte");
    if (auto log = log_line_of(line)) return *std::move(log);
    if (extensions_.progress == ProgressLines::offered && line.starts_with(progress_prefix)) {
        auto progress = progress_line_of(line);
        if (auto* malformed = std::get_if<FormatError>(&progress)) return std::move(*malformed);
        return std::get<ProgressLine>(std::move(progress));
    }
    if (is_json(line)) return broken("wrote JSON that is not an object");
    return StrayLine{};
}

ReadResult JsonCodec::read_object(std::string_view text) {
    auto read = parse_json_members(text, known_members);
    if (auto* object = std::get_if<Data>(&read)) {
        reply_ = reply_of(*object);
        const Data* outcome = object->find(whole_outcome_feature);
        if (outcome != nullptr && extensions_.outcomes == WholeOutcomes::offered)
            reply_->outcome = *outcome;
        return IncompleteReply{};
    }
    const DataError& error = std::get<DataError>(read);
    if (error.offset < text.size() || !object_.empty()) {
        return broken("wrote something other than a JSON object: " + error.message);
    }
    object_ = text;
    depth_.follow(text);
    return IncompleteReply{};
}

ReadResult JsonCodec::continue_object(std::string_view line) {
    if (line.empty()) return broken("ended its reply inside a JSON object");
    object_ += '\n';
    object_ += line;
    depth_.follow(line);
    if (!depth_.is_closed()) return IncompleteReply{};
    ReadResult read = read_object(object_);
    if (reply_) {
        reply_->remarks.emplace_back("the JSON object is spread over several lines");
        object_.clear();
    }
    return read;
}

ReadResult JsonCodec::broken(std::string why) {
    object_.clear();
    depth_ = {};
    reply_.reset();
    return FormatError{std::move(why)};
}

void JsonCodec::Depth::follow(std::string_view text) {
    for (const char letter : text) {
        if (escaped_) {
            escaped_ = false;
        } else if (in_string_) {
            escaped_ = letter == '\\';
            in_string_ = letter != '"';
        } else if (letter == '"') {
            in_string_ = true;
        } else if (letter == '{' || letter == '[') {
            ++open_;
        } else if ((letter == '}' || letter == ']') && open_ > 0) {
            --open_;
        }
    }
}

} // namespace vow::wire
