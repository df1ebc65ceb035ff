/// The promise type `setting`: the promiser is a file with the line KEY=VALUE, or without any for
/// that key. A program of its own, as an author outside this repository would write it.

#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/serve.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <cerrno>
#include <sstream>

using namespace vow;
using modules::path_error;
using modules::text;
using modules::TextFile;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::string text_of(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return text;
}

/// The lines with `line` in place of the first one of that key, and no other of it; at the end if
/// there is none.
Lines changed_lines(const Lines& lines, const std::string& key, std::optional<std::string> line) {
    Lines wanted;
    for (const std::string& old : lines) {
        if (!old.starts_with(key + "=")) {
            wanted.push_back(old);
        } else if (line) {
            wanted.push_back(*line);
            line.reset();
        }
    }
    if (line) wanted.push_back(*line);
    return wanted;
}

PromiseTypeDescription setting_type() {
    PromiseTypeDescription type{
        .name = "setting",
        .summary = "keeps KEY=VALUE lines in files",
        .promiser_summary = "the file, an absolute path",
        .promiser_pattern = "/.+",
    };
    type.attributes = {
        {.name = "key",
         .required = true,
         .pattern = "[A-Za-z_][A-Za-z0-9_]*",
         .summary = "the name"},
        {.name = "value",
         .pattern = ".*",
         .secret = true,
         .summary = "the value, which may be a password"},
        {.name = "state",
         .fallback = Data::string("present"),
         .choices = {"present", "absent"},
         .summary = "whether it exists"},
        {.name = "create",
         .type = AttributeType::bool_,
         .fallback = Data::string("true"),
         .summary = "whether a missing file is created"},
    };
    type.result_classes = {"setting_KEY_set", "setting_KEY_removed"};
    return type;
}

class SettingModule : public modules::DescribedModule {
public:
    SettingModule() : DescribedModule(setting_type()) {}

private:
    std::vector<std::string> further_faults(const Promise& promise) const override {
        const Settings settings(promise.attributes);
        if (settings.text("state") != "present" || settings.has("value")) return {};
        return {"Attribute 'value' is required unless 'state' is 'absent'"};
    }

    Outcome keep(const Promise& promise, Record& record, modules::Log&) override {
        const Settings settings(promise.attributes);
        const std::string& path = promise.promiser;
        const bool present = settings.text("state") == "present";
        const auto file = TextFile::open(path);
        if (!file && file.error() == EISDIR) {
            record.failed(text({"'", path, "' is a directory"}));
        } else if (!file) {
            const std::string why = path_error(path, file.error());
            record.failed_with(file.error(), text({"Cannot read '", path, "': ", why}));
        } else if (present && file->text() == nullptr && !settings.holds("create")) {
            record.failed(text({"'", path, "' does not exist"}));
        } else {
            return keep_line(path, *file, settings, record);
        }
        return {};
    }

    static Outcome keep_line(
        const std::string& path, const TextFile& file, const Settings& settings, Record& record
    ) {
        const Lines found = file.text() != nullptr ? lines_of(*file.text()) : Lines();
        const std::string key = settings.text_or("key", "");
        const bool present = settings.text("state") == "present";
        std::optional<std::string> line;
        if (present) line = key + "=" + settings.text_or("value", "");
        const Lines wanted = changed_lines(found, key, line);
        Outcome outcome{.variables = {{"lines", Data::string(std::to_string(wanted.size()))}}};
        const std::string what = text({" '", key, "' in '", path, "'"});
        const auto action = file.text() != nullptr ? ChangeAction::update : ChangeAction::create;
        if (wanted == found) {
            record.kept(text({"'", path, "' is as promised"}));
        } else if (record.allows(
                       {.what = (present ? "set" : "remove") + what, .path = path, .action = action}
                   )) {
            const int error = file.write(text_of(wanted), 0600); // a new file is for its owner only
            if (error == 0) {
                outcome.classes = {text({"setting_", key, present ? "_set" : "_removed"})};
                record.repaired((present ? "Set" : "Removed") + what);
            } else {
                const std::string why = path_error(path, error);
                record.failed_with(error, text({"Cannot write '", path, "': ", why}));
            }
        }
        return outcome;
    }
};

} // namespace

int main() {
    SettingModule module;
    return serve(module);
}
