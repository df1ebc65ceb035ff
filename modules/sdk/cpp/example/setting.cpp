/// The promise type `setting`: the promiser is a file with the line KEY=VALUE, or without any for
/// that key. A program of its own, as an author outside this repository would write it.

#include "modules/sdk/cpp/declared.h"
#include "modules/sdk/cpp/module.h"
#include "modules/sdk/cpp/serve.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <sys/stat.h>

using namespace vow;
using modules::faults_of;
using modules::text;
using modules::with_defaults;

namespace {

using Lines = std::vector<std::string>;

/// None: it cannot be read, errno says why. A file that is not there holds nothing.
std::optional<Lines> read_lines(const std::string& path) {
    Lines lines;
    if (!std::filesystem::exists(path)) return lines;
    std::ifstream file(path);
    if (!file) return std::nullopt;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

/// False: it cannot be written, errno says why. A new file is for its owner only.
bool write_lines(const std::string& path, const Lines& lines) {
    const mode_t before = ::umask(077);
    std::ofstream file(path);
    ::umask(before);
    for (const std::string& line : lines)
        file << line << '\n';
    return static_cast<bool>(file.flush());
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

class SettingModule : public modules::Module {
public:
    std::string_view name() const override { return "setting"; }
    std::string_view version() const override { return "1.0"; }
    std::span<const std::string_view> promise_types() const override {
        static constexpr std::string_view types[] = {"setting"};
        return types;
    }

    std::optional<Description> description() const override {
        const std::string summary = "keeps KEY=VALUE lines in files";
        return Description{
            .summary = summary,
            .promise_types = {{
                .name = "setting",
                .summary = summary,
                .promiser_summary = "the file, an absolute path",
                .promiser_pattern = "/.+",
                .attributes =
                    {
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
                         .summary = "whether it is there at all"},
                        {.name = "create",
                         .type = AttributeType::bool_,
                         .fallback = Data::string("true"),
                         .summary = "whether a missing file is created"},
                    },
                .result_classes = {"setting_KEY_set", "setting_KEY_removed"},
            }}};
    }

    modules::Validity validate(const Promise& promise, modules::Log& log) override {
        auto faults = faults_of(promise, described_);
        if (faults.empty() && present(promise) && promise.attributes.find("value") == nullptr) {
            faults.push_back("Attribute 'value' is missing, which a present setting needs");
        }
        for (const std::string& fault : faults)
            log.error(fault);
        return faults.empty() ? modules::Validity::valid : modules::Validity::invalid;
    }

    Outcome evaluate(const Promise& promise, modules::Log& log) override {
        Record record(promise, saying_to(log));
        Outcome outcome;
        keep(promise, record, outcome);
        outcome.verdicts = record.verdicts();
        outcome.changes = record.changes();
        return outcome;
    }

private:
    bool present(const Promise& promise) const {
        const Attributes attributes = with_defaults(promise, described_);
        return Settings(attributes).text("state") == "present";
    }

    void keep(const Promise& promise, Record& record, Outcome& outcome) const {
        const Attributes attributes = with_defaults(promise, described_);
        const Settings settings(attributes);
        const std::string& path = promise.promiser;
        const std::string key = settings.text_or("key", "");
        const bool present = this->present(promise);
        if (std::filesystem::is_directory(path)) {
            return record.failed(text({"'", path, "' is a directory"}));
        }
        if (present && !std::filesystem::exists(path) && !settings.holds("create")) {
            return record.failed(text({"'", path, "' does not exist"}));
        }

        const auto found = read_lines(path);
        if (!found) return record.failed_with(errno, text({"Cannot read '", path, "'"}));
        const Lines wanted = changed_lines(
            *found,
            key,
            present ? std::optional(key + "=" + settings.text_or("value", "")) : std::nullopt
        );
        outcome.variables.emplace_back("lines", Data::string(std::to_string(wanted.size())));
        if (wanted == *found) return record.kept(text({"'", path, "' is as promised"}));
        const std::string what = text({present ? "set" : "remove", " '", key, "' in '", path, "'"});
        if (!record.allows(Change{.what = what, .path = path})) return;
        if (!write_lines(path, wanted)) {
            return record.failed_with(errno, text({"Cannot write '", path, "'"}));
        }
        outcome.classes.push_back(text({"setting_", key, present ? "_set" : "_removed"}));
        record.repaired(text({present ? "Set" : "Removed", " '", key, "' in '", path, "'"}));
    }

    const PromiseTypeDescription described_ = description()->promise_types.front();
};

} // namespace

int main() {
    std::ios::sync_with_stdio(false);
    SettingModule module;
    return serve(module, std::cin, std::cout);
}
