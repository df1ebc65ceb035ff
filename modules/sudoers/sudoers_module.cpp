#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

const std::string sudoers_folder = "/etc/sudoers.d/";

PromiseTypeDescription sudoers_type() {
    PromiseTypeDescription type{
        .name = "sudoers",
        .summary = "rules of sudo, in a file of their own",
        .promiser_summary = "the name of the file in /etc/sudoers.d",
        .promiser_pattern = "[A-Za-z0-9_][A-Za-z0-9_-]*", // sudo skips names with a dot
    };
    type.attributes = {
        texts_attribute("lines", R"([^\x00]*[^\x00\s][^\x00]*)", "the lines of the file"),
        absent_attribute("the file, or these lines of it, are not there"),
    };
    type.rules = required_unless_absent({"lines"});
    type.examples = {"sudoers:\n  \"deploy\"\n    lines => { \"deploy ALL=(root) NOPASSWD: "
                     "/usr/bin/systemctl restart app\" };"};
    return type;
}

std::string sudoers_text(const std::vector<std::string>& lines) {
    std::string text = joined(lines, "\n");
    return text.ends_with('\n') ? text : text + "\n";
}

/// The text without the lines; empty if nothing but comments and blanks is left.
std::string without_lines(Lines text, const std::vector<std::string>& lines) {
    text.remove_if([&](const std::string& line) {
        return std::ranges::find(lines, line) != lines.end();
    });
    const bool has_rule = text.find([](const std::string& line) {
                                  return !trimmed(line).empty() && !trimmed(line).starts_with('#');
                              }
    ).has_value();
    return has_rule ? text.text() : "";
}

Outcome keep_sudoers(const Promise& promise, Record& record, Log& log) {
    const std::string path = sudoers_folder + promise.promiser;
    auto file = EditedFile::open(path, record);
    if (!file) return {};
    const Settings settings(promise.attributes);
    const auto lines = settings.list("lines");
    const std::string what = text({"sudo rules in '", path, "'"});
    const bool is_absent = settings.holds("absent");
    const std::string wanted =
        is_absent ? without_lines(file->lines(), lines) : sudoers_text(lines);
    if (is_absent && (lines.empty() || wanted.empty())) {
        file->keep_absent(what);
        return {};
    }
    const ContentCheck visudo("visudo -cf $(file)");
    const bool has_visudo = find_program("visudo").has_value();
    if (!has_visudo)
        log.info(text({"'", path, "' is not checked, since the program visudo is missing"}));
    const EditedFile::Creation creation{
        .access = {.mode = 0440},
        .with_folders = !has_visudo,
        .check = has_visudo ? &visudo : nullptr,
        .log = &log};
    file->keep(
        wanted, is_absent ? EditedFile::removing(what) : EditedFile::setting(what), creation
    );
    return {};
}

} // namespace

std::unique_ptr<Module> make_sudoers_module() {
    return std::make_unique<EverydayModule>(sudoers_type(), keep_sudoers);
}

} // namespace vow::modules
