#include "protocol/text/text.h"
#include "protocol/wire/codecs.h"
#include "protocol/wire/whole_outcome.h"

#include <algorithm>
#include <array>

namespace vow::wire {
namespace {

constexpr std::string_view attribute_prefix = "attribute_";

void append_field(std::string& out, std::string_view name, std::string_view text) {
    out += name;
    out += '=';
    out += text;
    out += '\n';
}

/// A value as a text of this variant; nullopt if it has several lines, or is not a text.
std::optional<std::string_view> text_of_value(const AttributeValue& value) {
    std::string_view text;
    if (const auto* string = std::get_if<std::string>(&value)) {
        text = *string;
    } else if (const auto* data = std::get_if<Data>(&value); data && !data->is_container()) {
        text = data->text();
    } else {
        return std::nullopt;
    }
    constexpr std::string_view forbidden("\n\0", 2);
    if (text.find_first_of(forbidden) != std::string_view::npos) return std::nullopt;
    return text;
}

std::string_view what_is(const AttributeValue& value) {
    if (std::holds_alternative<std::vector<std::string>>(value)) return "a list";
    if (const auto* data = std::get_if<Data>(&value); data && data->is_container()) {
        return data->kind() == Data::Kind::array ? "a data array" : "a body or data object";
    }
    return "a text with a line end";
}

/// True for `[a-z_]+` and for the name of an attribute.
bool is_key(std::string_view key) {
    if (key.starts_with(attribute_prefix)) return key.size() > attribute_prefix.size();
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || letter == '_';
    });
}

/// A field whose value is JSON.
void read_extra(Reply& reply, std::string_view key, std::string_view json) {
    const auto read = parse_json(json);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) {
        reply.remarks.push_back("'" + std::string(key) + "' is not JSON");
    } else if (key == "variables") {
        read_variables(reply, data);
    } else if (key == "changes") {
        read_changes(reply, data);
    } else {
        reply.description = *data;
    }
}

constexpr std::array<std::string_view, 6> fields = {
    "operation", "result", "result_classes", "variables", "changes", "description"};

/// Whether the line would be a field of a reply without the blanks before its `=`.
bool has_spaced_field(std::string_view line) {
    const std::string_view key = trimmed(line.substr(0, line.find('=')));
    return line.find('=') != std::string_view::npos &&
           std::ranges::find(fields, key) != fields.end();
}

void append_classes(std::vector<std::string>& classes, std::string_view list) {
    for (const std::string_view name : split_at(list, ',')) {
        if (!name.empty()) classes.emplace_back(name);
    }
}

} // namespace

std::optional<std::string> LineCodec::obstacle(const Promise& promise) const {
    const std::string_view why = "speaks the line based protocol, which carries strings only";
    if (promise.promiser.find('\n') != std::string::npos) {
        return std::string(why) + "; the promiser has a line end";
    }
    for (const Attribute& attribute : promise.attributes) {
        if (text_of_value(attribute.value)) continue;
        return std::string(why) + "; attribute '" + attribute.name + "' is " +
               std::string(what_is(attribute.value));
    }
    return std::nullopt;
}

void LineCodec::append_validate(std::string& out, const Promise& promise) const {
    append_field(out, "operation", text_of(Operation::validate_promise));
    append_field(out, "log_level", log_level_word(promise.terms.log_level));
    append_field(out, "promise_type", promise.type->name);
    append_field(out, "promiser", promise.promiser);
    append_field(out, "line_number", std::to_string(promise.origin.line));
    append_field(out, "filename", promise.origin.file);
    const std::string_view action_policy = action_policy_of(promise.terms.policy);
    for (const Attribute& attribute : promise.attributes) {
        if (attribute.name == "action_policy" && !action_policy.empty()) continue;
        out += attribute_prefix;
        append_field(out, attribute.name, text_of_value(attribute.value).value_or(""));
    }
    if (!action_policy.empty()) append_field(out, "attribute_action_policy", action_policy);
    out += '\n';
}

void LineCodec::append_request(std::string& out, Operation operation, LogLevel level) const {
    append_field(out, "operation", text_of(operation));
    append_field(out, "log_level", log_level_word(level));
    out += '\n';
}

bool LineCodec::is_reply(std::string_view beginning) const {
    const std::size_t equals = beginning.find('=');
    return equals != std::string_view::npos && is_key(beginning.substr(0, equals)) &&
           !beginning.starts_with("log_") && !is_progress(beginning);
}

bool LineCodec::is_progress(std::string_view beginning) const {
    return progress_ == ProgressLines::offered && beginning.starts_with(progress_prefix);
}

ReadResult LineCodec::read_line(std::string_view line) {
    if (line.empty()) {
        if (!reply_) return IncompleteReply{};
        Reply reply = *std::move(reply_);
        reply_.reset();
        return reply;
    }
    if (line.find('\0') != std::string_view::npos) {
        return broken("wrote a zero byte");
    }
    if (is_progress(line)) {
        auto progress = progress_line_of(line);
        if (auto* progress_text = std::get_if<ProgressLine>(&progress))
            return std::move(*progress_text);
        return std::get<FormatError>(std::move(progress));
    }
    auto log = log_line_of(line);
    if (!log && !is_reply(line)) {
        if (has_spaced_field(line)) return broken("wrote blanks around the '=' of a field");
        return StrayLine{};
    }
    if (!reply_) reply_.emplace();
    if (log) return *std::move(log);

    const std::size_t equals = line.find('=');
    const std::string_view key = line.substr(0, equals);
    const std::string_view value = line.substr(equals + 1);
    if (key == "operation") {
        if (reply_->operation) return broken("wrote 'operation' twice in one reply");
        reply_->operation = value;
    } else if (key == "result") {
        if (reply_->result) return broken("wrote 'result' twice in one reply");
        reply_->result = value;
    } else if (key == "result_classes") {
        append_classes(reply_->result_classes, value);
    } else if (key == "variables" || key == "changes" || key == "description") {
        read_extra(*reply_, key, value);
    }
    return IncompleteReply{};
}

FormatError LineCodec::broken(std::string why) {
    reply_.reset();
    return {std::move(why)};
}

} // namespace vow::wire
