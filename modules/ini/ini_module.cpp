#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

constexpr std::string_view blanks = " \t";

PromiseTypeDescription ini_type() {
    PromiseTypeDescription type{
        .name = "ini",
        .summary = "values in INI files",
        .promiser_summary = "the file, an absolute path",
        .promiser_pattern = std::string(names::path.pattern),
    };
    type.attributes = {
        {.name = "section",
         .pattern = R"([^\x00\r\n\[\]]*)",
         .summary = "the section; empty for the lines before the first one"},
        {.name = "key",
         .pattern = R"([^\x00\r\n=\[#;\t ]([^\x00\r\n=]*[^\x00\r\n=\t ])?)",
         .summary = "the key"},
        {.name = "value", .pattern = std::string(names::line.pattern), .summary = "its value"},
        {.name = "separator",
         .pattern = "[ \\t]*[=: \\t][ \\t]*",
         .summary = "between a new key and its value; that of the file's other lines, or ' = '"},
        absent_attribute("the key, or without a key the section, is not there"),
    };
    type.rules = required_unless_absent({"section", "key"});
    type.rules.push_back({.with = {"absent"}, .needs = {"section"}});
    type.rules.push_back({.needs = {"value", "absent"}});
    type.examples = {"ini:\n  \"/etc/app.ini\"\n    section => \"server\",\n    key => \"port\",\n"
                     "    value => \"8080\";"};
    return type;
}

std::size_t ini_indent(std::string_view line) {
    return std::min(line.find_first_not_of(blanks), line.size());
}

bool is_blank_or_comment(std::string_view line) {
    const std::string_view rest = line.substr(ini_indent(line));
    return rest.empty() || rest.front() == '#' || rest.front() == ';';
}

/// The name in "[name]".
std::optional<std::string_view> header_in(std::string_view line) {
    const std::string_view rest = line.substr(ini_indent(line));
    const std::size_t end = rest.find(']');
    if (!rest.starts_with('[') || end == std::string_view::npos) return std::nullopt;
    return trimmed(rest.substr(1, end - 1), blanks);
}

/// The parts of a line that gives a key its value; nullopt for a line that does not have the
/// key.
struct Assignment {
    std::string_view before; ///< the key, and what is before it
    std::string_view separator;
    std::string_view value;

    static std::optional<Assignment>
    in(std::string_view line, std::string_view key, std::string_view marks) {
        const std::size_t end = ini_indent(line) + key.size();
        if (!line.substr(ini_indent(line)).starts_with(key)) return std::nullopt;
        const std::size_t mark = std::min(line.find_first_not_of(blanks, end), line.size());
        const bool has_mark = mark < line.size() && marks.find(line[mark]) != marks.npos;
        const bool has_blank = mark > end && marks.find(' ') != marks.npos;
        if (mark < line.size() && !has_mark && !has_blank) return std::nullopt; // a longer key
        const std::size_t from = has_mark ? mark + 1 : mark;
        const std::size_t value = std::min(line.find_first_not_of(blanks, from), line.size());
        return Assignment{line.substr(0, end), line.substr(end, value - end), line.substr(value)};
    }
};

/// "name =", as another key begins.
bool begins_key(std::string_view line) {
    const std::string_view name = line.substr(0, line.find('='));
    return name.size() < line.size() &&
           trimmed(name, blanks).find_first_of(" \t/:?&\"'") == std::string_view::npos;
}

/// The lines of an INI file, of which a promise edits one key or one section.
class IniText {
public:
    IniText(Lines lines, const Settings& settings)
        : lines_(std::move(lines)),
          section_(settings.text_or("section", "")),
          key_(settings.text("key")),
          value_(settings.text_or("value", "")),
          separator_(settings.text("separator")) {
        find_places();
    }

    const Lines& lines() const { return lines_; }

    /// Gives the key its value, once. The section and the key are made if they are not there.
    void set() {
        if (keys_.empty()) return add();
        remove_keys_from(1);
        const auto [at, end] = keys_.front();
        const std::string line = lines_[at];
        const Assignment old = *Assignment::in(line, *key_, marks());
        if (end == at + 1 && trimmed(old.value, blanks) == trimmed(value_, blanks)) return;
        for (std::size_t continuation = end; --continuation > at;)
            lines_.remove(continuation);
        const bool is_bare = trimmed(old.separator, blanks).empty() && !separator_;
        const std::string between(is_bare ? usual_separator_ : old.separator);
        lines_.replace(at, with_value(std::string(old.before) + separator_.value_or(between)));
    }

