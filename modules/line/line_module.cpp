#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/regex.h"

namespace vow::modules {
namespace {

PromiseTypeDescription line_type() {
    PromiseTypeDescription type{
        .name = "line",
        .summary = "a line of a text file",
        .promiser_summary = "the file, an absolute path",
        .promiser_pattern = std::string(names::path.pattern),
    };
    const std::string one_line(names::line.pattern);
    type.attributes = {
        {.name = "line", .pattern = one_line, .summary = "the line"},
        {.name = "regex",
         .summary = "of the lines in which it is found, the line replaces the last"},
        {.name = "after", .pattern = one_line, .summary = "a new line comes after this one"},
        {.name = "before", .pattern = one_line, .summary = "a new line comes before this one"},
        {.name = "create",
         .type = AttributeType::bool_,
         .summary = "make the file if it does not exist"},
        absent_attribute("the file has no such line"),
    };
    type.rules = required_unless_absent({"line"});
    type.rules.push_back(
        {.with = {"absent"},
         .needs = {"line", "regex"},
         .excludes = {"after", "before", "create"},
         .summary = "it would remove every line"}
    );
    type.rules.push_back({.with = {"after"}, .excludes = {"before"}});
    type.examples = {"line:\n  \"/etc/ssh/sshd_config\"\n    line => \"PermitRootLogin no\",\n"
                     "    regex => \"^#?PermitRootLogin\";"};
    return type;
}

std::vector<std::string> faults_of_line(const Promise& promise) {
    const std::string* pattern = promise.attributes.text("regex");
    const auto compiled = Regex::compile(pattern == nullptr ? "" : *pattern);
    const auto* error = std::get_if<RegexError>(&compiled);
    if (error == nullptr) return {};
    return {text({"Attribute 'regex' is not a regular expression: ", error->message})};
}

/// Keeps one promise.
class LineKeeper {
public:
    LineKeeper(const Promise& promise, Record& record, EditedFile file)
        : record_(record),
          path_(promise.promiser),
          file_(std::move(file)),
          lines_(file_.lines()),
          settings_(promise.attributes),
          line_(settings_.text_or("line", "")) {}

    void keep() {
        if (settings_.holds("absent")) return remove();
        if (!file_.exists() && !settings_.holds("create")) {
            return record_.failed(
                text({"'", path_, "' does not exist; 'create => \"true\"' would make it"})
            );
        }
        if (put()) file_.keep(lines_.text(), EditedFile::setting(what()), {.with_folders = true});
    }

private:
    std::string what() const {
        const auto words = settings_.has("line") ? line_ : settings_.text_or("regex", "");
        return text({settings_.has("line") ? "line '" : "line like '", words, "' in '", path_, "'"}
        );
    }

    /// Puts the line into its place; false if there is none.
    bool put() {
        if (const auto old = last_match(); old && lines_[*old] != line_) {
            lines_.replace(*old, line_);
        } else if (!old && !lines_.find([&](const std::string& line) { return line == line_; })) {
            const auto at = place_of_new();
            if (!at) return false;
            lines_.insert(*at, line_);
        }
        return true;
    }

    std::optional<std::size_t> last_match() const {
        const auto pattern = settings_.text("regex");
        return pattern ? last_like(*pattern) : std::nullopt;
    }

    std::optional<std::size_t> last_like(const std::string& pattern) const {
        const auto compiled = Regex::compile(pattern);
        const auto* regex = std::get_if<Regex>(&compiled);
        std::optional<std::size_t> found;
        for (std::size_t at = 0; regex != nullptr && at < lines_.size(); ++at) {
            if (regex->is_in(lines_[at])) found = at;
        }
        return found;
    }

    std::optional<std::size_t> place_of_new() {
        for (const std::string_view name : {"after", "before"}) {
            const auto neighbour = settings_.text(name);
            if (!neighbour) continue;
            const auto at = line_or_match(*neighbour);
            if (at) return name == "after" ? *at + 1 : *at;
            record_.failed(text(
                {"'",
                 path_,
                 "' has no line '",
                 *neighbour,
                 "', and none that it matches as a ",
                 "regular expression, so the new line cannot come ",
                 name,
                 " it"}
            ));
            return std::nullopt;
        }
        return lines_.size();
    }

    /// "[mysqld]" is a line of many files, and as a regular expression matches others.
    std::optional<std::size_t> line_or_match(const std::string& neighbour) const {
        const auto same = lines_.find([&](const std::string& line) { return line == neighbour; });
        return same ? same : last_like(neighbour);
    }

    void remove() {
        const auto pattern = settings_.text("regex");
        const auto compiled = Regex::compile(pattern.value_or(""));
        const auto& regex = std::get<Regex>(compiled);
        lines_.remove_if([&](const std::string& line) {
            return (!settings_.has("line") || line == line_) && (!pattern || regex.is_in(line));
        });
        file_.keep(lines_, EditedFile::removing(what()));
    }

    Record& record_;
    const std::string& path_;
    EditedFile file_;
    Lines lines_;
    const Settings settings_;
    const std::string line_;
};

Outcome keep_line(const Promise& promise, Record& record, Log& /*log*/) {
    if (auto file = EditedFile::open(promise.promiser, record))
        LineKeeper(promise, record, std::move(*file)).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_line_module() {
    return std::make_unique<EverydayModule>(line_type(), keep_line, faults_of_line);
}

} // namespace vow::modules
