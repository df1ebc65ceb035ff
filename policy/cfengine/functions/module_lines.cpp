#include "policy/cfengine/functions/module_lines.h"

#include "policy/cfengine/functions/data_file.h"
#include "policy/cfengine/values/persistent_classes.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>
#include <charconv>

namespace vow::cfengine {

namespace {

constexpr std::string_view blanks = " \t\r";

/// The base name of the program or file at the start of a command line, as a bundle's name.
std::string context_from(std::string_view source) {
    const bool quoted = source.starts_with('"');
    if (quoted) source.remove_prefix(1);
    source = source.substr(0, source.find(quoted ? '"' : ' '));
    return canonified(std::string(source.substr(source.rfind('/') + 1)));
}

/// The pieces between commas; empty ones count.
std::vector<std::string> pieces(std::string_view text) {
    std::vector<std::string> all;
    for (auto comma = text.find(','); comma != text.npos; comma = text.find(',')) {
        all.emplace_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    all.emplace_back(text);
    return all;
}

/// The quoted item at the start of `rest`, which is advanced past it.
std::optional<std::string> quoted_item(std::string_view& rest) {
    const char quote = rest.front();
    std::string item;
    for (std::size_t at = 1; at < rest.size(); ++at) {
        if (rest[at] == quote) {
            rest.remove_prefix(at + 1);
            return item;
        }
        const bool escaped = rest[at] == '\\' && at + 1 < rest.size() &&
                             (rest[at + 1] == quote || rest[at + 1] == '\\');
        item += rest[escaped ? ++at : at];
    }
    return std::nullopt;
}

void skip_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

/// { "a", 'b' } as a list; nullopt if it is not one.
std::optional<std::vector<std::string>> list_from(std::string_view text) {
    skip_blanks(text);
    if (!text.starts_with('{')) return std::nullopt;
    text.remove_prefix(1);
    std::vector<std::string> items;
    for (;;) {
        skip_blanks(text);
        if (text.starts_with('}')) return items;
        if (!text.starts_with('"') && !text.starts_with('\'')) return std::nullopt;
        auto item = quoted_item(text);
        if (!item) return std::nullopt;
        items.push_back(std::move(*item));
        skip_blanks(text);
        if (text.starts_with(','))
            text.remove_prefix(1);
        else if (!text.starts_with('}'))
            return std::nullopt;
    }
}

bool is_bundle_name(std::string_view name) {
    return !name.empty() && canonified(std::string(name)) == name;
}

} // namespace

ModuleLines::ModuleLines(Surroundings& around, std::string_view source)
    : around_(around),
      source_(source),
      context_(context_from(source)) {}

void ModuleLines::log(LogLevel level, std::string_view message) {
    around_.log(level, message);
}

void ModuleLines::set_tags(std::string_view own) {
    tags_ = pieces(own);
    tags_.emplace_back("source=module");
    tags_.push_back("derived_from=" + source_);
}

void ModuleLines::read(std::string_view line) {
    if (line.find_first_not_of(blanks) == line.npos) return;
    switch (line.front()) {
    case '^': return read_setting(line.substr(1));
    case '+': return define_class(line.substr(1));
    case '-': return remove_classes(line.substr(1));
    case '=':
    case '@':
    case '%':
    case '&': return define(line.front(), line.substr(1));
    default: log(LogLevel::verbose, "M '" + source_ + "': " + std::string(line));
    }
}

void ModuleLines::read_setting(std::string_view setting) {
    const auto equals = setting.find('=');
    const auto name = setting.substr(0, equals);
    const auto value = equals == setting.npos ? std::string_view() : setting.substr(equals + 1);
    int minutes = 0;
    if (name == "context") {
        if (is_bundle_name(value))
            context_ = value;
        else
            log(LogLevel::error,
                "Module protocol was given an unacceptable ^context directive '" +
                    std::string(value) + "', skipping");
    } else if (name == "meta" && !value.empty()) {
        set_tags(value);
    } else if (name == "persistence" &&
               std::from_chars(value.data(), value.data() + value.size(), minutes).ec == std::errc{}) {
        persistence_ = std::chrono::minutes(minutes);
    } else {
        log(LogLevel::info, "Unknown extended module command '^" + std::string(setting) + "'");
    }
}

void ModuleLines::define_class(std::string_view name) {
    const std::string canonical = canonified(std::string(name));
    around_.define_class(canonical, tags_);
    if (persistence_.count() <= 0) return;
    World& world = around_.settled_world();
    Tags tags = tags_;
    tags.emplace_back("source=persistent");
    persist(
        world,
        {.name = canonical, .expires = world.host.now() + persistence_, .tags = std::move(tags)},
        TimerPolicy::absolute
    );
    log(LogLevel::verbose,
        "Module set persistent class '" + canonical + "' for " +
            std::to_string(persistence_.count()) + " minutes");
}

void ModuleLines::remove_classes(std::string_view names) {
    for (const std::string& name : pieces(names)) {
        if (!name.empty() && !around_.remove_class(name))
            log(LogLevel::error, "Cannot negate the reserved class '" + name + "'");
    }
}

void ModuleLines::define(char kind, std::string_view definition) {
    const auto equals = definition.find('=');
    if (equals == definition.npos || equals == 0) return;
    const std::string own_name(definition.substr(0, equals));
    const std::string name = context_ + "." + own_name;
    const std::string value(definition.substr(equals + 1));
    if (kind == '=') return around_.define(name, Value::string(value), tags_);
    if (kind == '@') {
        auto list = list_from(value);
        if (list) return around_.define(name, Value::list(std::move(*list)), tags_);
        return log(
            LogLevel::error,
            "Module protocol could not parse variable " + own_name + "'s data content " + value
        );
    }
    Answer<Data> data =
        kind == '%' ? parse_data_file(std::string_view(value), DataFileType::json)
                    : parse_data_file(
                          within(max_answer_bytes, read_file(around_, value, max_answer_bytes + 1)),
                          data_file_type("auto", value)
                      );
    if (data) return around_.define(name, Value::data(std::move(*data.value)), tags_);
    log(kind == '%' ? LogLevel::info : LogLevel::error,
        "Failed to read '" + value + "' for module protocol: " + data.why_not);
}

} // namespace vow::cfengine