    void remove() {
        if (key_) return remove_keys_from(0);
        for (auto at = of_section_.rbegin(); at != of_section_.rend(); ++at) {
            if (*at < last_) lines_.remove(*at); // comments after it are about the next section
        }
    }

private:
    struct Range {
        std::size_t begin, end;
    };

    /// Characters that end a key.
    std::string_view marks() const {
        const bool is_blank = separator_ && trimmed(*separator_, blanks).empty();
        return is_blank ? "=: \t" : "=:";
    }

    void find_places() {
        std::string_view section;
        has_section_ = section_.empty();
        for (std::size_t at = 0; at < lines_.size(); ++at) {
            const std::string_view line = lines_[at];
            const auto header = header_in(line);
            if (header) section = *header;
            if (section != section_) continue;
            has_section_ = true;
            of_section_.push_back(at);
            if (header || is_blank_or_comment(line)) {
                if (header) last_ = at + 1;
                continue;
            }
            note_line(at);
        }
    }

    void note_line(std::size_t at) {
        const std::string_view line = lines_[at];
        last_ = at + 1;
        if (!is_noted_) note_separator(line);
        if (key_ && Assignment::in(line, *key_, marks())) keys_.push_back({at, end_of_value(at)});
    }

    void note_separator(std::string_view line) {
        const std::size_t mark = line.find_first_of("=:");
        if (mark == 0 || mark == line.npos) return;
        const std::size_t key_end = line.find_last_not_of(blanks, mark - 1) + 1;
        const std::size_t value = std::min(line.find_first_not_of(blanks, mark + 1), line.size());
        usual_separator_ = line.substr(key_end, value - key_end);
        is_noted_ = true;
    }

    /// A value goes on in the lines after it that are indented deeper.
    std::size_t end_of_value(std::size_t at) const {
        const std::size_t indent = ini_indent(lines_[at]);
        std::size_t end = at + 1;
        while (end < lines_.size() && ini_indent(lines_[end]) > indent &&
               !is_blank_or_comment(lines_[end]) && !begins_key(lines_[end]))
            ++end;
        return end;
    }

    void add() {
        if (!has_section_) {
            if (lines_.size() > 0 && !lines_[lines_.size() - 1].empty()) lines_.append("");
            lines_.append("[" + section_ + "]");
            last_ = lines_.size();
        }
        lines_.insert(last_, with_value(*key_ + separator_.value_or(usual_separator_)));
    }

    std::string with_value(std::string line) const {
        if (value_.empty()) line.erase(line.find_last_not_of(blanks) + 1);
        return line + value_;
    }

    void remove_keys_from(std::size_t first) {
        for (std::size_t key = keys_.size(); key-- > first;) {
            for (std::size_t at = keys_[key].end; at-- > keys_[key].begin;)
                lines_.remove(at);
        }
    }

    Lines lines_;
    const std::string section_;
    const std::optional<std::string> key_;
    const std::string value_;
    const std::optional<std::string> separator_;
    bool has_section_ = false;
    std::vector<std::size_t> of_section_;
    std::vector<Range> keys_;
    std::size_t last_ = 0; ///< after the last line of the section that is not a comment
    std::string usual_separator_ = " = ";
    bool is_noted_ = false; ///< whether the section has shown its separator
};

std::string ini_words(const Promise& promise) {
    const Settings settings(promise.attributes);
    const std::string section = settings.text_or("section", "");
    const auto key = settings.text("key");
    const std::string in = section.empty() ? "" : text({"[", section, "] of "});
    if (!key) return text({"section [", section, "] of '", promise.promiser, "'"});
    return text({"key '", *key, "' in ", in, "'", promise.promiser, "'"});
}

Outcome keep_ini(const Promise& promise, Record& record, Log& /*log*/) {
    auto file = EditedFile::open(promise.promiser, record);
    if (!file) return {};
    const Settings settings(promise.attributes);
    IniText ini(file->lines(), settings);
    if (settings.holds("absent")) {
        ini.remove();
        file->keep(ini.lines(), EditedFile::removing(ini_words(promise)));
    } else {
        ini.set();
        file->keep(
            ini.lines().text(), EditedFile::setting(ini_words(promise)), {.with_folders = true}
        );
    }
    return {};
}

} // namespace

std::unique_ptr<Module> make_ini_module() {
    return std::make_unique<EverydayModule>(ini_type(), keep_ini);
}

} // namespace vow::modules
